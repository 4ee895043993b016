//! `resettle ruleset weave`

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{resettle, root, scratch, shared};

const GATE: &str = "zz/copper-gate/half-on-six-baccarat/2025-06-01";
const RULESETS: [&str; 2] = ["--rulesets", "fixtures/games/rulesets"];

#[test]
fn a_page_holds_the_document_clause_by_clause_with_what_enforces_it() {
    let folder = scratch();
    let out = folder.path().join("woven");
    let document = root().join("fixtures/games/documents/copper-gate/rules.txt");
    let weave = |id: &str, more: &[&str]| {
        let args = ["ruleset", "weave", id, "--document", document.to_str().unwrap(), "--out", out.to_str().unwrap()];
        resettle(&[&args[..], &RULESETS, more].concat())
    };
    let run = weave(GATE, &[]);
    assert!(run.status < 2 && run.out.is_empty(), "{}", run.err);
    assert!(run.err.contains(" 0 of them with another text in document and ruleset"), "{}", run.err);
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    // It needs nothing else.
    for outside in ["<script", "src=", "http:", "https:", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    for shown in
        ["What enforces it", "Cases that show it", "Findings that cite it", "mark class=\"here\"", "Lines in no clause"]
    {
        assert!(page.contains(shown), "{shown}");
    }
    // The rows of the document's tables keep their cells apart.
    assert!(!page.contains("\\u{") && page.contains("class=\"tab\""));
    // Nothing is overwritten.
    let again = weave(GATE, &[]);
    assert_eq!(again.status, 2);
    assert!(again.err.contains("index.html"), "{}", again.err);
    assert_eq!(weave("nowhere", &[]).status, 2);
}

#[test]
fn what_another_version_says_is_struck_out_and_a_clause_that_differs_is_named() {
    let folder = scratch();
    let draft = folder.path().join("draft");
    std::fs::create_dir(&draft).unwrap();
    let from = root().join("fixtures/games/rulesets").join(GATE);
    for file in ["ruleset.yaml", "notes.md"] {
        std::fs::copy(from.join(file), draft.join(file)).unwrap();
    }
    let yaml = std::fs::read_to_string(from.join("ruleset.yaml")).unwrap();
    let other = yaml.replacen("pays: 1 to 1", "pays: 2 to 1", 1);
    assert_ne!(other, yaml);
    // A clause that went, and one with other words.
    let (went, words) = ("  \"5\": {text: b34e", "  \"4.6\": {text: 0c9a");
    assert!(other.contains(went) && other.contains(words));
    let kept = other.lines().filter(|line| !line.starts_with(went)).collect::<Vec<_>>().join("\n");
    let other = kept.replace(words, "  \"4.6\": {text: 0c9b");
    std::fs::write(draft.join("ruleset.yaml"), other).unwrap();
    let text = std::fs::read_to_string(root().join("fixtures/games/documents/copper-gate/rules.txt")).unwrap();
    let document = folder.path().join("rules.txt");
    std::fs::write(&document, text.replacen(" card ", " cards ", 1)).unwrap();
    let out = folder.path().join("woven");
    let (draft, document, out) = (draft.to_str().unwrap(), document.to_str().unwrap(), out.to_str().unwrap());
    let run = resettle(
        &[&["ruleset", "weave", draft, "--document", document, "--out", out, "--against", GATE][..], &RULESETS]
            .concat(),
    );
    assert_eq!(run.status, 1, "{}", run.err);
    let page = std::fs::read_to_string(format!("{out}/index.html")).unwrap();
    assert!(page.contains("<del>1 to 1</del> 2 to 1"), "the old odds are beside the new ones");
    assert!(page.contains("the text is not that of the ruleset"));
    let since = format!("of the clauses since {GATE} 1 with other words, 1 removed");
    assert!(run.err.contains(&since) && page.contains(&since), "{}", run.err);
    assert!(page.contains("other words than before") && page.contains("<h2>Clauses that went</h2>"));
    assert!(page.contains("(none of the files that the ruleset names)"));
}

/// The values of cards hold each number up to nine: days are none of them.
#[test]
fn a_number_of_days_is_not_found_as_the_value_of_a_card() {
    let folder = scratch();
    let text = std::fs::read_to_string(root().join("fixtures/games/documents/copper-gate/rules.txt")).unwrap();
    let document = folder.path().join("rules.txt");
    std::fs::write(&document, text.replacen("\n1.1 ", "\n1.1 Claims are kept for nine days. ", 1)).unwrap();
    let out = folder.path().join("woven");
    let args = ["ruleset", "weave", GATE, "--document", document.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let run = resettle(&[&args[..], &RULESETS].concat());
    assert_eq!(run.status, 1, "{}", run.err);
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    let marked = |class: &str| page.matches(&format!("<mark class=\"{class}\">nine</mark>")).count();
    assert_eq!((marked("nowhere"), marked("elsewhere")), (1, 0));
    assert!(marked("here") > 0, "cards of nine");
}

/// What `ruleset check` takes as excused is so on the page.
#[test]
fn a_clause_that_no_case_can_show_is_excused_with_the_reason() {
    let Some(sources) = shared("sources") else { return };
    let folder = scratch();
    let weave = |id: &str, document: &str| {
        let (document, out) = (sources.join(document), folder.path().join(id.replace('/', "-")));
        let args = ["ruleset", "weave", id, "--document", document.to_str().unwrap(), "--out", out.to_str().unwrap()];
        let run = resettle(&args);
        assert_eq!(run.status, 0, "{}", run.err);
        let page = std::fs::read_to_string(out.join("index.html")).unwrap();
        let excused = page.matches("none, excused: ").count();
        let said = format!("0 enforced ones that no case shows, {excused} excused");
        assert!(
            run.err.contains(&said) && page.contains(&format!(", {excused} are excused in cases.yaml.")),
            "{}",
            run.err
        );
        excused
    };
    assert_eq!(weave("sg/mbs/baccarat/2017-02-17", "sg-mbs-baccarat-v7-2017.txt"), 1);
    assert!(weave("au-nsw/star/7-up-baccarat/2016-08-17", "au-nsw-star-7-up-baccarat-2016.txt") > 100);
}

/// Two versions are compared by the same choices: a row that holds under one is the same row in both.
#[test]
fn a_copy_has_no_changed_values_under_any_choice() {
    let folder = scratch();
    let id = "zz/amber-hall/choice-baccarat/2025-06-01";
    let draft = folder.path().join("draft");
    std::fs::create_dir(&draft).unwrap();
    for file in ["ruleset.yaml", "notes.md"] {
        std::fs::copy(root().join("fixtures/games/rulesets").join(id).join(file), draft.join(file)).unwrap();
    }
    let document = root().join("fixtures/games/documents/amber-hall/rules.txt");
    let weave = |more: &[&str]| {
        let args = ["ruleset", "weave", draft.to_str().unwrap(), "--document", document.to_str().unwrap()];
        let out = folder.path().join("woven");
        let choices = ["--elect", "banker=commission", "--elect", "six=offered", "--out", out.to_str().unwrap()];
        resettle(&[&args[..], &choices, &RULESETS, more].concat())
    };
    let run = weave(&["--against", id]);
    assert!(run.err.contains(&format!("; 0 values changed since {id}")), "{}", run.err);
    let unnamed = weave(&["--old-document", document.to_str().unwrap()]);
    assert!(unnamed.status == 2 && unnamed.err.contains("no version is named"), "{}", unnamed.err);
}

/// The rule documents, each with its ruleset.
const DOCUMENTS: [(&str, &str); 5] = [
    ("au-nsw/star/7-up-baccarat/2016-08-17", "au-nsw-star-7-up-baccarat-2016.txt"),
    ("sg/mbs/7-up-baccarat/2011-08-26", "sg-mbs-7-up-baccarat-2011-zh-en.txt"),
    ("sg/mbs/7-up-baccarat/2017-02-17", "sg-mbs-7-up-baccarat-v6-2017.txt"),
    ("sg/mbs/baccarat/2017-02-17", "sg-mbs-baccarat-v7-2017.txt"),
    ("sg/mbs/electronic-7-up-baccarat/2023-05-08", "sg-mbs-electronic-7-up-baccarat-2023.txt"),
];

/// Of each clause what became of it, where its numbers are in the ruleset, and how much is beside it: the document's own words
/// are no part of the project.
#[test]
fn the_woven_pages_of_the_five_documents() {
    let Some(sources) = shared("sources") else { return };
    let folder = scratch();
    for (id, file) in DOCUMENTS {
        let (document, out) = (sources.join(file), folder.path().join(file));
        let args = ["ruleset", "weave", id, "--document", document.to_str().unwrap(), "--out", out.to_str().unwrap()];
        let run = resettle(&args);
        assert!(run.status < 2, "{}", run.err);
        let page = std::fs::read_to_string(out.join("index.html")).unwrap();
        let held = format!("exit status {}\n{}", run.status, table(&page));
        assert_no_sentence(&std::fs::read_to_string(&document).unwrap(), &held);
        insta::assert_snapshot!(format!("woven_{}", id.replace('/', ".")), held);
    }
}

fn table(page: &str) -> String {
    let (head, rest) = page.split_once("</div>").unwrap();
    let sums = head.split_once("<div class=\"sums\">").unwrap().1.lines().map(bare).filter(|line| !line.is_empty());
    let mut out: String = sums.map(|line| format!("{line}\n")).collect();
    let clauses: Vec<&str> = rest.split("<section class=\"clause ").skip(1).collect();
    for clause in &clauses {
        let (class, clause) = clause.split_once("\">").unwrap();
        let compared = class.split_once(' ').unwrap().1;
        let (number, rest) = clause.split_once("<h3>").unwrap().1.split_once("<small>").unwrap();
        let kind = rest.split(" · ").next().unwrap();
        let kind = bare(kind.split("</small>").next().unwrap());
        let (text, rule) = rest.split_once("<div class=\"rule\">").unwrap();
        let rule = rule.split("</section>").next().unwrap();
        let marked = |class: &str| -> Vec<String> {
            text.split(&format!("<mark class=\"{class}\">"))
                .skip(1)
                .map(|one| bare(one.split('<').next().unwrap()))
                .collect()
        };
        let below = |title: &str| {
            let list = rule.split_once(&format!("<dt>{title}</dt>")).map_or("", |(_, list)| list);
            list.split("<dt>").next().unwrap().matches("<dd").count()
        };
        let numbers = ["here", "elsewhere", "nowhere"].map(|class| (class, marked(class)));
        let numbers = numbers.iter().filter(|(_, all)| !all.is_empty());
        let numbers: Vec<String> = numbers.map(|(class, all)| format!("{class} {}", all.join(" "))).collect();
        let beside =
            [("What enforces it", "values"), ("Cases that show it", "cases"), ("Findings that cite it", "findings")];
        let beside = beside.into_iter().chain([("Readings", "readings")]).map(|(title, what)| (below(title), what));
        let beside = beside.filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
        let all: Vec<String> =
            [bare(number), kind, compared.to_owned()].into_iter().chain(numbers).chain(beside).collect();
        out.push_str(&format!("{}\n", all.join(" | ")));
    }
    let (_, behind) = clauses.last().unwrap().split_once("</section>").unwrap();
    for part in behind.split("<h2>").skip(1) {
        let (title, rows) = part.split_once("</h2>").unwrap();
        let may_be_rules = rows.matches("may be a rule").count();
        out.push_str(&format!("{title}: {} rows, {may_be_rules} may be rules\n", rows.matches("<tr>").count()));
    }
    out
}

/// A text without its tags.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for letter in text.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            _ if !inside => out.push(letter),
            _ => {}
        }
    }
    out.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace("&quot;", "\"")
        .replace("&#34;", "\"")
        .replace("&#39;", "'")
}

/// No eight words in a row of the document.
fn assert_no_sentence(document: &str, held: &str) {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let document = words(document);
    assert!(document.len() > 1_000);
    let rows: std::collections::HashSet<&[String]> = document.windows(8).collect();
    let held = words(held);
    assert_eq!(held.windows(8).find(|row| rows.contains(row)), None);
}
