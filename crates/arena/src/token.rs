//! Tokens: the secrets of players and of the organiser.
//!
//! The server makes every token, from at least 128 random bits. No dictionary and no table helps against such a secret, so a
//! fast hash keeps it as safe as a slow one would, and a flood of guesses costs the server nothing. Only hashes are kept.

use std::{fmt, io, io::Read, str::FromStr};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The fewest characters of an organiser's token that somebody chooses.
pub const SHORTEST_TOKEN: usize = 16;

/// SHA-256 of a token and of whose it is: equal tokens of two players have different hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of an owner's token.
    #[must_use]
    pub fn of(owner: &str, token: &str) -> Self {
        let mut hash = Sha256::new();
        for part in ["hexwright arena token", owner, token] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        Self(hash.finalize().into())
    }

    /// Whether this is the hash of the owner's token. The time that it takes does not depend on where the two differ.
    #[must_use]
    pub fn matches(&self, owner: &str, token: &str) -> bool {
        let other = Self::of(owner, token);
        self.0.iter().zip(other.0).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
    }
}

impl fmt::Display for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl From<TokenHash> for String {
    fn from(hash: TokenHash) -> Self {
        hash.to_string()
    }
}

impl TryFrom<String> for TokenHash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl FromStr for TokenHash {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected the hash of a token, 64 hexadecimal digits";
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(EXPECTED);
        }
        let mut hash = [0; 32];
        for (index, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).map_err(|_| EXPECTED)?;
        }
        Ok(Self(hash))
    }
}

/// Random bits that tokens follow from. They are never shown.
#[derive(Clone, Default)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Random bits from the system.
    ///
    /// # Errors
    /// Where the system has none to give.
    pub fn from_system() -> io::Result<Self> {
        let mut bytes = [0; 32];
        std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The token of this number: 26 letters and digits, 130 bits.
    #[must_use]
    pub fn token(&self, number: u64) -> String {
        const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(number.to_le_bytes());
        let bytes: [u8; 32] = hash.finalize().into();
        bytes[..26].iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_fits_its_owner_and_its_token_alone() {
        let hash = TokenHash::of("alice", "s3cret");
        assert!(hash.matches("alice", "s3cret"));
        for (owner, token) in [("alice", "s3cres"), ("alice", ""), ("bob", "s3cret"), ("alic", "es3cret")] {
            assert!(!hash.matches(owner, token), "{owner} {token}");
        }
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for text in ["", "00", &"g".repeat(64), &"é".repeat(32)] {
            assert!(text.parse::<TokenHash>().is_err(), "{text}");
        }
    }

    #[test]
    fn tokens_differ_and_secrets_are_not_shown() {
        let secret = Secret::from_system().unwrap();
        let tokens: std::collections::BTreeSet<String> =
            (0..1000).map(|number| secret.token(number)).collect();
        assert_eq!(tokens.len(), 1000);
        assert!(tokens.iter().all(|token| token.len() == 26));
        assert_ne!(secret.token(1), Secret::from_system().unwrap().token(1));
        assert_eq!(format!("{secret:?}"), "Secret(…)");
    }
}
