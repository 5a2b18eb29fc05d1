//! All findings on one page: for browsers, and as a page of the documentation.
//!
//! Both are made from the same runs. Nothing on them is typed in: the papers' words and numbers come from
//! `data/papers.json`, ours from the findings.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{
    ClaimOutcome, FindingTable, PAPER_ENTRIES, PaperFinding, Reproduced, papers, sources::PaperClaim,
};

/// The results by the names of their experiments.
pub type PaperResults = BTreeMap<String, Reproduced>;

/// Characters of the longest cell of a table that is not broken into lines.
const LONGEST_NUMBER: usize = 14;

const TITLE: &str = "Five papers on Hex, repeated";

/// Explains the page to a reader who has never seen the program. Shared by both pages.
const INTRODUCTION: [&str; 3] = [
    "Hex is a board game for two. Black and White take turns to place a stone on a free cell, and stones never move. Black \
     wins by joining the top edge to the bottom edge with a chain of stones, White by joining left to right. Exactly one \
     of them succeeds.",
    "The program Hexwright began with five papers on how computers play and solve this game. This page lists the tables, \
     figures and claims of these papers. For each it says what the paper reports, what Hexwright finds when it does the \
     same, and whether the claim holds. In pictures Black's stones are red and White's are blue, as Hex players know them.",
    "Every number of ours was measured by the command that stands below it. Times depend on the machine; numbers of \
     positions, games and moves do not, unless a time limit ended the search. The numbers of the papers come from one \
     file, data/papers.json of the crate experiments.",
];

/// What the outcomes mean.
const MEANINGS: [(ClaimOutcome, &str); 5] = [
    (ClaimOutcome::Holds, "we find what the paper finds"),
    (ClaimOutcome::Answered, "the paper leaves the question open, and we find an answer"),
    (ClaimOutcome::Differs, "we find something else, for the reason given"),
    (ClaimOutcome::DoesNotHold, "we do not find what the paper claims"),
    (ClaimOutcome::Undecided, "the run was too short to tell, or was not done"),
];

fn outcome_of(result: Option<&Reproduced>) -> ClaimOutcome {
    result.map_or(ClaimOutcome::Undecided, |result| result.finding.outcome)
}

/// How many claims there are of each outcome; experiments without a result are undecided.
#[must_use]
pub fn outcome_counts(results: &PaperResults) -> [(ClaimOutcome, usize); 5] {
    ClaimOutcome::ALL.map(|outcome| {
        let of = PAPER_ENTRIES.iter().filter(|entry| outcome_of(results.get(entry.name)) == outcome);
        (outcome, of.count())
    })
}

/// A time as people say it.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => format!("{:.0} ms", s * 1000.0),
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.0} minutes", s / 60.0),
        s => format!("{:.1} hours", s / 3600.0),
    }
}

/// The page for browsers: one file that needs no other.
#[must_use]
pub fn html_page(results: &PaperResults) -> String {
    let mut page = String::new();
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{TITLE}</title>\n\
         <style>\n{}</style>\n</head>\n<body>\n<main>\n<h1>{TITLE}</h1>\n",
        include_str!("page.css")
    );
    for paragraph in INTRODUCTION {
        let _ = writeln!(page, "<p>{}</p>", escape(paragraph));
    }
    page.push_str("<ul class=\"counts\">\n");
    for ((outcome, count), (_, meaning)) in outcome_counts(results).into_iter().zip(MEANINGS) {
        let _ = writeln!(page, "<li>{} {count}: {meaning}</li>", mark(outcome));
    }
    page.push_str("</ul>\n");
    for paper in papers() {
        let _ = writeln!(
            page,
            "<h2 id=\"{}\">{}</h2>\n<p class=\"quiet\">{}. {}</p>\n<p>{}</p>",
            paper.key,
            escape(&paper.title),
            escape(&paper.authors),
            escape(&paper.published),
            escape(&paper.about)
        );
        page.push_str(
            "<table class=\"overview\">\n<thead><tr><th>claim</th><th>the paper</th><th>Hexwright</th><th>outcome</th></tr></thead>\n<tbody>\n",
        );
        for claim in &paper.claims {
            let result = results.get(&claim.name);
            let _ = writeln!(
                page,
                "<tr><td><a href=\"#{}\">{}</a><br><span class=\"quiet\">{}</span></td><td data-head=\"Paper\">{}</td>\
                 <td data-head=\"Hexwright\">{}</td><td>{}</td></tr>",
                claim.name,
                escape(&claim.title),
                escape(&claim.reference()),
                escape(&claim.says),
                result.map_or_else(|| "not run".to_string(), |result| escape(&result.finding.ours)),
                mark(outcome_of(result))
            );
        }
        page.push_str("</tbody>\n</table>\n");
        let _ = writeln!(page, "<p class=\"quiet\">Not repeated: {}</p>", escape(&paper.left_out));
        for claim in &paper.claims {
            html_claim(&mut page, claim, results.get(&claim.name));
        }
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn html_claim(page: &mut String, claim: &PaperClaim, result: Option<&Reproduced>) {
    let _ = writeln!(
        page,
        "<section class=\"claim\" id=\"{}\">\n<h3>{} {}</h3>\n<p class=\"quiet\">{}</p>\n<p>{}</p>",
        claim.name,
        escape(&claim.title),
        mark(outcome_of(result)),
        escape(&claim.reference()),
        escape(&claim.claim)
    );
    let Some(Reproduced { command, seconds, version, finding, .. }) = result else {
        let _ = writeln!(
            page,
            "<p>Not run yet.</p>\n<code class=\"command\">hexwright reproduce {}</code>\n</section>",
            claim.name
        );
        return;
    };
    let _ = writeln!(
        page,
        "<dl class=\"values\"><dt>The paper</dt><dd>{}</dd><dt>Hexwright</dt><dd>{}</dd><dt>Why</dt><dd>{}</dd></dl>",
        escape(&claim.says),
        escape(&finding.ours),
        escape(&finding.because)
    );
    for table in &finding.tables {
        html_table(page, table);
    }
    if !finding.figures.is_empty() {
        page.push_str("<div class=\"figures\">\n");
        for figure in &finding.figures {
            // Boards keep the colours of stones on any ground; plots take the page's.
            let class = if is_plot(&figure.svg) { "plot" } else { "board" };
            let _ = writeln!(
                page,
                "<figure class=\"{class}\">\n{}\n<figcaption>{}</figcaption>\n</figure>",
                with_own_names(&figure.svg, &format!("{}-{}", claim.name, figure.name)),
                escape(&figure.caption)
            );
        }
        page.push_str("</div>\n");
    }
    let _ = writeln!(
        page,
        "<code class=\"command\">{}</code>\n<p class=\"quiet\">took {}; Hexwright {}</p>\n</section>",
        escape(command),
        duration(*seconds),
        escape(version)
    );
}

/// Whether a picture is a plot of ours and not a board.
fn is_plot(svg: &str) -> bool {
    svg.contains("viewBox=\"0 0 620 380\"") || svg.contains("#FFFFFF")
}

/// Pictures inside one page must not share the names that they refer to themselves by.
fn with_own_names(svg: &str, name: &str) -> String {
    let svg = svg.trim_start_matches(|c| c != '<');
    let svg = match svg.find("<svg") {
        Some(start) => &svg[start..],
        None => svg,
    };
    svg.replace("id=\"", &format!("id=\"{name}-"))
        .replace("url(#", &format!("url(#{name}-"))
        .replace("href=\"#", &format!("href=\"#{name}-"))
}

fn html_table(page: &mut String, table: &FindingTable) {
    let _ =
        write!(page, "<div class=\"scroll\"><table>\n<caption>{}</caption>\n<tr>", escape(&table.caption));
    for column in &table.columns {
        let _ = write!(page, "<th>{}</th>", escape(column));
    }
    page.push_str("</tr>\n");
    for row in &table.rows {
        page.push_str("<tr>");
        for cell in row {
            // Numbers with their units stay on one line.
            let class = if cell.chars().count() <= LONGEST_NUMBER { " class=\"number\"" } else { "" };
            let _ = write!(page, "<td{class}>{}</td>", escape(cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table></div>\n");
}

fn mark(outcome: ClaimOutcome) -> String {
    let class = outcome.words().replace(' ', "-");
    format!("<span class=\"mark {class}\">{outcome}</span>")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The page of the documentation. `pictures` is the folder of its figures, relative to the page.
#[must_use]
pub fn markdown_page(results: &PaperResults, pictures: &str) -> String {
    let mut page = format!("# {TITLE}\n\n");
    for paragraph in INTRODUCTION {
        let _ = writeln!(page, "{}\n", wrapped(&paragraph.replace("data/papers.json", "`data/papers.json`")));
    }
    page.push_str(
        "`hexwright reproduce all --minutes 10 --out FOLDER` runs all experiments and writes this page for a browser. \
         `hexwright\nreproduce NAME` runs one, with more options.\n\n",
    );
    page.push_str("| outcome | claims | meaning |\n| --- | --- | --- |\n");
    for ((outcome, count), (_, meaning)) in outcome_counts(results).into_iter().zip(MEANINGS) {
        let _ = writeln!(page, "| {outcome} | {count} | {meaning} |");
    }
    for paper in papers() {
        let _ = write!(
            page,
            "\n## {}\n\n{}\n\n{}\n\n",
            paper.title,
            wrapped(&format!("{}. {}", paper.authors, paper.published)),
            wrapped(&paper.about)
        );
        page.push_str("| claim | the paper | Hexwright | outcome |\n| --- | --- | --- | --- |\n");
        for claim in &paper.claims {
            let result = results.get(&claim.name);
            let _ = writeln!(
                page,
                "| {} ({}) | {} | {} | {} |",
                in_table(&claim.title),
                in_table(&claim.reference()),
                in_table(&claim.says),
                result.map_or_else(|| "not run".to_string(), |result| in_table(&result.finding.ours)),
                outcome_of(result)
            );
        }
        let _ = write!(page, "\n{}\n", wrapped(&format!("Not repeated: {}", paper.left_out)));
        for claim in &paper.claims {
            if let Some(result) = results.get(&claim.name) {
                markdown_claim(&mut page, claim, result, pictures);
            }
        }
    }
    page
}

fn markdown_claim(page: &mut String, claim: &PaperClaim, result: &Reproduced, pictures: &str) {
    let PaperFinding { outcome, because, tables, figures, .. } = &result.finding;
    let verdict = format!("**{}.** {because}", sentence(outcome.words()));
    let _ = write!(page, "\n### {}\n\n{}\n\n{}\n", claim.title, wrapped(&claim.claim), wrapped(&verdict));
    for FindingTable { caption, columns, rows } in tables {
        let _ = write!(
            page,
            "\n{}:\n\n| {} |\n|{}\n",
            wrapped(caption),
            columns.join(" | "),
            " --- |".repeat(columns.len())
        );
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| in_table(cell)).collect();
            let _ = writeln!(page, "| {} |", cells.join(" | "));
        }
    }
    for figure in figures {
        let _ = write!(page, "\n![{}]({pictures}/{}-{}.svg)\n", figure.caption, claim.name, figure.name);
        let _ = write!(page, "\n{}\n", wrapped(&figure.caption));
    }
    let _ = write!(page, "\n```sh\n{}\n```\n", result.command);
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn in_table(text: &str) -> String {
    text.replace('|', "\\|")
}

/// A paragraph in lines of at most 118 columns.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        match line.chars().count() {
            0 => line.push_str(word),
            length if length + 1 + word.chars().count() <= 118 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_texts_is_shown_and_pictures_keep_their_own_names() {
        assert_eq!(escape("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
        let svg = "<?xml version=\"1.0\"?><svg><a id=\"x\"/><use href=\"#x\"/></svg>";
        assert_eq!(with_own_names(svg, "n"), "<svg><a id=\"n-x\"/><use href=\"#n-x\"/></svg>");
    }

    #[test]
    fn a_page_without_results_has_every_claim() {
        let results = PaperResults::new();
        let page = html_page(&results);
        for entry in PAPER_ENTRIES {
            assert!(page.contains(&format!("id=\"{}\"", entry.name)), "{}", entry.name);
        }
        assert_eq!(outcome_counts(&results)[4].1, PAPER_ENTRIES.len());
    }
}
