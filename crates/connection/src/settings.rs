//! The limits of the prover: one struct with documented defaults.

/// How many carriers a pair of ends keeps. Smaller carriers come first, so these keep the smallest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Once a pair has this many full connections, another one is kept only if it avoids a cell that all of them share.
    pub free_fulls: usize,
    /// The most full connections that a pair keeps (the N of Anshelevich 2000).
    pub most_fulls: usize,
    /// The most semi connections that a pair keeps.
    pub most_semis: usize,
    /// The largest carrier of a full connection that AND over a group makes. What lies behind a group is mostly found
    /// through the group itself.
    pub over_stone: usize,
    /// The largest carrier of a semi connection that AND over an empty cell makes.
    pub over_cell: usize,
    /// Whether a semi connection whose carrier is captured by its ends makes a full connection alone.
    pub alone: bool,
    /// How many partial unions the OR rule may extend for one new semi connection.
    pub or_budget: usize,
    /// The most full connections that the OR rule makes from one new semi connection. Without a limit it makes every
    /// minimal one, with any budget.
    pub or_results: usize,
}

/// Where an edge of the board may be the middle of an AND, as a group may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeMiddles {
    /// Nowhere.
    Never,
    /// Only between an end near the edge and another one, for semi connections that meet others of the same pair in an
    /// OR; and only while the game is not decided.
    Helping,
    /// The same, also for pairs that have a full connection already, and again after what came of it.
    HelpingAgain,
    /// Everywhere.
    Always,
}

/// Limits and rules of the prover. Every setting is sound; they trade time for connections found. What each is worth is
/// measured in `docs/explanation/connections.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionSettings {
    /// Limits for pairs with an edge or a group: what the game is decided by.
    pub stones: ConnectionLimits,
    /// Limits for pairs of empty cells, of which there are many and few matter.
    pub cells: ConnectionLimits,
    /// Whether edges may be middles.
    pub edge_middles: EdgeMiddles,
    /// Whether carriers may overlap in cells that an end captures.
    pub captured: bool,
    /// How many times the rules go round: 0 leaves the neighbours, 1 adds the bridges, and so on (the n of
    /// Anshelevich's Figure 9).
    pub rounds: usize,
}

impl Default for ConnectionSettings {
    fn default() -> Self {
        Self {
            stones: ConnectionLimits {
                free_fulls: 4,
                most_fulls: 40,
                most_semis: 32,
                over_stone: usize::MAX,
                over_cell: usize::MAX,
                alone: true,
                or_budget: 16,
                or_results: 4,
            },
            cells: ConnectionLimits {
                free_fulls: 0,
                most_fulls: 4,
                most_semis: 4,
                over_stone: 2,
                over_cell: 6,
                alone: false,
                or_budget: 0,
                or_results: 2,
            },
            edge_middles: EdgeMiddles::Helping,
            captured: true,
            rounds: usize::MAX,
        }
    }
}

impl ConnectionSettings {
    /// Wider limits: more is proved, in about twice the time of the defaults.
    #[must_use]
    pub fn thorough() -> Self {
        let Self { stones, cells, .. } = Self::default();
        Self {
            stones: ConnectionLimits { free_fulls: 40, most_fulls: 80, most_semis: 64, ..stones },
            cells: ConnectionLimits {
                most_fulls: 8,
                most_semis: 8,
                over_cell: 12,
                or_budget: 2,
                or_results: 4,
                ..cells
            },
            ..Self::default()
        }
    }

    /// Limits of hundreds, with edges as middles everywhere: what the rules prove in some ten milliseconds.
    #[must_use]
    pub fn wide() -> Self {
        let Self { stones, cells, .. } = Self::thorough();
        Self {
            stones: ConnectionLimits {
                free_fulls: 300,
                most_fulls: 300,
                most_semis: 200,
                or_budget: 200,
                or_results: 8,
                ..stones
            },
            cells: ConnectionLimits {
                free_fulls: 8,
                most_fulls: 40,
                most_semis: 40,
                over_stone: usize::MAX,
                over_cell: usize::MAX,
                ..cells
            },
            edge_middles: EdgeMiddles::Always,
            ..Self::default()
        }
    }

    /// No limits: every minimal carrier that the rules prove. For small boards only, since their number explodes.
    #[must_use]
    pub const fn unlimited() -> Self {
        let none = ConnectionLimits {
            free_fulls: usize::MAX,
            most_fulls: usize::MAX,
            most_semis: usize::MAX,
            over_stone: usize::MAX,
            over_cell: usize::MAX,
            alone: true,
            or_budget: usize::MAX,
            or_results: usize::MAX,
        };
        Self {
            stones: none,
            cells: none,
            edge_middles: EdgeMiddles::Always,
            captured: true,
            rounds: usize::MAX,
        }
    }
}

/// How much a verdict is worth: what is proved before a position stays undecided. Each effort begins with those before
/// it, so a position that is easy to decide costs little with any of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProofEffort {
    /// The settings as they are, without the help of edges.
    Glance,
    /// The settings as they are.
    Usual,
    /// Thorough limits ([`ConnectionSettings::thorough`]), and edges that help again, for a side whose threats leave the
    /// opponent few moves, and for the side to move.
    Thorough,
    /// Wide limits ([`ConnectionSettings::wide`]) with edges as middles, for both sides.
    Wide,
}

impl ProofEffort {
    /// All of them, the least first.
    pub const ALL: [Self; 4] = [Self::Glance, Self::Usual, Self::Thorough, Self::Wide];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Glance => "glance",
            Self::Usual => "usual",
            Self::Thorough => "thorough",
            Self::Wide => "wide",
        }
    }
}
