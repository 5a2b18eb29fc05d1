//! The prover's settings on the command line, for every command that builds connections.

use clap::ValueEnum;
use connection::{ConnectionSettings, EdgeMiddles};

/// The limits of the prover. The defaults are those of the library.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Settings of the prover")]
pub(crate) struct SettingsArgs {
    /// Start from wider limits: more is proved, in about twice the time
    #[arg(long)]
    thorough: bool,
    /// Full connections kept by a pair with an edge or a group
    #[arg(long, value_name = "COUNT")]
    most_fulls: Option<usize>,
    /// Of these, how many are kept whether or not they avoid a cell that the others share
    #[arg(long, value_name = "COUNT")]
    free_fulls: Option<usize>,
    /// Semi connections kept by a pair with an edge or a group
    #[arg(long, value_name = "COUNT")]
    most_semis: Option<usize>,
    /// Full connections kept by a pair of empty cells
    #[arg(long, value_name = "COUNT")]
    cell_fulls: Option<usize>,
    /// Semi connections kept by a pair of empty cells
    #[arg(long, value_name = "COUNT")]
    cell_semis: Option<usize>,
    /// Largest carrier of a full connection between empty cells that AND over a group makes
    #[arg(long, value_name = "CELLS")]
    cell_over_stone: Option<usize>,
    /// Largest carrier of a semi connection between empty cells that AND over another one makes
    #[arg(long, value_name = "CELLS")]
    cell_over_cell: Option<usize>,
    /// Partial unions that the OR rule may extend for one semi connection
    #[arg(long, value_name = "COUNT")]
    or_budget: Option<usize>,
    /// Where an edge may be the middle of an AND
    #[arg(long, value_name = "WHERE")]
    edge_middles: Option<Middles>,
    /// Do not let carriers overlap in captured cells
    #[arg(long)]
    no_captured: bool,
}

/// Where an edge may be a middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Middles {
    /// Nowhere
    Never,
    /// Where they help an end near them in an OR, while the game is not decided
    Helping,
    /// The same, also where there is a full connection already, and again after what came of it
    HelpingAgain,
    /// Everywhere
    Always,
}

impl SettingsArgs {
    /// The settings that the arguments describe.
    pub(crate) fn settings(&self) -> ConnectionSettings {
        let mut settings =
            if self.thorough { ConnectionSettings::thorough() } else { ConnectionSettings::default() };
        let set = |value: &mut usize, argument: Option<usize>| *value = argument.unwrap_or(*value);
        set(&mut settings.stones.most_fulls, self.most_fulls);
        set(&mut settings.stones.free_fulls, self.free_fulls);
        set(&mut settings.stones.most_semis, self.most_semis);
        set(&mut settings.cells.most_fulls, self.cell_fulls);
        set(&mut settings.cells.most_semis, self.cell_semis);
        set(&mut settings.cells.over_stone, self.cell_over_stone);
        set(&mut settings.cells.over_cell, self.cell_over_cell);
        set(&mut settings.stones.or_budget, self.or_budget);
        set(&mut settings.cells.or_budget, self.or_budget);
        match self.edge_middles {
            None => {}
            Some(Middles::Never) => settings.edge_middles = EdgeMiddles::Never,
            Some(Middles::Helping) => settings.edge_middles = EdgeMiddles::Helping,
            Some(Middles::HelpingAgain) => settings.edge_middles = EdgeMiddles::HelpingAgain,
            Some(Middles::Always) => settings.edge_middles = EdgeMiddles::Always,
        }
        settings.captured &= !self.no_captured;
        settings
    }
}
