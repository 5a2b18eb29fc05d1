//! The resource limits for players that a page requests, because the machine is shared.

use player::Cost;

/// The most that a player may take, nested players included.
pub(crate) const MOST: Cost = Cost { threads: 1, bytes: 1280 << 20 };

#[cfg(test)]
mod tests {
    use analysis::Service;
    use player::{Player, PlayerError};

    use super::MOST;

    fn create(player: &str) -> Result<Box<dyn Player>, PlayerError> {
        (Service::shared(MOST).make_player)(player)
    }

    #[test]
    fn a_page_gets_one_thread_and_some_memory() {
        for name in players::REGISTRY.0.iter().map(|kind| kind.name) {
            assert!(create(name).is_ok(), "{name}");
        }
        assert!(create("neural:threads=1,visits=800").is_ok());
        assert!(create("neural:positions=1000000").is_ok());
        assert!(create("perfect:fallback=neural:positions=1000000").is_ok());
        for (player, expected) in [
            ("neural:threads=2", "takes 2 threads: expected at most 1 here"),
            ("neural:race=true", "takes 2 threads: expected at most 1 here"),
            ("neural:visits=9,positions=100000000", "MB of memory: expected at most 1280 here"),
            ("perfect:threads=2", "takes 2 threads"),
            ("perfect:memory=1000000", "MB of memory: expected at most 1280 here"),
            ("perfect:fallback=neural:threads=64", "takes 64 threads: expected at most 1 here"),
            ("perfect:fallback=neural:positions=100000000", "MB of memory"),
            ("perfect:memory=700,fallback=perfect:memory=700", "MB of memory"),
            ("neural:threads=18446744073709551615", "expected a whole number from 1 to 256"),
        ] {
            let error = create(player).err().expect(player).to_string();
            assert!(error.contains(expected), "{player}: {error}");
        }
    }

    #[test]
    fn players_inside_players_end() {
        for count in [4, 3000] {
            let error = create(&"perfect:fallback=".repeat(count)).err().expect("refused").to_string();
            assert!(error.contains("expected at most"), "{error}");
        }
    }
}
