//! The Markdown pages of the repository: their code blocks, links and paths.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A page with its path from the root of the repository.
pub(crate) struct Page {
    pub(crate) name: String,
    text: String,
}

/// A fenced or indented block of code.
struct Block {
    /// The word after the fence; indented blocks have none.
    kind: String,
    lines: Vec<String>,
}

/// Every page of the repository.
pub(crate) fn all() -> Vec<Page> {
    let root = repository();
    let mut names = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                // Build outputs are not part of the repository, and results are kept unchanged.
                if !["target", "node_modules", ".git", "results", "book"].contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                names.push(path.strip_prefix(&root).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    names.sort();
    names.iter().map(|name| Page::read(name)).collect()
}

impl Page {
    pub(crate) fn read(name: &str) -> Self {
        let text = fs::read_to_string(repository().join(name)).unwrap();
        Self { name: name.to_string(), text }
    }

    fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut fence = false;
        let mut indented = false;
        let mut before = "";
        for line in self.text.lines() {
            let text = line.trim_start();
            if let Some(kind) = text.strip_prefix("```") {
                fence = !fence;
                if fence {
                    blocks.push(Block { kind: kind.to_string(), lines: Vec::new() });
                }
            } else if fence {
                blocks.last_mut().unwrap().lines.push(line.to_string());
            } else if line.starts_with("    ") && (indented || before.trim().is_empty()) {
                if !indented {
                    blocks.push(Block { kind: String::new(), lines: Vec::new() });
                }
                blocks.last_mut().unwrap().lines.push(text.to_string());
                indented = true;
                continue;
            }
            indented = false;
            before = line;
        }
        assert!(!fence, "{}: a block of code does not end", self.name);
        blocks
    }

    /// The commands of the blocks `console`, each with what it should print.
    pub(crate) fn examples(&self) -> Vec<(String, String)> {
        let mut examples: Vec<(String, String)> = Vec::new();
        for block in self.blocks().iter().filter(|block| block.kind == "console") {
            let first = examples.len();
            for line in &block.lines {
                let has_command = examples.len() > first;
                match (line.strip_prefix("$ "), examples.last_mut()) {
                    (Some(command), _) => examples.push((command.to_string(), String::new())),
                    (None, Some((_, expected))) if has_command => {
                        expected.push_str(line);
                        expected.push('\n');
                    }
                    _ => panic!("{}: a block begins without a command: {line}", self.name),
                }
            }
        }
        examples
    }

    /// The commands of the program in the blocks that show commands. Those with an ellipsis are not complete.
    pub(crate) fn commands(&self) -> Vec<String> {
        let mut commands = Vec::new();
        for block in self.blocks().iter().filter(|block| ["", "sh"].contains(&block.kind.as_str())) {
            let mut lines = block.lines.iter().map(|line| line.trim().trim_start_matches("$ "));
            while let Some(line) = lines.next() {
                if !line.starts_with("hexwright ") || line.contains('…') || line.contains("...") {
                    continue;
                }
                let mut command = line.to_string();
                while command.ends_with('\\') {
                    command.pop();
                    command += lines.next().unwrap();
                }
                // A text beside the command, as in a table.
                let command = command.split("   ").next().unwrap().trim_end_matches('&').to_string();
                commands.push(command);
            }
        }
        commands
    }

    /// The text without blocks of code, line by line.
    fn prose(&self) -> String {
        let mut fence = false;
        let mut prose = String::new();
        for line in self.text.lines() {
            if line.trim_start().starts_with("```") {
                fence = !fence;
            } else if !fence && !line.starts_with("    ") {
                prose.push_str(line);
                prose.push('\n');
            }
        }
        prose
    }

    /// The targets of the links and pictures.
    pub(crate) fn links(&self) -> Vec<String> {
        let prose = self.prose();
        let targets = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        targets.map(|(target, _)| target.split_whitespace().next().unwrap_or_default().to_string()).collect()
    }

    /// Links, anchors, paths and commands of the project that lead nowhere.
    pub(crate) fn problems(&self) -> Vec<String> {
        let links = self.links().into_iter().filter_map(|link| self.broken_link(&link));
        let spans = self.prose().split('`').skip(1).step_by(2).filter_map(broken_span).collect::<Vec<_>>();
        let blocks = self.blocks();
        let lines = blocks.iter().flat_map(|block| &block.lines).filter_map(|line| broken_span(line));
        let named = |problem: String| format!("{}: {problem}", self.name);
        links.chain(spans).chain(lines.collect::<Vec<_>>()).map(named).collect()
    }

    fn broken_link(&self, link: &str) -> Option<String> {
        if link.contains("://") || link.starts_with("mailto:") {
            return None;
        }
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let own = PathBuf::from(&self.name);
        let path = if file.is_empty() { own } else { own.parent().unwrap().join(file) };
        let path = repository().join(path);
        if !path.exists() {
            return Some(format!("the link {link} leads nowhere"));
        }
        let inside = !self.name.starts_with("docs/")
            || path.canonicalize().unwrap().starts_with(repository().join("docs"));
        if !inside {
            return Some(format!("the link {link} leads out of the book"));
        }
        let missing = !anchor.is_empty() && !anchors(&fs::read_to_string(&path).unwrap()).contains(anchor);
        missing.then(|| format!("the link {link} names no heading there"))
    }
}

/// A path of the repository, a test or a chore that a span or a line of code names and that is not there.
fn broken_span(span: &str) -> Option<String> {
    let words: Vec<&str> =
        span.split_whitespace().map(|word| word.trim_end_matches([',', ';', ')', '.', ':'])).collect();
    let root = repository();
    if let [word] = words[..] {
        let is_path = ["crates/", "docs/", "xtask/", "clients/", "training/"]
            .iter()
            .any(|start| word.starts_with(start));
        let plain = !word.contains(['*', '{', '<', '…', '$', 'X']);
        let file = word.split('#').next().unwrap_or(word).split(":").next().unwrap_or(word);
        if is_path && plain && !root.join(file).exists() {
            return Some(format!("the path {word} leads nowhere"));
        }
    }
    if let Some(at) = words.windows(2).position(|pair| pair == ["cargo", "xtask"]) {
        let chore = words.get(at + 2)?;
        let chores = fs::read_to_string(root.join("xtask/src/main.rs")).unwrap();
        if !chores.contains(&format!("[\"{chore}\"")) && !chores.contains(&format!("\"{chore}\" |")) {
            return Some(format!("there is no cargo xtask {chore}"));
        }
    }
    let option = |name: &str| words.iter().position(|word| *word == name).and_then(|at| words.get(at + 1));
    if words.starts_with(&["cargo", "test"])
        && let (Some(package), Some(test)) = (option("-p"), option("--test"))
    {
        let folder = package.trim_start_matches("hexwright-");
        let tests = root.join("crates").join(folder).join("tests");
        if !tests.join(format!("{test}.rs")).exists() && !tests.join(test).join("main.rs").exists() {
            return Some(format!("there is no test {test} of {package}"));
        }
    }
    None
}

/// The anchors of a page's headings, as GitHub and mdBook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fence = false;
    let mut anchors = BTreeSet::new();
    for line in text.lines() {
        if line.starts_with("```") {
            fence = !fence;
        }
        let title = line.trim_start_matches('#');
        if fence || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let kept = title.trim().to_lowercase();
        let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter));
        anchors.insert(kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect());
    }
    anchors
}
