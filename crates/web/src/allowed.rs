//! Settings of players that a page may ask for: the machine is shared.

use crate::ApiError;

/// The largest value of a setting that a page may ask for.
const MOST: [(&str, u64); 2] = [("threads", 1), ("positions", 1_000_000)];

/// Refuses settings that would take more of the machine than one page may have.
pub(crate) fn check(player: &str) -> Result<(), ApiError> {
    let (_, settings) = player.split_once(':').unwrap_or((player, ""));
    for setting in settings.split(',') {
        let Some((key, value)) = setting.split_once('=') else { continue };
        let Some((_, most)) = MOST.iter().find(|(name, _)| *name == key) else { continue };
        if value.parse::<u64>().is_ok_and(|value| value > *most) {
            return Err(ApiError::bad(format!("player: found {key}={value}: expected at most {most} here")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gets_one_thread() {
        assert!(check("neural:threads=1,visits=800").is_ok());
        assert!(check("bridges").is_ok());
        assert!(check("neural:threads=2").is_err());
        assert!(check("neural:visits=9,positions=100000000").is_err());
    }
}
