//! The results for people, as tables with the paper's numbers beside ours.

use experiments::papers::{
    DepthResult, DepthSettings, FeatureTable, GenerationCost, HexyPairing, HexyResult, MihexResult,
    ScalingTable, YangColumn, YangOpening, YangSolved, YangTally,
};

pub(super) fn hexy(result: &HexyResult) {
    for HexyPairing { against, wins, games, milliseconds: [own, other] } in &result.pairings {
        println!(
            "Hexy(inf), D=3 wins {wins} of {games} against {against} ({own:.0} and {other:.0} ms a move)"
        );
    }
    println!("time of an evaluation, T(n)/T(0):");
    for GenerationCost { generations, ratio } in &result.costs {
        println!("  n = {generations:<4} {ratio:.1}");
    }
}

pub(super) fn mihex_learning(result: &MihexResult) {
    for (name, mean) in [("first", result.first_half), ("second", result.second_half)] {
        println!("won in the {name} half: {:.1} % (± {:.1})", 100.0 * mean.mean, 100.0 * mean.reach);
    }
    println!(
        "gain: {:.1} (± {:.1}) points, mean of {} seeds with its 95 % interval; better in {} of them",
        100.0 * result.gain.mean,
        100.0 * result.gain.reach,
        result.seeds,
        result.better
    );
    for picture in &result.pictures {
        println!("{}", picture.display());
    }
}

pub(super) fn solver_features(table: &FeatureTable) {
    println!("all openings of {} up to symmetry; the paper's: 8x8, 112,121 s with everything on", table.size);
    println!(
        "{:<30} {:>9} {:>10} {:>10} {:>10} {:>10}",
        "turned off", "openings", "nodes", "seconds", "% slower", "paper's %"
    );
    for row in &table.rows {
        println!(
            "{:<30} {:>9} {:>10} {:>10.3} {:>10} {:>10}",
            row.off,
            format!("{}/{}", row.openings, row.of),
            row.nodes,
            row.seconds,
            or_dash(row.slower_percent, |value| format!("{value:.1}")),
            or_dash(row.paper_slower_percent, |value| format!("{value:.1}")),
        );
    }
}

pub(super) fn solver_scaling(table: &ScalingTable) {
    println!("openings up to symmetry; the paper finds that all take about 750 times as long as the fastest");
    println!(
        "{:<6} {:>9} {:>16} {:>12} {:>9} {:>14} {:>12}",
        "board", "openings", "fastest (s)", "all (s)", "all/fast", "paper fastest", "paper all"
    );
    for row in &table.rows {
        let fastest = row.fastest.as_ref().zip(row.fastest_seconds);
        println!(
            "{:<6} {:>9} {:>16} {:>12.3} {:>9} {:>14} {:>12}",
            row.size.to_string(),
            format!("{}/{}", row.openings, row.of),
            or_dash(fastest, |(name, seconds)| format!("{name} {seconds:.4}")),
            row.all_seconds,
            or_dash(row.fastest_seconds, |seconds| format!("{:.0}", row.all_seconds / seconds)),
            or_dash(row.paper_fastest_seconds, |seconds| seconds.to_string()),
            or_dash(row.paper_all_seconds, |seconds| seconds.to_string()),
        );
    }
}

pub(super) fn solved_by_depth(settings: &DepthSettings, result: &DepthResult) {
    println!(
        "{}, the {} longest of {} games by {}: percent of positions solved",
        result.size, result.games, settings.games, settings.player
    );
    let columns = |numbers: &[f64], digits: usize| {
        numbers.iter().map(|number| format!("{number:>10.digits$}")).collect::<Vec<_>>().join(" ")
    };
    let heading: Vec<String> = result.seconds.iter().map(|seconds| format!("{seconds:>8} s")).collect();
    println!("stones {}", heading.join(" "));
    for row in &result.rows {
        println!("{:>6} {}", row.stones, columns(&row.percent_solved, 0));
    }
    println!(
        "mean number of stones from which positions are solved: {}",
        columns(&result.mean_first_solved, 1)
    );
    println!(
        "paper, 11x11 with 10 and 60 s: many solved by the 35th move, most by the 45th; 6 times the time is worth 4 stones"
    );
}

pub(super) fn yang_head() {
    let column = format!("{:<6}{:>9}{:>9}{:>8}", "wins", "nodes", "seconds", "games");
    let [rules, book, proof_number] = ["rules alone", "with the book", "proof-number solver"];
    println!("{:<16}{rules:<34}{book:<34}{proof_number:<34}depth-first solver", "");
    println!("{:<8}{:<8}{column}  {column}  {column}  {column}", "opening", "solved");
}

pub(super) fn yang_opening(opening: &YangOpening) {
    let YangOpening { opening, solved, rules, book, proof_number, depth_first } = opening;
    let solved = match solved {
        YangSolved::Rules => "rules",
        YangSolved::Book => "book",
        YangSolved::No => "no",
    };
    let columns = [rules, book, proof_number, depth_first].map(yang_column).join("  ");
    println!("{opening:<8}{solved:<8}{}", columns.trim_end());
}

fn yang_column(column: &YangColumn) -> String {
    let winner = or_dash(column.winner, |winner| winner.to_string());
    let strategy = column.strategy_nodes.map_or_else(String::new, |nodes| nodes.to_string());
    format!("{winner:<6}{:>9}{:>9.2}{strategy:>8}", column.nodes, column.seconds)
}

pub(super) fn yang_tally(tally: &YangTally) {
    let YangTally { openings, by_rules, by_book, wins } = tally;
    println!(
        "{by_rules} of {openings} by rules alone, {by_book} more with the book; {wins} are wins for Black. Every strategy was checked."
    );
}

fn or_dash<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "-".to_string(), text)
}
