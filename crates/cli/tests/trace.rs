//! `resettle ruleset trace`
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::Path;

use crate::common::{Run, has_tool, resettle, root, scratch, shared};
use crate::typeset::{Block, PLAIN, Style, blocks, html, pdf, print};
use serde_json::Value;

const DOCUMENTS: [(&str, &str); 5] = [
    ("sg/mbs/7-up-baccarat/2011-08-26", "sg-mbs-7-up-baccarat-2011-zh-en.txt"),
    ("sg/mbs/7-up-baccarat/2017-02-17", "sg-mbs-7-up-baccarat-v6-2017.txt"),
    ("sg/mbs/baccarat/2017-02-17", "sg-mbs-baccarat-v7-2017.txt"),
    ("sg/mbs/electronic-7-up-baccarat/2023-05-08", "sg-mbs-electronic-7-up-baccarat-2023.txt"),
    ("au-nsw/star/7-up-baccarat/2016-08-17", "au-nsw-star-7-up-baccarat-2016.txt"),
];

/// The document that the project wrote itself.
const INVENTED: &str = "zz/lantern-quay/seven-lantern-baccarat/2025-03-01";
const INVENTED_RULES: &str = "fixtures/invented/rulesets";

fn trace(id: &str, document: &Path, format: &str) -> Run {
    let document = document.to_str().unwrap();
    // What could not be compared has a test of its own, in `ruleset_cases.rs`.
    let rules = ["--add-rulesets", INVENTED_RULES, "--accept-uncompared"];
    resettle(&[&["ruleset", "trace", id, "--document", document, "--format", format], &rules[..]].concat())
}

fn traced(id: &str, document: &Path) -> (i32, Value) {
    let run = trace(id, document, "json");
    assert!(run.status < 2, "{id}: {}", run.err);
    (run.status, serde_json::from_str(&run.out).unwrap())
}

fn invented_text() -> String {
    std::fs::read_to_string(root().join("fixtures/invented/rules.txt")).unwrap()
}

/// Traces a changed copy of the invented document.
fn changed(change: impl Fn(String) -> String) -> (i32, Value) {
    let folder = scratch();
    let path = folder.path().join("rules.txt");
    let before = invented_text();
    let after = change(before.clone());
    assert_ne!(before, after, "nothing was changed");
    std::fs::write(&path, after).unwrap();
    traced(INVENTED, &path)
}

/// The clauses whose fingerprints are not equal, and what else is amiss.
fn amiss(trace: &Value) -> Vec<String> {
    let mut out = Vec::new();
    for clause in trace["clauses"].as_array().unwrap() {
        if clause["fingerprint"] != "equal" {
            out.push(format!("{} {}", clause["clause"].as_str().unwrap(), clause["fingerprint"].as_str().unwrap()));
        }
    }
    for clause in trace["missing"].as_array().unwrap() {
        out.push(format!("{} missing", clause.as_str().unwrap()));
    }
    for row in trace["paytable"].as_array().unwrap() {
        if row["standing"] != "equal" {
            out.push(format!(
                "{} {}: {}",
                row["bet"].as_str().unwrap(),
                row["when"].as_str().unwrap(),
                row["standing"].as_str().unwrap()
            ));
        }
    }
    if trace["decks"]["standing"] != "equal" {
        out.push(format!("decks {}", trace["decks"]["standing"].as_str().unwrap()));
    }
    for one in trace["draws"]["different"].as_array().unwrap() {
        out.push(format!("{} {}", one["path"].as_str().unwrap(), one["standing"].as_str().unwrap()));
    }
    out
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The words of a document do not go into the repository: how many lines are in no clause, in their place.
fn without_outside(text: &str) -> String {
    let Some((before, rest)) = text.split_once("\nLines in no clause\n") else { return text.to_owned() };
    let (section, behind) = rest.split_once("\n\n").unwrap();
    format!("{before}\nLines in no clause\n  {} lines of the table\n\n{behind}", section.lines().count())
}

#[test]
fn every_document_traces_completely() {
    let Some(folder) = shared("sources") else { return };
    for (id, name) in DOCUMENTS {
        let run = trace(id, &folder.join(name), "text");
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{id}\n{}", run.out);
        // Lines of a document that are shown do not go into the repository with their Chinese words.
        let word = |letter: char| if ('\u{4e00}'..='\u{9fff}').contains(&letter) { '字' } else { letter };
        let out: String = run.out.replace(folder.to_str().unwrap(), "SOURCES").chars().map(word).collect();
        let out = without_outside(&out);
        snapshot(&id.replace('/', "_"), &out);
        let (status, json) = traced(id, &folder.join(name));
        assert_eq!((status, amiss(&json)), (0, Vec::new()), "{id}");
        assert_eq!((&json["missing"], &json["unknown"]), (&Value::Array(vec![]), &Value::Array(vec![])));
        assert_eq!((&json["document"]["source"], &json["in_order"]), (&Value::Bool(true), &Value::Bool(true)));
    }
}

#[test]
fn the_stars_rules_on_tournaments_and_prizes_are_traced() {
    let Some(folder) = shared("sources") else { return };
    let (id, name) = DOCUMENTS[4];
    let (_, json) = traced(id, &folder.join(name));
    let clauses = json["clauses"].as_array().unwrap();
    let of = |chapter: &str| clauses.iter().filter(|one| one["clause"].as_str().unwrap().starts_with(chapter)).count();
    assert_eq!((clauses.len(), of("15."), of("16.")), (356, 101, 57));
}

#[test]
fn the_invented_document_traces_completely_as_text_and_as_pdf() {
    for file in ["rules.txt", "rules.pdf"] {
        let document = format!("fixtures/invented/{file}");
        let run = trace(INVENTED, Path::new(&document), "text");
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{file}\n{}", run.out);
        snapshot(&format!("invented_{}", file.replace('.', "_")), &run.out);
    }
    let run = trace(INVENTED, Path::new("fixtures/invented/rules.pdf"), "json");
    snapshot("invented_json", &run.out);
    // By its folder instead of its id.
    let folder = format!("{INVENTED_RULES}/{INVENTED}");
    let by_folder =
        resettle(&["ruleset", "trace", &folder, "--document", "fixtures/invented/rules.pdf", "--format", "json"]);
    assert_eq!((by_folder.status, by_folder.out), (0, run.out));
}

/// To renew it: `UPDATE_DOCS=1 cargo test --workspace --test all -- trace::`
#[test]
fn the_invented_pdf_is_what_the_text_is_typeset_to() {
    let style = Style { header: "The Lantern Quay", footer: "Rules of Play, page #", repeat_head: true, ..PLAIN };
    let made = pdf(&blocks(&invented_text()), &style);
    let path = root().join("fixtures/invented/rules.pdf");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    assert!(std::fs::read(&path).unwrap() == made, "fixtures/invented/rules.pdf is out of date");
}

/// Layouts that differ in all that has made trouble.
fn styles() -> Vec<(&'static str, Style)> {
    let furnished = Style { header: "Approved Rules of the Game \u{2013} 2017", footer: "#", ..PLAIN };
    vec![
        ("plain", PLAIN),
        ("furnished", furnished),
        ("furniture first", Style { furniture_first: true, footer: "Page # of 99", ..furnished }),
        ("narrow", Style { width: 230, gap: 0, ..furnished }),
        ("wide leading", Style { leading: 19, gap: 0, footer: "Version 6 / #", ..furnished }),
        ("hanging", Style { hanging: true, ..furnished }),
        ("numbers alone", Style { number_alone: true, footer: "- # -", ..furnished }),
        ("heads repeated", Style { repeat_head: true, size: 12, leading: 16, ..furnished }),
    ]
}

/// The English part of a document, as a person would typeset it.
fn english(text: &str) -> String {
    let from = text.rfind("7 UP BACCARAT\n\n(MBS)\n\nGames Rules").unwrap_or(0);
    let mut out = String::new();
    let mut caption = false;
    for line in text[from..].lines().filter(|line| !line.contains('热')) {
        caption = (caption || line.starts_with("The diagram illustrates")) && !line.contains("How to Play");
        if !caption {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

#[test]
fn pdfs_typeset_from_the_documents_trace_equally() {
    let Some(folder) = shared("sources") else { return };
    let scratch = scratch();
    for (id, name) in DOCUMENTS {
        let text = english(&std::fs::read_to_string(folder.join(name)).unwrap());
        for (style_name, style) in styles() {
            let path = scratch.path().join("typeset.pdf");
            std::fs::write(&path, pdf(&blocks(&text), &style)).unwrap();
            let (status, json) = traced(id, &path);
            assert_eq!((status, amiss(&json)), (0, Vec::new()), "{id}, {style_name}");
        }
    }
}

/// How browsers set rule documents: fonts without serifs list their widths in another way than Times does.
const PAGES: [(&str, &str); 3] = [
    ("Helvetica", "@page{size:A4;margin:20mm} body{font:11pt Helvetica}"),
    ("Arial", "@page{size:A4;margin:20mm} body{font:12px Arial}"),
    ("justified", "@page{size:A5;margin:15mm} body{font:10pt sans-serif;text-align:justify;hyphens:none}"),
];

#[test]
fn what_a_browser_prints_of_the_documents_traces_equally() {
    let Some(folder) = shared("sources") else { return };
    if !has_tool("chromium") {
        return;
    }
    let scratch = scratch();
    for (id, name) in DOCUMENTS {
        let text = english(&std::fs::read_to_string(folder.join(name)).unwrap());
        for (page_name, css) in PAGES {
            let path = print(Path::new("chromium"), &html(&blocks(&text), css), scratch.path());
            let (status, json) = traced(id, &path);
            assert_eq!((status, amiss(&json)), (0, Vec::new()), "{id}, {page_name}");
        }
    }
}

/// `rules-browser.pdf` was printed by chromium with the first of [`PAGES`] and Liberation Sans, once: its bytes differ
/// from print to print. To renew it: `UPDATE_DOCS=1 cargo test --workspace --test all -- trace::`
#[test]
fn what_a_browser_printed_of_the_invented_document_traces_equally() {
    let kept = root().join("fixtures/invented/rules-browser.pdf");
    if std::env::var_os("UPDATE_DOCS").is_some() && has_tool("chromium") {
        let scratch = scratch();
        let page = html(&blocks(&invented_text()), PAGES[0].1);
        std::fs::copy(print(Path::new("chromium"), &page, scratch.path()), &kept).unwrap();
    }
    let (status, json) = traced(INVENTED, &kept);
    assert_eq!((status, amiss(&json)), (0, Vec::new()));
    let bytes = std::fs::read(kept).unwrap();
    assert!(bytes.windows(14).any(|window| window == b"LiberationSans"), "it has a font without serifs");
}

#[test]
fn narrow_columns_trace_equally() {
    let Some(folder) = shared("sources") else { return };
    let scratch = scratch();
    let path = scratch.path().join("narrow.txt");
    for at in [1, 2, 4] {
        let (id, name) = DOCUMENTS[at];
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        for width in [30, 34, 38, 42, 60] {
            let narrow: Vec<String> = text.lines().map(|line| folded(line, width)).collect();
            std::fs::write(&path, narrow.join("\n")).unwrap();
            let (status, json) = traced(id, &path);
            assert_eq!((status, amiss(&json)), (0, Vec::new()), "{id}, {width}");
        }
    }
}

/// A line broken at blanks, as `fold -s` does it.
fn folded(line: &str, width: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in line.split_inclusive(' ') {
        if length > 0 && length + word.chars().count() > width {
            out.push('\n');
            length = 0;
        }
        out.push_str(word);
        length += word.chars().count();
    }
    out
}

#[test]
fn the_invented_document_traces_in_every_layout() {
    let scratch = scratch();
    for (name, style) in styles() {
        let path = scratch.path().join("typeset.pdf");
        std::fs::write(&path, pdf(&blocks(&invented_text()), &style)).unwrap();
        let (status, json) = traced(INVENTED, &path);
        assert_eq!((status, amiss(&json)), (0, Vec::new()), "{name}");
    }
}

#[test]
fn every_change_of_a_letter_is_found() {
    let text = invented_text();
    // One clause after the other loses a letter; which one is reported, or that its number is gone.
    let mut tried = 0;
    for (at, line) in text.lines().enumerate().skip(15) {
        let Some(place) =
            line.char_indices().filter(|(_, letter)| letter.is_alphabetic()).map(|(place, _)| place).next_back()
        else {
            continue;
        };
        let (status, json) = changed(|text| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines[at].remove(place);
            lines.join("\n")
        });
        tried += 1;
        assert!(status == 1 && !amiss(&json).is_empty(), "line {}: {line}", at + 1);
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn what_one_of_the_two_lacks_is_reported() {
    let without = |start: &str| {
        changed(|text| text.lines().filter(|line| !line.starts_with(start)).collect::<Vec<_>>().join("\n")).1
    };
    assert_eq!(amiss(&without("5.3 ")), ["5.3 absent"]);
    assert_eq!(without("5.3 ")["unknown"], serde_json::json!(["5.3"]));
    assert_eq!(amiss(&without("\"natural\"")), ["1.1 \"natural\" absent"]);
    assert_eq!(amiss(&without("(ii)")), ["6.1(b)(ii) absent"]);
    assert_eq!(amiss(&without("(a) a card")), ["5.1(a) absent"]);
    assert_eq!(amiss(&without("Five 7s")), ["4.2 different", "super_sevens 5 sevens: absent"]);
    assert_eq!(amiss(&without("2.1 ")), ["2.1 absent", "decks absent"]);
    let (status, json) =
        changed(|text| text.replace("6. The Lantern", "5.8 Dealers are kind to guests.\n\n6. The Lantern"));
    assert_eq!(
        (status, amiss(&json), &json["missing"]),
        (1, vec!["5.8 missing".to_owned()], &serde_json::json!(["5.8"]))
    );
}

#[test]
fn odds_and_decks_are_read_from_the_document() {
    let odds = |from: &str, to: &str| amiss(&changed(|text| text.replace(from, to)).1);
    assert_eq!(odds("12 to 1", "11 to 1"), ["4.1 different", "tie 7: different"]);
    assert_eq!(odds("six to eight packs", "four to eight packs"), ["2.1 different", "decks different"]);
    assert_eq!(
        odds("Five 7s", "Many 7s"),
        ["4.2 different", "super_sevens 5 sevens: absent", "Many 7s 200 to 1 : unread"]
    );
    // White space counts for nothing, so that these are the same text; the label is matched before the odds.
    let glued = |from: &str, to: &str| amiss(&changed(|text| text.replace(from, to)).1);
    assert_eq!(glued("Tie with a total of 7\t12 to 1", "Tie with a total of 712 to 1"), [] as [&str; 0]);
    assert_eq!(glued("Player with a total of 7\t3 to 2", "Player with a total of 73 to 2"), [] as [&str; 0]);
    // A total without words could be part of the odds.
    let two_ways = odds("Tie with a total of 7\t12 to 1", "Tie 712 to 1");
    assert_eq!(two_ways, ["4.1 different", "tie 7: absent", "Tie 712 to 1 : ambiguous"]);
}

#[test]
fn lines_may_end_in_any_way() {
    for ending in ["\r", "\r\n"] {
        let (status, json) = changed(|text| text.replace('\n', ending));
        assert_eq!((status, amiss(&json)), (0, Vec::new()), "{ending:?}");
    }
}

#[test]
fn tables_of_play_are_read_from_the_document() {
    let draws = |from: &str, to: &str| amiss(&changed(|text| text.replace(from, to)).1);
    assert_eq!(draws("4 to 7, or none", "4 to 6, or none"), ["3.6 different", "draws.banker.5.7 different"]);
    assert_eq!(draws("7\tnothing", "7\tnone but a 2"), ["3.6 different"]);
    assert_eq!(
        draws("0-1-2-3-4-5\tdraws one card\n6-7\tstands", "0-1-2-3-4\tdraws one card\n5-6-7\tstands"),
        ["3.5 different", "draws.player.5 different"]
    );
}

/// A ruleset whose fingerprints are the document's and whose tables of play are not.
#[test]
fn wrong_draws_of_a_ruleset_are_found_though_every_fingerprint_is_equal() {
    let folder = scratch();
    let place = folder.path().join(INVENTED);
    std::fs::create_dir_all(&place).unwrap();
    let from = root().join(INVENTED_RULES).join(INVENTED);
    std::fs::copy(from.join("notes.md"), place.join("notes.md")).unwrap();
    let yaml = std::fs::read_to_string(from.join("ruleset.yaml")).unwrap();
    let after = yaml
        .replace("totals: [5], third: [4, 5, 6, 7], then: draw", "totals: [5], third: [4, 5, 6], then: draw")
        .replace(
            "totals: [5], third: [0, 1, 2, 3, 8, 9], then: stand",
            "totals: [5], third: [0, 1, 2, 3, 7, 8, 9], then: stand",
        )
        .replace("{totals: [0, 1, 2, 3, 4, 5], then: draw", "{totals: [0, 1, 2, 3, 4], then: draw")
        .replace("{totals: [6, 7], then: stand", "{totals: [5, 6, 7], then: stand");
    std::fs::write(place.join("ruleset.yaml"), after).unwrap();
    let rules = folder.path().to_str().unwrap();
    let run = |format| {
        let document = "fixtures/invented/rules.pdf";
        resettle(&["ruleset", "trace", INVENTED, "--document", document, "--rulesets", rules, "--format", format])
    };
    let json = run("json");
    assert_eq!(json.status, 1, "{}", json.err);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(amiss(&json), ["draws.player.5 different", "draws.banker.5.7 different"]);
    assert_eq!(json["equal"], Value::Bool(false));
    let text = run("text").out;
    let draws = text.split("Draws").nth(1).unwrap().split("Result").next().unwrap();
    snapshot("wrong_draws", draws);
}

#[test]
fn tables_of_play_that_were_not_compared_are_reported() {
    let Some(folder) = shared("sources") else { return };
    let unread: Vec<(usize, usize)> = DOCUMENTS
        .iter()
        .map(|(id, name)| {
            let (_, json) = traced(id, &folder.join(name));
            let draws = &json["draws"];
            (draws["equal"].as_u64().unwrap() as usize, draws["not_compared"].as_array().unwrap().len())
        })
        .collect();
    // The table of the electronic game is damaged: one of its sentences can be read.
    assert_eq!(unread, [(96, 0), (96, 0), (96, 0), (6, 90), (96, 0)]);
    let run = trace(DOCUMENTS[3].0, &folder.join(DOCUMENTS[3].1), "text");
    assert!(run.out.contains(" 90 decisions on drawing (Player 0-7; Banker 0-5 against 0-9;"), "{}", run.out);
}

/// The Harbour Light's rules with a table of crosses for its Banker: this legend, and crosses below these values on 5.
fn crosses(legend: &str, on_five: [&str; 4]) -> String {
    let text = std::fs::read_to_string(root().join("fixtures/games/documents/harbour-light/rules.txt")).unwrap();
    let (before, rest) = text.split_once("2.5 ").unwrap();
    let (_, behind) = rest.split_once("2.6 ").unwrap();
    let values = ["none", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let mut table = format!("T\t{}\n", values.join("\t"));
    let rows: [(&str, &[&str]); 6] = [
        ("0-2", &values),
        ("3", &["none", "0", "1", "2", "3", "4", "5", "6", "7", "9"]),
        ("4", &["none", "2", "3", "4", "5", "6", "7"]),
        ("5", &[&["none"], &on_five[..]].concat()),
        ("6", &["6", "7"]),
        ("7", &[]),
    ];
    for (total, drawn) in rows {
        let cells = values.map(|value| if drawn.contains(&value) { "X" } else { "" });
        table.push_str(&format!("{total}\t{}\n", cells.join("\t")));
    }
    format!("{before}2.5 The Banker plays by this table.{legend}\n\n{table}\n2.6 {behind}")
}

#[test]
fn a_cross_that_moves_is_seen_in_a_pdf_and_a_table_of_crosses_is_compared() {
    let folder = scratch();
    let [own, moved, unexplained] = [
        ("own", " X = the Banker draws, blank = the Banker stands.", ["4", "5", "6", "7"]),
        ("moved", " X = the Banker draws, blank = the Banker stands.", ["3", "5", "6", "7"]),
        ("unexplained", "", ["4", "5", "6", "7"]),
    ]
    .map(|(name, legend, on_five)| {
        let path = folder.path().join(format!("{name}.pdf"));
        std::fs::write(&path, pdf(&blocks(&crosses(legend, on_five)), &PLAIN)).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let of = |document: &str, more: &[&str]| {
        let id = "zz/harbour-light/push-on-seven-baccarat/2025-06-01";
        let rules = ["--rulesets", "fixtures/games/rulesets", "--format", "json"];
        let run = resettle(&[&["ruleset", "trace", id, "--document", document][..], &rules, more].concat());
        assert_eq!(run.status, 1, "{}", run.err);
        serde_json::from_str::<Value>(&run.out).unwrap()
    };
    // Odds in sentences are stated, and no more.
    let wrong = |json: &Value| amiss(json).into_iter().filter(|one| !one.ends_with(": stated")).collect::<Vec<_>>();
    let json = of(&own, &[]);
    assert_eq!((wrong(&json), &json["draws"]["equal"]), (vec!["2.5 different".to_owned()], &Value::from(96)));
    let moved = of(&moved, &["--old-document", &own]);
    assert_eq!(wrong(&moved), ["2.5 different", "draws.banker.5.3 different", "draws.banker.5.4 different"]);
    let words = moved["words"].to_string();
    assert!(words.contains("X") && words.contains('\u{b7}'), "{words}");
    let read = |json: &Value| {
        let clauses = json["clauses"].as_array().unwrap();
        clauses.iter().find(|one| one["clause"] == "2.5").unwrap()["read"].as_str().unwrap().to_owned()
    };
    assert_ne!(read(&json), read(&moved));
    // What nobody explains is not compared, and that is said.
    let json = of(&unexplained, &[]);
    let uncompared = json["uncompared"].to_string();
    assert_eq!(json["draws"]["equal"], 8);
    assert!(uncompared.contains("1 clause with a table of which nothing was read (2.5)"), "{uncompared}");
    assert!(uncompared.contains("88 decisions on drawing (Banker 0-7 against no card, 0-9)"), "{uncompared}");
}

#[test]
fn two_documents_in_one_are_reported() {
    let folder = scratch();
    let path = folder.path().join("rules.txt");
    std::fs::write(
        &path,
        invented_text().replace("5.4 A stake", "5.3 Another rule of the same number.\n\n5.4 A stake"),
    )
    .unwrap();
    let run = trace(INVENTED, &path, "text");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    insta::assert_snapshot!(run.err.replace(folder.path().to_str().unwrap(), "DIR"), @r"
    error: clause 5.3 stands twice; the first is at 122:1
      --> DIR/rules.txt:124:1
      help: a clause has one number: is the text two documents, or does its contents page look like its body?
    error: DIR/rules.txt has one fault and is not used
    ");
}

#[test]
fn what_is_no_document_is_reported() {
    let folder = scratch();
    let path = folder.path().join("it");
    let mut reported = String::new();
    for bytes in [&b""[..], b"nothing with a number", b"\xff\xfe1\0.\0", b"%PDF-1.4 and no more", &[0u8; 4096]] {
        std::fs::write(&path, bytes).unwrap();
        let run = trace(INVENTED, &path, "text");
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        reported.push_str(&run.err);
    }
    reported.push_str(&trace(INVENTED, Path::new("fixtures"), "text").err);
    reported.push_str(&trace(INVENTED, Path::new("no/such.pdf"), "text").err);
    reported.push_str(&trace("zz/nobody", Path::new("fixtures/invented/rules.txt"), "text").err);
    snapshot("no_document", &reported.replace(folder.path().to_str().unwrap(), "DIR"));
}

#[test]
fn the_chinese_half_is_laid_beside_the_english_one() {
    let Some(folder) = shared("sources") else { return };
    let (id, name) = DOCUMENTS[0];
    let (_, json) = traced(id, &folder.join(name));
    let alignment = &json["alignment"];
    assert_eq!((alignment["main_clauses"].as_u64(), alignment["other_clauses"].as_u64()), (Some(49), Some(48)));
    let pairs = alignment["pairs"].as_array().unwrap();
    let of = |clause: &str| pairs.iter().find(|pair| pair["clause"] == clause).unwrap();
    let kinds = |clause: &str| -> Vec<String> {
        of(clause)["departures"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["kind"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!((&of("5.6")["other"], &of("5.7")["other"]), (&Value::from("5.7"), &Value::from("5.8")));
    assert_eq!(kinds("5.7"), ["number"]);
    assert_eq!(kinds("4.1")[..2], ["pay_rows", "bare"]);
    assert_eq!(kinds("3.9.2")[..2], ["bare", "figures"]);
    assert_eq!(kinds("5.1.2"), ["main_only", "other_only"]);
    assert_eq!(kinds("5"), ["unnumbered"]);
    // The clauses that agree, by a reading of both halves; 3.10 and the headings besides.
    for clause in [
        "1.1.4", "1.1.6", "2.1", "2.2.1", "2.2.2", "2.2.3", "2.2.4", "3.1", "3.2", "3.3", "3.3.1", "3.3.2", "3.4",
        "3.4.1", "3.4.2", "3.7", "3.8", "3.8.1", "3.8.2", "3.9.3", "3.9.4", "3.10", "5.1.1",
    ] {
        assert_eq!(kinds(clause), [] as [&str; 0], "{clause}");
    }
    for clause in [
        "1.1.1", "1.1.2", "1.1.3", "1.1.5", "1.1.7", "2.2", "3.5", "3.6", "3.9", "3.9.1", "3.9.2", "3.10.1", "4",
        "4.1", "5", "5.1", "5.1.2", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7",
    ] {
        assert_ne!(kinds(clause), [] as [&str; 0], "{clause}");
    }
}

/// Each change of the Chinese half is reported where the halves agreed before.
#[test]
fn changes_of_numbers_and_negations_in_one_half_are_reported() {
    let Some(folder) = shared("sources") else { return };
    let (id, name) = DOCUMENTS[0];
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let scratch = scratch();
    let path = scratch.path().join("rules.txt");
    let reported = |text: &str, clause: &str| {
        std::fs::write(&path, text).unwrap();
        let (_, json) = traced(id, &path);
        let pairs = json["alignment"]["pairs"].as_array().unwrap().clone();
        pairs.into_iter().find(|pair| pair["clause"] == clause).unwrap()["departures"].clone()
    };
    for (clause, from, to) in [
        ("3.9.4", "为4-7时", "为4-6时"),
        ("3.9.3", "6或7时停牌", "6或7时抽牌"),
        ("5.7", "不可收回", "可收回"),
        ("3.5", "是独立下注", "不是独立下注"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        assert_ne!(reported(&changed, clause), reported(&text, clause), "{clause}: {from}");
    }
    assert!(reported(&text, "5.6").to_string().contains("zh 5.7 is en 5.6; zh has no 5.6"));
    assert!(reported(&text, "5.2").to_string().contains("one surplus card"));
}

#[test]
fn a_document_of_no_blocks_is_no_document() {
    let folder = scratch();
    let path = folder.path().join("empty.pdf");
    std::fs::write(&path, pdf(&[] as &[Block], &PLAIN)).unwrap();
    let run = trace(INVENTED, &path, "text");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("holds no text"), "{}", run.err);
}
