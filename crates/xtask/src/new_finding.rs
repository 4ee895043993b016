//! The files of a new finding.
//!
//! What is made compiles. What somebody has to write says `TODO`, and the tests of the pages and of the faults fail until
//! it is written.

use std::path::Path;

use crate::code::{NewCode, Severity, capital};
use crate::edit::{Edit, before, behind_last, module, read};

const CATALOGUE: &str = "crates/audit/src/catalogue/mod.rs";
const FAULTS: &str = "crates/simulate/src/faults/mod.rs";
const PLANTED: &str = "crates/simulate/tests/faults.rs";
const GALLERY: &str = "crates/cli/tests/gallery.rs";
const CHANGELOG: &str = "CHANGELOG.md";

/// The folder of `crates/audit/src` in which findings of this family are made; none where they come from elsewhere.
fn folder(family: &str) -> Option<&'static str> {
    match family {
        "deal" => Some("coup"),
        "settlement" | "wager" => Some("settle"),
        "display" | "result" | "void" => Some("judge"),
        "procedure" => Some("shoe"),
        "claim" => Some("claims"),
        "reconcile" => Some("join"),
        _ => None,
    }
}

/// Whether one log of one table can show it, so that the simulator plants it.
fn is_planted(family: &str) -> bool {
    !matches!(family, "disposition" | "promotion" | "reconcile" | "tournament")
}

/// Every file that is made or changed; nothing is written.
pub(crate) fn edits(root: &Path, code: &NewCode, severity: Severity) -> Result<Vec<Edit>, String> {
    let (text, variant, snake) = (code.text(), code.variant(), code.snake());
    let catalogue = read(root, CATALOGUE)?;
    if catalogue.contains(&format!("\"{text}\"")) {
        return Err(format!("`{text}` is there already: `resettle explain {text}`"));
    }
    if read(root, CHANGELOG)?.contains(&format!("`{text}`")) {
        return Err(format!("`{text}` stands in {CHANGELOG}: a code is never used again for something else"));
    }
    if catalogue.lines().any(|line| line.trim_start().starts_with(&format!("{variant}, "))) {
        return Err(format!("`{variant}` is the name of another finding in Rust: take another code"));
    }
    let mut edits = vec![
        Edit::change(root, CATALOGUE, |catalogue| {
            let line = format!(
                "    /// TODO: what is wrong, in one line.\n    {variant}, \"{text}\", {};\n",
                capital(severity.word())
            );
            behind_last(catalogue, |known| known.contains(&format!(", \"{}/", code.family)), &line)
        })?,
        Edit::new(root, format!("crates/audit/explain/{text}.md"), page(&text, severity))?,
    ];
    if let Some(folder) = folder(&code.family) {
        let path = format!("crates/audit/src/{folder}/{snake}.rs");
        edits.push(Edit::new(root, path, found(&variant, &snake))?);
        edits.push(Edit::change(root, &format!("crates/audit/src/{folder}/mod.rs"), |text| module(text, &snake))?);
    }
    if is_planted(&code.family) {
        edits.push(Edit::new(root, format!("crates/simulate/src/faults/{snake}.rs"), fault(&text, &snake))?);
        edits.push(Edit::change(root, FAULTS, |faults| family(&module(faults, &snake)?, &code.name, &snake))?);
        edits.push(Edit::change(root, PLANTED, |tests| {
            let listed =
                |known: &str| known.starts_with(&format!("        \"{}/", code.family)) && known.ends_with("\",\n");
            behind_last(tests, listed, &format!("        \"{text}\",\n"))
        })?);
        edits.push(Edit::change(root, GALLERY, |gallery| {
            let line = format!("        Code::{variant} => (\"{snake}\", SevenUp),\n");
            before(gallery, "        Code::TournamentNoRules => {\n", &line)
        })?);
    }
    edits.push(Edit::change(root, CHANGELOG, |changes| {
        let (_, unreleased) = changes.split_once("## Unreleased").ok_or("`## Unreleased` is missing")?;
        let (_, added) = unreleased.split_once("### Added\n").ok_or("`### Added` is missing")?;
        let at = changes.len() - added.len();
        let (head, tail) = changes.split_at_checked(at).ok_or("`### Added` is missing")?;
        Ok(format!("{head}- `{text}`: TODO: what is found, and by which clause.\n{tail}"))
    })?);
    Ok(edits)
}

/// The page of `resettle explain`, with every section that it has to have.
fn page(code: &str, severity: Severity) -> String {
    let word = severity.word();
    format!(
        "# {code}

TODO: what is wrong, in one sentence of at most 85 letters.

## What it means
TODO: when it is found, and when it is not.

## Why it matters
TODO: what it can hide, and what it costs.

## Clause
TODO: the clause of each document (2011, v6, v7, E, Star), or \"none\".

## Example
```
{{\"type\":\"coup\",\"shoe\":\"S-0001\",\"coup\":12,…}}
```

```
{word:<8} {code}  shoe S-0001 coup 12
  TODO: as `resettle replay` prints it
  expected    TODO
  logged      TODO
  record      log.jsonl:15 (seq 14)
```

## What to do
TODO: the first thing to do, in one sentence of at most 95 letters.

## Not to be confused with
TODO: the findings that look like it.
"
    )
}

/// Where it is found: a function that makes the finding, which nothing calls yet.
fn found(variant: &str, snake: &str) -> String {
    format!(
        "//! TODO: what this looks for.

use crate::catalogue::Code;
use crate::finding::{{Finding, Place}};

/// TODO: when this is found.
#[expect(dead_code, reason = \"nothing calls it yet\")]
pub(crate) fn {snake}(place: &Place) -> Finding {{
    Finding::new(Code::{variant}, place, \"TODO: what is wrong, in words\".to_owned())
}}
"
    )
}

/// The fault that shows it, and the nearest thing that is right; neither finds its place yet.
fn fault(code: &str, snake: &str) -> String {
    format!(
        "//! TODO: what goes wrong here.

use crate::fault::{{ANY, Fault, fault, near}};

pub(super) const FAULTS: &[Fault] = &[
    fault(\"{snake}\", \"{code}\", ANY, \"TODO: what is done to the log.\", |_| None),
    near(\"{snake}_nearly\", ANY, \"TODO: what looks like it and is right.\", |_| None),
];
"
    )
}

/// The list of families of faults with one more.
fn family(faults: &str, name: &str, snake: &str) -> Result<String, String> {
    let words = name.replace('-', " ");
    let (head, rest) = faults.split_once("const FAMILIES: [(&str, &[Fault]); ").ok_or("`FAMILIES` is missing")?;
    let (count, rest) = rest.split_once(']').ok_or("`FAMILIES` is missing")?;
    let count: usize = count.parse().map_err(|_| "`FAMILIES` has no count".to_owned())?;
    let (list, tail) = rest.split_once("\n];").ok_or("`FAMILIES` does not end")?;
    let (head, count) = (format!("{head}const FAMILIES: [(&str, &[Fault]); "), count + 1);
    Ok(format!("{head}{count}]{list}\n    (\"{words}\", {snake}::FAULTS),\n];{tail}"))
}

/// What was done, and what is left.
pub(crate) fn said(edits: &[Edit], code: &NewCode, dry_run: bool) -> String {
    let mut out = String::new();
    for edit in edits {
        let verb = match (dry_run, edit.is_new) {
            (true, true) => "would make",
            (true, false) => "would change",
            (false, true) => "made",
            (false, false) => "changed",
        };
        out.push_str(&format!("{verb:<12} {}\n", edit.path));
    }
    out.push_str("\nLeft to do by hand, in this order:\n");
    let mut steps = vec![
        "Write what says TODO: `git diff` and `git status` show it.".to_owned(),
        match folder(&code.family) {
            Some(folder) => format!(
                "Have crates/audit/src/{folder}/{}.rs look for it, call it, and take its `#[expect(dead_code)]` away.",
                code.snake()
            ),
            None => source(&code.family).to_owned(),
        },
    ];
    if !matches!(code.family.as_str(), "disposition" | "integrity" | "promotion" | "tournament") {
        steps.push(
            "Where a clean coup could show it, crates/audit/src/replay/quick has to say no: it accepts coups without \
             looking further."
                .to_owned(),
        );
    }
    if is_planted(&code.family) {
        steps.push(format!(
            "Have crates/simulate/src/faults/{}.rs plant the fault and its nearest miss; the list of rules behind each code \
             says under which it can be shown.",
            code.snake()
        ));
    } else {
        steps.push(
            "Show it: a test in crates/cli/tests, and an arm in `shown_by` of crates/cli/tests/gallery.rs that says what it \
             takes."
                .to_owned(),
        );
    }
    steps.extend([
        "A row in docs/spec/adjudication.md: it is the contract, amended in the same commit; docs/readings.md with a \
         case in crates/audit/tests/readings where a document is silent."
            .to_owned(),
        "A small log that shows it, and one that does not, in crates/coup-log/tests/conformance, for other programs."
            .to_owned(),
        "docs/glossary.md for new terms.".to_owned(),
        "INSTA_UPDATE=always UPDATE_DOCS=1 cargo test --workspace, then `git diff`: docs/gallery.md is made by a test."
            .to_owned(),
    ]);
    for (at, step) in steps.iter().enumerate() {
        out.push_str(&format!("{:>3}. {step}\n", at + 1));
    }
    out
}

/// Where findings of a family come from that no folder of the engine makes by itself.
fn source(family: &str) -> &'static str {
    match family {
        "integrity" => {
            "A `FaultCode` in crates/sealed-log/src/fault.rs, found by the chain beside it, and its code in crates/audit/src/sink/out.rs."
        }
        "ruleset" => "Find it where rules are chosen: crates/audit/src/replay.",
        "tournament" => "Find it in crates/audit/src/tournament.",
        "promotion" => "Find it in crates/promotions/src/judge.",
        _ => "Find it in crates/oversight, or where crates/cli puts its reports together.",
    }
}
