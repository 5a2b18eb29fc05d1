//! The host names of this server, and the pages that may use it.
//!
//! A page of another site can make a browser send requests here, and by DNS rebinding even read the answers: its own name then
//! resolves to this machine. Both are told by headers that pages cannot forge. `Host` is the name that the browser asked for;
//! `Origin` is where the page came from. Programs other than browsers send no `Origin`, and need none.

use std::net::IpAddr;

use axum::http::{HeaderMap, Uri, header, uri::Authority};

use crate::ApiError;

/// Names that mean this machine wherever they are used.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The names of a server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hosts {
    public: Vec<Authority>,
}

impl Hosts {
    /// The names of this machine, and these: `hex.example.org`, or with a port if it has to be that one.
    ///
    /// # Errors
    /// When one of them is no host name.
    pub fn new<'a>(public: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let parse = |name: &str| {
            host_of(name)
                .ok_or_else(|| format!("found '{name}': expected a host name such as hex.example.org"))
        };
        Ok(Self { public: public.into_iter().map(parse).collect::<Result<_, _>>()? })
    }

    /// Whether a request is for us, and from a page of ours if it is from a page; `local` is the address that it came to.
    pub(crate) fn check(
        &self,
        uri: &Uri,
        headers: &HeaderMap,
        local: Option<IpAddr>,
    ) -> Result<(), ApiError> {
        let host = single(headers, &header::HOST)?
            .ok_or_else(|| ApiError::bad("found no header host: expected the name of this server"))?;
        let host = host_of(host).ok_or_else(|| wrong_host(host))?;
        for asked in [Some(host.as_str()), uri.authority().map(Authority::as_str)].into_iter().flatten() {
            if !host_of(asked).is_some_and(|asked| self.knows(&asked, local)) {
                return Err(wrong_host(asked));
            }
        }
        match single(headers, &header::ORIGIN)? {
            Some(origin) if !self.is_ours(origin, &host) => Err(ApiError::Forbidden(format!(
                "found a request from a page of '{}': expected one of this server; a proxy before it needs --public",
                brief(origin)
            ))),
            _ => Ok(()),
        }
    }

    fn knows(&self, asked: &Authority, local: Option<IpAddr>) -> bool {
        let host = asked.host();
        let is_loopback = LOOPBACK.iter().any(|name| host.eq_ignore_ascii_case(name));
        // An address in the place of a name cannot be rebound: it is what the client really connected to.
        let is_local = local.is_some_and(|local| {
            host.trim_start_matches('[').trim_end_matches(']').parse() == Ok(local.to_canonical())
        });
        let is_public = |name: &Authority| {
            host.eq_ignore_ascii_case(name.host())
                && (name.port().is_none() || name.port_u16() == asked.port_u16())
        };
        is_loopback || is_local || self.public.iter().any(is_public)
    }

    /// Whether a page is from the server that it asks, or from one of the public names: a proxy may have changed the host.
    fn is_ours(&self, origin: &str, host: &Authority) -> bool {
        let (origin, usual) = match (origin.strip_prefix("http://"), origin.strip_prefix("https://")) {
            (Some(rest), _) => (rest, 80),
            (_, Some(rest)) => (rest, 443),
            _ => return false,
        };
        let Some(origin) = host_of(origin) else { return false };
        let same = |name: &Authority| {
            let port = |authority: &Authority| authority.port_u16().unwrap_or(usual);
            origin.host().eq_ignore_ascii_case(name.host()) && port(&origin) == port(name)
        };
        same(host) || self.public.iter().any(same)
    }
}

/// A host with or without a port, and nothing else.
fn host_of(text: &str) -> Option<Authority> {
    let authority: Authority = text.parse().ok()?;
    let is_plain = authority.as_str() == authority.host() || authority.port_u16().is_some();
    (is_plain && !authority.host().is_empty() && !text.contains('@')).then_some(authority)
}

/// A header that may come once.
fn single<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Result<Option<&'a str>, ApiError> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) if let Ok(text) = value.to_str() => Ok(Some(text)),
        _ => Err(ApiError::bad(format!("found a header {name} that cannot be read: expected one name"))),
    }
}

fn wrong_host(found: &str) -> ApiError {
    ApiError::Forbidden(format!(
        "found a request for the host '{}': expected localhost, the address of this machine, or a name that --public lists",
        brief(found)
    ))
}

/// The text found, without control characters.
fn brief(found: &str) -> String {
    found.chars().filter(char::is_ascii_graphic).take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(public: &[&str], host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        let hosts = Hosts::new(public.iter().copied()).unwrap();
        hosts.check(&Uri::from_static("/"), &headers, Some([192, 168, 1, 5].into())).is_ok()
    }

    #[test]
    fn only_our_names_are_ours() {
        for host in ["localhost:7878", "127.0.0.1", "[::1]:80", "LOCALHOST", "192.168.1.5:7878"] {
            assert!(check(&[], host, None), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "192.168.1.6",
            "127.0.0.1.evil.example",
            "user@localhost",
            "localhost:x",
            "",
            "0.0.0.0",
        ] {
            assert!(!check(&[], host, None), "{host}");
        }
        assert!(check(&["hex.example.org"], "HEX.example.org", None));
        assert!(check(&["hex.example.org"], "hex.example.org:8443", None));
        assert!(!check(&["hex.example.org:443"], "hex.example.org:8443", None));
        assert!(!check(&["hex.example.org"], "example.org", None));
    }

    #[test]
    fn only_pages_of_the_same_server_may_ask() {
        assert!(check(&[], "localhost:7878", Some("http://localhost:7878")));
        assert!(check(&[], "localhost", Some("http://localhost:80")));
        for origin in [
            "http://evil.example",
            "http://localhost",
            "http://localhost:3000",
            "http://127.0.0.1:7878",
            "null",
            "file://",
            "http://user@localhost:7878",
            "ftp://localhost:7878",
            "",
        ] {
            assert!(!check(&[], "localhost:7878", Some(origin)), "{origin}");
        }
        // Behind a proxy that ends TLS, with the host as it was and without.
        assert!(check(&["hex.example.org"], "hex.example.org", Some("https://hex.example.org")));
        assert!(check(&["hex.example.org"], "127.0.0.1:7878", Some("https://hex.example.org")));
        assert!(!check(&["hex.example.org"], "127.0.0.1:7878", Some("https://hex.example.org:9999")));
    }

    #[test]
    fn a_name_for_the_public_is_a_host() {
        for name in ["", "http://hex.example.org", "a b", "user@host", "host/path"] {
            assert!(Hosts::new([name]).is_err(), "{name}");
        }
    }

    #[test]
    fn two_hosts_are_none() {
        let mut headers = HeaderMap::new();
        headers.append(header::HOST, "localhost".parse().unwrap());
        headers.append(header::HOST, "evil.example".parse().unwrap());
        assert!(Hosts::default().check(&Uri::from_static("/"), &headers, None).is_err());
        headers.clear();
        assert!(Hosts::default().check(&Uri::from_static("/"), &headers, None).is_err());
        headers.insert(header::HOST, "localhost".parse().unwrap());
        let absolute = Uri::from_static("http://evil.example/");
        assert!(Hosts::default().check(&absolute, &headers, None).is_err());
    }
}
