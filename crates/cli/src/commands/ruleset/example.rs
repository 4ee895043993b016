//! What the guide to a new ruleset uses, out of the program: whoever writes the rules of a venue may have nothing else.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::error::{Error, not_in_a_page};
use crate::files;
use resettle_console::say;

/// A file of the repository, by the path that it is written to.
macro_rules! file {
    ($to:literal, $from:literal) => {
        ($to, include_bytes!(concat!("../../../../../", $from)).as_slice())
    };
}

/// Every file: documents, rulesets with notes and cases, records of a table, and the pages on the formats.
const FILES: &[(&str, &[u8])] = &[
    file!("rules.pdf", "fixtures/invented/rules.pdf"),
    file!("rules.txt", "fixtures/invented/rules.txt"),
    file!("records.jsonl", "fixtures/invented/records.jsonl"),
    file!(
        "rulesets/zz/lantern-quay/seven-lantern-baccarat/2025-03-01/ruleset.yaml",
        "fixtures/invented/rulesets/zz/lantern-quay/seven-lantern-baccarat/2025-03-01/ruleset.yaml"
    ),
    file!(
        "rulesets/zz/lantern-quay/seven-lantern-baccarat/2025-03-01/notes.md",
        "fixtures/invented/rulesets/zz/lantern-quay/seven-lantern-baccarat/2025-03-01/notes.md"
    ),
    file!(
        "rulesets/zz/lantern-quay/seven-lantern-baccarat/2025-03-01/cases.yaml",
        "fixtures/invented/rulesets/zz/lantern-quay/seven-lantern-baccarat/2025-03-01/cases.yaml"
    ),
    file!("games/copper-gate.pdf", "fixtures/games/documents/copper-gate/rules.pdf"),
    file!(
        "games/rulesets/zz/copper-gate/half-on-six-baccarat/2025-06-01/ruleset.yaml",
        "fixtures/games/rulesets/zz/copper-gate/half-on-six-baccarat/2025-06-01/ruleset.yaml"
    ),
    file!(
        "games/rulesets/zz/copper-gate/half-on-six-baccarat/2025-06-01/notes.md",
        "fixtures/games/rulesets/zz/copper-gate/half-on-six-baccarat/2025-06-01/notes.md"
    ),
    file!(
        "games/rulesets/zz/copper-gate/half-on-six-baccarat/2025-06-01/cases.yaml",
        "fixtures/games/rulesets/zz/copper-gate/half-on-six-baccarat/2025-06-01/cases.yaml"
    ),
    file!("paper.txt", "fixtures/cuts/no-numbers/document.txt"),
    file!("new-ruleset.md", "docs/new-ruleset.md"),
    file!("approver.md", "docs/approver.md"),
    file!("ruleset-format.md", "docs/ruleset-format.md"),
    file!("ruleset-keys.md", "docs/ruleset-keys.md"),
    file!("ruleset-cases.md", "docs/ruleset-cases.md"),
    file!("approvals.md", "docs/approvals.md"),
];

/// `resettle ruleset example`
pub fn run(dir: &Path) -> Result<ExitCode, Error> {
    if cfg!(target_family = "wasm") {
        return Err(not_in_a_page("ruleset example"));
    }
    fs::create_dir(dir).map_err(|error| Error::write(dir, error))?;
    for (name, bytes) in FILES {
        let path = dir.join(name);
        let folder = files::folder_of(&path);
        fs::create_dir_all(folder).map_err(|error| Error::write(folder, error))?;
        match str::from_utf8(bytes) {
            Ok(page) if name.ends_with(".md") && !name.contains('/') => {
                files::write_new(&path, with_own_links(page).as_bytes())?;
            }
            _ => files::write_new(&path, bytes)?,
        }
        say!("{name}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A page without the links to pages that are not written beside it: their words stay.
fn with_own_links(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(open) = rest.find('[') {
        let (before, link) = rest.split_at(open);
        out.push_str(before);
        let parts = link.split_once("](").and_then(|(words, behind)| {
            let (target, behind) = behind.split_once(')')?;
            let words = words.strip_prefix('[')?;
            // A bracket or a line's end in between: it was none.
            (!words.contains(['[', ']', '\n']) && !target.contains(char::is_whitespace))
                .then_some((words, target, behind))
        });
        match parts {
            Some((words, target, behind)) => {
                let file = target.split('#').next().unwrap_or_default();
                let leads = file.is_empty() || file.contains("://") || FILES.iter().any(|(name, _)| *name == file);
                out.push_str(&if leads { format!("[{words}]({target})") } else { words.to_owned() });
                rest = behind;
            }
            None => {
                out.push('[');
                rest = link.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_what_is_written() {
        let page = "see [cases](ruleset-cases.md#a), [the diff](diff.md#b), [below](#c), [8, 9] and [a [b](c.md";
        let own = "see [cases](ruleset-cases.md#a), the diff, [below](#c), [8, 9] and [a [b](c.md";
        assert_eq!(with_own_links(page), own);
        // No page that is written holds a link to one that is not.
        for (name, bytes) in FILES.iter().filter(|(name, _)| name.ends_with(".md") && !name.contains('/')) {
            let page = with_own_links(str::from_utf8(bytes).unwrap_or_default());
            let targets = page.split("](").skip(1).filter_map(|one| one.split([')', '#']).next());
            let mut pages = targets.filter(|target| target.ends_with(".md") && !target.contains("://"));
            assert_eq!(pages.find(|target| !FILES.iter().any(|(own, _)| own == target)), None, "{name}");
        }
    }
}
