//! What a document does not say in words that are known: `trace` and `approve` name it, and pass it only where somebody
//! accepts it. What is compared beside clauses and odds: amounts, whole conditions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::path::PathBuf;

use serde_json::Value;

use resettle_testkit::sha256;

use crate::common::{Run, list_to_accept, resettle_in, root, scratch, shared};

const INVENTED: &str = "zz/lantern-quay/seven-lantern-baccarat/2025-03-01";
const STAR: &str = "au-nsw/star/7-up-baccarat/2016-08-17";

/// A ruleset and its document, both of which may be changed.
struct Desk {
    folder: tempfile::TempDir,
    id: &'static str,
}

impl Desk {
    fn of(id: &'static str, document: &str) -> Self {
        let desk = Self { folder: scratch(), id };
        let from = if id == INVENTED { "fixtures/invented/rulesets" } else { "rulesets" };
        std::fs::create_dir_all(desk.path("")).unwrap();
        for file in ["ruleset.yaml", "notes.md", "cases.yaml"] {
            std::fs::copy(root().join(from).join(id).join(file), desk.path(file)).unwrap();
        }
        std::fs::write(desk.folder.path().join("rules.txt"), document).unwrap();
        desk
    }

    fn invented() -> Self {
        Self::of(INVENTED, &std::fs::read_to_string(root().join("fixtures/invented/rules.txt")).unwrap())
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join("rulesets").join(self.id).join(file)
    }

    fn run(&self, args: &[&str]) -> Run {
        resettle_in(self.folder.path(), args)
    }

    fn rules(&self, from: &str, to: &str) {
        let before = std::fs::read_to_string(self.path("ruleset.yaml")).unwrap();
        assert_eq!(before.matches(from).count(), 1, "`{from}` has to stand there once");
        std::fs::write(self.path("ruleset.yaml"), before.replace(from, to)).unwrap();
    }

    /// Changes the document, and the fingerprints of the ruleset with it: somebody transcribed it anew.
    fn document(&self, from: &str, to: &str) {
        let path = self.folder.path().join("rules.txt");
        let before = std::fs::read_to_string(&path).unwrap();
        assert_eq!(before.matches(from).count(), 1, "`{from}` has to stand there once");
        let old = self.fingerprints();
        std::fs::write(&path, before.replace(from, to)).unwrap();
        let new = self.fingerprints();
        let yaml = std::fs::read_to_string(self.path("ruleset.yaml")).unwrap();
        let mut yaml = named(&yaml, &before, &before.replace(from, to));
        for (number, text) in &old {
            if let Some((_, other)) = new.iter().find(|(own, other)| own == number && other != text) {
                yaml = yaml.replace(text, other);
            }
        }
        std::fs::write(self.path("ruleset.yaml"), yaml).unwrap();
    }

    /// The number and fingerprint of every clause of the document.
    fn fingerprints(&self) -> Vec<(String, String)> {
        let run = self.run(&["ruleset", "clauses", "--document", "rules.txt"]);
        assert_eq!(run.status, 0, "{}", run.err);
        let clauses = run.out.split_once("clauses:\n").unwrap().1.lines();
        clauses
            .map(|line| {
                let (number, rest) = line.split_once(": {text: ").unwrap();
                (number.trim().to_owned(), rest[..64].to_owned())
            })
            .collect()
    }

    fn trace(&self, more: &[&str]) -> Run {
        let args = ["ruleset", "trace", self.id, "--rulesets", "rulesets", "--document", "rules.txt"];
        self.run(&[&args, more].concat())
    }

    fn json(&self) -> (i32, Value) {
        let run = self.trace(&["--format", "json"]);
        assert!(run.status < 2, "{}", run.err);
        (run.status, serde_json::from_str(&run.out).unwrap())
    }

    /// Approves with what stands for the list of what was not compared.
    fn accepting(&self) -> Run {
        self.approve(&["--accept-uncompared", &list_to_accept(&self.approve(&[]).err)])
    }

    fn approve(&self, more: &[&str]) -> Run {
        if !self.folder.path().join("key").exists() {
            assert_eq!(self.run(&["key", "new", "key"]).status, 0);
        }
        let args = ["ruleset", "approve", self.id, "--rulesets", "rulesets", "--key", "key"];
        self.run(&[&args[..], &["--document", "rules.txt", "--at", "2026-01-01T00:00:00Z"], more].concat())
    }
}

/// A ruleset that names another document's bytes among its sources.
fn named(yaml: &str, old: &str, new: &str) -> String {
    yaml.replace(&sha256(old.as_bytes()), &sha256(new.as_bytes()))
}

/// A ruleset was made from the documents that it names; beside any other a person says that it is the right one.
#[test]
fn a_document_that_the_ruleset_does_not_name_is_asked_about() {
    let desk = Desk::invented();
    let path = desk.folder.path().join("rules.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("1. Words ....", "1. Words .....")).unwrap();
    let refused = desk.approve(&[]);
    let said = "1 document that `source.files` does not name";
    assert!(refused.status == 2 && refused.err.contains(said), "{}", refused.err);
    let approved = desk.accepting();
    assert!(approved.status == 0 && approved.out.contains(said), "{}{}", approved.err, approved.out);
}

#[test]
fn a_document_that_is_not_named_yet_is_an_error() {
    let desk = Desk::invented();
    let yaml = std::fs::read_to_string(desk.path("ruleset.yaml")).unwrap();
    let name = yaml.lines().find(|line| line.trim_start().starts_with("document: ")).unwrap().to_owned();
    desk.rules(&name, "  document: \"name it as it names itself\"");
    let checked = desk.run(&["ruleset", "check", "rulesets"]);
    assert!(checked.status == 1 && checked.out.contains("the document is not named yet"), "{}", checked.out);
    let refused = desk.approve(&[]);
    assert!(refused.status == 2 && refused.err.contains("the document is not named yet"), "{}", refused.err);
}

#[test]
fn decks_in_words_that_are_not_known_are_accepted_and_signed_as_such() {
    let desk = Desk::invented();
    desk.document(
        "is played with six to eight packs of 52 cards, none of them a joker",
        "wird mit sechs bis acht Kartenspielen zu 52 Blatt gespielt, ohne Joker",
    );
    let (status, json) = desk.json();
    assert_eq!((status, &json["decks"]["standing"], &json["equal"]), (1, &"unread".into(), &false.into()));
    assert_eq!(
        (&json["different"], &json["uncompared"]),
        (&false.into(), &serde_json::json!(["1 range of decks (2.1, nothing read)"]))
    );
    let run = desk.trace(&[]);
    assert!(run.err.contains("not everything could be compared: 1 range of decks (2.1, nothing read)"), "{}", run.err);
    assert_eq!(desk.trace(&["--accept-uncompared"]).status, 0);
    let refused = desk.approve(&[]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("1 range of decks (2.1, nothing read)"), "{}", refused.err);
    let approved = desk.accepting();
    assert_eq!(approved.status, 0, "{}", approved.err);
    let signed = "\n  not_compared: 1\n  accepted:\n    - \"1 range of decks (2.1, nothing read)\"\n";
    assert!(approved.out.contains(signed), "{}", approved.out);
}

#[test]
fn a_line_that_the_cut_file_puts_outside_may_be_a_rule() {
    let desk = Desk::invented();
    let path = desk.folder.path().join("rules.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("After midnight a tie pays nine to one.\n\n{text}")).unwrap();
    let cut = desk.run(&["ruleset", "clauses", "--document", "rules.txt", "--cut"]);
    assert_eq!(cut.status, 0, "{}", cut.err);
    std::fs::write(desk.path("cut.yaml"), &cut.out).unwrap();
    let (status, json) = desk.json();
    assert_eq!((status, &json["equal"], &json["different"]), (1, &false.into(), &false.into()));
    let first = &json["outside"][0];
    assert_eq!((&first["line"], &first["may_rule"]), (&1.into(), &true.into()));
    let run = desk.trace(&[]);
    assert!(run.out.contains("may be a rule, not compared"), "{}", run.out);
    assert!(run.err.contains("in no clause that may be"), "{}", run.err);
    let refused = desk.approve(&[]);
    assert!(refused.status == 2 && refused.err.contains("in no clause that may be"), "{}", refused.err);
    let approved = desk.accepting();
    assert!(approved.status == 0 && approved.out.contains("in no clause that may be"), "{}", approved.err);
}

/// Lines before the first clause, headings that rule, odds and shares in clauses that no row cites.
#[test]
fn what_nothing_is_compared_with_is_named_and_accepted_as_one_list() {
    let trace = |from: &str, to: &str| {
        let desk = Desk::invented();
        desk.document(from, to);
        let run = desk.trace(&[]);
        (desk, run)
    };
    for (from, to, named) in [
        ("First edition, for play", "A tie pays 9 to 1", "1 line in no clause that may be a rule (line 3)"),
        (
            "\n2. Table and Cards\n",
            "\n2. Table and Cards, where a tie pays 9 to 1\n",
            "1 heading or definition that may be a rule (2)",
        ),
        ("2.4 Of a sum", "2.4 The house keeps 4 % of it. Of a sum", "1 amount (2.4 line 46: 4 per cent)"),
        (
            "2.4 Of a sum",
            "2.4 A Banker of six is paid one to two. Of a sum",
            "1 row of odds that could not be read, or that the ruleset has none for (2.4 line 46: 1 to 2)",
        ),
    ] {
        let run = trace(from, to).1;
        assert!(run.status == 1 && run.err.contains(named), "{to}: {}", run.err);
    }
    let (desk, run) = trace("First edition, for play", "A tie pays 9 to 1");
    let list = list_to_accept(&run.err);
    assert_eq!((list.len(), desk.trace(&["--accept-uncompared", &list]).status), (8, 0), "{}", run.err);
    // What stands for this list accepts no other, here or where it is signed.
    let (other, _) = trace("2.4 Of a sum", "2.4 The house keeps 4 % of it. Of a sum");
    let refused = other.trace(&["--accept-uncompared", &list]);
    assert!(refused.status == 1 && refused.err.contains("stands for another list"), "{}", refused.err);
    let refused = other.approve(&["--accept-uncompared", &list]);
    assert!(refused.status == 2 && refused.err.contains("stands for another list"), "{}", refused.err);
    assert_eq!(other.accepting().status, 0);
}

#[test]
fn decks_are_compared_as_documents_write_them() {
    let standing = |words: &str| {
        let desk = Desk::invented();
        desk.document("six to eight packs of 52 cards", words);
        desk.json().1["decks"]["standing"].as_str().unwrap().to_owned()
    };
    assert_eq!(standing("six (6), seven (7) or eight (8) packs"), "equal");
    assert_eq!(standing("at least six and not more than eight standard 52-card decks"), "equal");
    for words in ["a minimum of six decks", "six packs", "either six decks or eight decks", "no fewer than six decks"] {
        assert_eq!(standing(words), "different", "{words}");
    }
    // Another number of decks in the clause belongs to nothing that was read.
    assert_eq!(standing("six to eight packs, after midnight with twelve packs"), "unread");
    for words in [
        "six to eight packs, or twelve with approval,",
        "six to eight packs (twelve with approval)",
        "six to eight packs but not seven",
        "six (4) to eight (10) packs",
        "six to eight packs or more",
        "six packs and eight packs",
        "six to eight packs, always an even number,",
    ] {
        assert_eq!(standing(words), "unread", "{words}");
    }
}

#[test]
fn a_line_that_looks_numbered_and_opens_no_clause_is_not_passed() {
    let desk = Desk::invented();
    desk.document("5.2 Cards that were laid", "9.9 Nobody smokes at the table.\n\n5.2 Cards that were laid");
    let (status, json) = desk.json();
    assert_eq!((status, &json["different"]), (1, &false.into()), "{json:#}");
    assert_eq!(json["overlooked"][0]["text"], "9.9 Nobody smokes at the table.");
    for line in [
        "Title II Money",
        "CHAPTER SIX",
        "6 The Banker is paid as the casino decides.",
        "\u{2465} The odds may be changed.",
    ] {
        let desk = Desk::invented();
        desk.document("5.2 Cards that were laid", &format!("{line}\n\n5.2 Cards that were laid"));
        let (status, json) = desk.json();
        assert_eq!((status, &json["overlooked"][0]["text"]), (1, &line.into()), "{json:#}");
    }
    let run = desk.trace(&[]);
    assert!(run.out.contains("Lines that look numbered and open no clause\n"), "{}", run.out);
    assert!(run.err.contains("1 line that looks numbered and opens no clause"), "{}", run.err);
    assert_eq!(desk.trace(&["--accept-uncompared"]).status, 0);
    let refused = desk.approve(&[]);
    assert!(refused.status == 2 && refused.err.contains("line that looks numbered"), "{}", refused.err);
    let approved = desk.accepting();
    assert!(approved.out.contains("- \"1 line that looks numbered and opens no clause (line "), "{}", approved.out);
}

#[test]
fn odds_with_the_stake_first_confirm_the_right_ruleset_alone() {
    let row = |ruleset: &str| {
        let desk = Desk::invented();
        desk.document("Tie with any other total\t8 to 1", "Tie with any other total\t1:8");
        if !ruleset.is_empty() {
            desk.rules("pays: 8 to 1,", ruleset);
        }
        let (_, json) = desk.json();
        let rows = json["paytable"].as_array().unwrap();
        let row = rows.iter().find(|row| row["bet"] == "tie" && row["when"] == "other").unwrap();
        (row["standing"].as_str().unwrap().to_owned(), row["document"].as_str().unwrap().to_owned())
    };
    assert_eq!(row(""), ("equal".to_owned(), "8 to 1 (printed 1:8)".to_owned()));
    assert_eq!(row("pays: 1 to 8,").0, "different");
}

#[test]
fn odds_of_which_more_is_said_than_was_read_are_not_called_equal() {
    let desk = Desk::invented();
    desk.document("Player with any other total\t1 to 1", "Player with any other total\t1 to 1 except at the end");
    let (status, json) = desk.json();
    let row = &json["paytable"].as_array().unwrap()[1];
    assert_eq!((status, &row["standing"]), (1, &"unread".into()), "{row:#}");
    assert_eq!(row["document"], "1 to 1; not read: except at the end");
    for more in [", stake included", " (a tenth is kept)", " or more", "\tdoubled on six"] {
        let desk = Desk::invented();
        desk.document("Player with any other total\t1 to 1", &format!("Player with any other total\t1 to 1{more}"));
        let (status, json) = desk.json();
        assert_eq!((status, &json["paytable"][1]["standing"]), (1, &"unread".into()), "{more}");
    }
}

/// A row for fewer outcomes than the label says: the whole condition stands there, and equal it is not.
#[test]
fn the_whole_condition_of_a_row_is_printed_and_compared() {
    let desk = Desk::invented();
    desk.document("Tie with a total of 7\t12 to 1\nTie with any other total\t8 to 1\n", "Tie\t8 to 1\n");
    desk.rules(
        "      - {when: {winner: tie, player: {total: 7}}, pays: 12 to 1, clause: \"3.7.1\", pays_clause: \"4.1\"}\n",
        "",
    );
    desk.rules("{winner: tie, player: {total: other than 7}}", "{winner: tie, dealt: [4, 5]}");
    let (status, json) = desk.json();
    let rows = json["paytable"].as_array().unwrap();
    let row = rows.iter().find(|row| row["bet"] == "tie").unwrap();
    assert_eq!(row["when"], "the totals are equal and 4 or 5 cards are dealt");
    assert_eq!((status, &row["standing"], &json["equal"]), (1, &"stated".into(), &false.into()));
    // With the condition that the label says it is equal.
    desk.rules("{winner: tie, dealt: [4, 5]}", "{winner: tie}");
    let (_, json) = desk.json();
    let rows = json["paytable"].as_array().unwrap();
    let row = rows.iter().find(|row| row["bet"] == "tie").unwrap();
    assert_eq!((&row["when"], &row["standing"]), (&"always".into(), &"equal".into()));
}

/// Each amount of the Star's rules 15 and 16, in the ruleset's place, and with another number there.
#[test]
fn amounts_of_tournaments_and_prizes_are_compared() {
    let Some(folder) = shared("sources") else { return };
    let text = std::fs::read_to_string(folder.join("au-nsw-star-7-up-baccarat-2016.txt")).unwrap();
    let desk = Desk::of(STAR, &text);
    let standings = |desk: &Desk| -> Vec<(String, String)> {
        let (_, json) = desk.json();
        let amounts = json["amounts"].as_array().unwrap().clone();
        let own = amounts.iter().filter(|one| !one["path"].is_null());
        own.map(|one| (one["path"].as_str().unwrap().to_owned(), one["standing"].as_str().unwrap().to_owned()))
            .collect()
    };
    let equal = standings(&desk);
    assert!(equal.iter().all(|(_, standing)| standing == "equal") && equal.len() == 9, "{equal:?}");
    for (from, to, path) in [
        ("absence: {coups: 3,", "absence: {coups: 4,", "tournament.absence.coups"),
        ("scrutineer: {prize_over: 1000000,", "scrutineer: {prize_over: 100000,", "promotions.scrutineer.prize_over"),
        ("  payment:\n    prize_over: 1000000", "  payment:\n    prize_over: 2000000", "promotions.payment.prize_over"),
        ("{litres_over: 20,", "{litres_over: 2,", "promotions.prohibited.litres_over"),
        ("    days: 2\n", "    days: 3\n", "promotions.notification.days"),
        ("hours_before: 24,", "hours_before: 48,", "promotions.details.hours_before"),
        ("value_over: 10000,", "value_over: 100000,", "promotions.denials.kept.value_over"),
        ("bet: super_sevens, at_most: 3,", "bet: super_sevens, at_most: 4,", "combinations.wagers_per_area"),
        ("players_per_area: {at_most: 3,", "players_per_area: {at_most: 2,", "combinations.players_per_area"),
    ] {
        let desk = Desk::of(STAR, &text);
        desk.rules(from, to);
        let off: Vec<(String, String)> =
            standings(&desk).into_iter().filter(|(_, standing)| standing != "equal").collect();
        assert_eq!(off, [(path.to_owned(), "different".to_owned())]);
        assert_eq!(desk.trace(&["--accept-uncompared"]).status, 1, "{path}");
    }
    // What clauses print that are recorded only is listed, and asks for nobody's word.
    let (status, json) = desk.json();
    let recorded = json["amounts"].as_array().unwrap().iter().filter(|one| one["recorded"] == true).count();
    assert_eq!((status, recorded), (0, 3), "{:#}", json["amounts"]);
}

const NEXT: &str = "zz/lantern-quay/seven-lantern-baccarat/2026-03-01";

impl Desk {
    /// The next version of the invented document, `next.txt`, and a ruleset that is a copy of the first one's.
    fn next(&self, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.folder.path().join("rules.txt")).unwrap();
        assert_eq!(text.matches(from).count(), 1, "`{from}` has to stand there once");
        std::fs::write(self.folder.path().join("next.txt"), text.replace(from, to)).unwrap();
        let folder = self.folder.path().join("rulesets").join(NEXT);
        std::fs::create_dir_all(&folder).unwrap();
        for file in ["ruleset.yaml", "notes.md", "cases.yaml"] {
            let copied = std::fs::read_to_string(self.path(file)).unwrap();
            let copied = named(&copied, &text, &text.replace(from, to));
            std::fs::write(folder.join(file), copied.replace("2025-03-", "2026-03-")).unwrap();
        }
    }

    /// Takes the fingerprint of a clause of the next version anew.
    fn anew(&self, clause: &str) {
        let path = self.folder.path().join("rulesets").join(NEXT).join("ruleset.yaml");
        let of = |document: &str| {
            let run = self.run(&["ruleset", "clauses", "--document", document]);
            let start = format!("  \"{clause}\": {{text: ");
            run.out.lines().find_map(|line| Some(line.strip_prefix(&start)?[..64].to_owned())).unwrap()
        };
        let yaml = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, yaml.replace(&of("rules.txt"), &of("next.txt"))).unwrap();
    }
}

const LAST: [&str; 2] = ["only its last digit is the total", "only its first digit is the total"];

#[test]
fn where_the_next_document_has_other_words_they_are_shown_beside_the_old_ones() {
    let desk = Desk::invented();
    desk.next(LAST[0], LAST[1]);
    let words = "2.4: Of a sum above nine only its [-last-]{+first+} digit is the total.";
    let args = ["ruleset", "trace", NEXT, "--rulesets", "rulesets", "--document", "next.txt"];
    let traced = desk.run(&[&args[..], &["--old-document", "rules.txt"]].concat());
    assert!(traced.status == 1 && traced.out.contains(words), "{}{}", traced.out, traced.err);
    let json = desk.run(&[&args[..], &["--old-document", "rules.txt", "--format", "json"]].concat());
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&json["words"][0]["clause"], json["words"].as_array().unwrap().len()), (&"2.4".into(), 1));
    let args = ["diff", INVENTED, NEXT, "--rulesets", "rulesets", "--new-document", "next.txt"];
    let alone = desk.run(&args);
    assert!(alone.status == 2 && alone.err.contains("--old-document OLD"), "{}", alone.err);
    let beside = desk.run(&[&args[..], &["--old-document", "rules.txt"]].concat());
    assert!(beside.status == 2 && beside.err.contains(words), "{}", beside.err);
    assert!(beside.err.contains("The next version of a document"), "{}", beside.err);
    desk.anew("2.4");
    let shown = desk.run(&[&args[..], &["--old-document", "rules.txt"]].concat());
    let place = |words: &str| shown.out.find(words).unwrap_or_else(|| panic!("{words}: {}{}", shown.out, shown.err));
    let first = place("1 clause of the documents differs in words, which no proof covers.");
    assert!(first < place("Equivalent: that the two rulesets settle"), "{}", shown.out);
}

#[test]
fn words_are_accepted_by_what_stands_for_those_that_were_shown() {
    let desk = Desk::invented();
    let approve = |more: &[&str]| {
        if !desk.folder.path().join("key").exists() {
            assert_eq!(desk.run(&["key", "new", "key"]).status, 0);
        }
        let args = ["ruleset", "approve", NEXT, "--rulesets", "rulesets", "--key", "key", "--document", "next.txt"];
        desk.run(&[&args[..], &["--at", "2026-03-01T00:00:00Z"], more].concat())
    };
    let digits = |refused: &str| refused.split("pass --accept-words ").nth(1).unwrap()[..8].to_owned();
    desk.next(LAST[0], LAST[1]);
    desk.anew("2.4");
    let unnamed = approve(&["--old-document", "rules.txt"]);
    assert!(unnamed.status == 2 && unnamed.err.contains(&format!("pass --against {INVENTED}")), "{}", unnamed.err);
    let unseen = approve(&["--against", INVENTED, "--accept-words", "00000000"]);
    assert!(unseen.status == 2 && unseen.err.contains("pass --old-document,"), "{}", unseen.err);
    let both = ["--against", INVENTED, "--old-document", "rules.txt"];
    let asked = approve(&both);
    let words = "Of a sum above nine only its [-last-]{+first+} digit is the total.";
    assert!(asked.status == 2 && asked.err.contains(words), "{}", asked.err);
    let list = digits(&asked.err);
    // Those of other words accept nothing.
    desk.next(LAST[0], "only its second digit is the total");
    let folder = desk.folder.path().join("rulesets").join(NEXT);
    desk.anew("2.4");
    let other = approve(&[&both[..], &["--accept-words", &list]].concat());
    assert!(other.status == 2 && other.err.contains("stands for other words"), "{}", other.err);
    assert!(other.err.contains("{+second+}") && digits(&other.err) != list, "{}", other.err);
    let signed = approve(&[&both[..], &["--accept-words", &digits(&other.err)]].concat());
    assert_eq!(signed.status, 0, "{}", signed.err);
    assert!(signed.out.contains("\n  reworded:\n    - \"2.4\"\n"), "{}", signed.out);
    std::fs::remove_dir_all(folder).unwrap();
    let first = desk.approve(&["--old-document", "rules.txt"]);
    assert!(first.status == 2 && first.err.contains("no version is named"), "{}", first.err);
}

impl Desk {
    /// Approves the next version beside both documents.
    fn approve_next(&self, more: &[&str]) -> Run {
        if !self.folder.path().join("key").exists() {
            assert_eq!(self.run(&["key", "new", "key"]).status, 0);
        }
        let args = ["ruleset", "approve", NEXT, "--rulesets", "rulesets", "--key", "key", "--document", "next.txt"];
        let both = ["--against", INVENTED, "--old-document", "rules.txt", "--at", "2026-03-01T00:00:00Z"];
        self.run(&[&args[..], &both, more].concat())
    }

    /// The same, with all that it asks for accepted; the page that is signed with it.
    fn signed_next(&self) -> (Run, String) {
        let mut more: Vec<String> = Vec::new();
        let mut run = self.approve_next(&[]);
        for option in ["--accept-uncompared ", "--accept-words "] {
            if let Some((_, rest)) = run.err.split_once(&format!("pass {option}")) {
                more.extend([option.trim().to_owned(), rest[..8].to_owned()]);
                run = self.approve_next(&more.iter().map(String::as_str).collect::<Vec<_>>());
            }
        }
        assert_eq!(run.status, 0, "{}", run.err);
        let folder = self.folder.path().join("rulesets/approvals").join(NEXT);
        let page = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let page = page.into_iter().find(|path| path.extension().is_some_and(|own| own == "html")).unwrap();
        (run, std::fs::read_to_string(page).unwrap())
    }
}

/// Front matter, contents, captions: whatever stands in no clause is compared, shown, asked about, and on the page.
#[test]
fn a_rule_in_no_clause_is_shown_and_asked_about() {
    const FRONT: &str = "First edition, for play";
    const FIGURE: &str = "Diagram \"A\"\n";
    for (place, planted) in [
        (FRONT, "Cards with a red back do not count."),
        (FRONT, "The Dealer burns two cards before each round."),
        (FRONT, "Guests from the ship are dealt for free."),
        (FRONT, "Red backs only"),
        ("1. Words ....", "A red back stops the shoe."),
        ("4. Payment\n\n4.1", "Diagram \"A\"\nA stake on the red line counts twice.\n"),
        ("4. Payment\n\n4.1", "Diagram \"A\"\n\nA stake on the red line counts twice.\n"),
    ] {
        let desk = Desk::invented();
        desk.next(place, &format!("{planted}\n{place}"));
        let words = format!("{{+{}", planted.strip_prefix(FIGURE).map_or(planted, |_| "Diagram \"A\" A stake"));
        let words = words.trim_end();
        let documents = ["--old-document", "rules.txt"];
        let args = ["ruleset", "trace", NEXT, "--rulesets", "rulesets", "--document", "next.txt"];
        let traced = desk.run(&[&args[..], &documents].concat());
        assert!(traced.out.contains(", in no clause: ") && traced.out.contains(words), "{planted}: {}", traced.out);
        let args = ["diff", INVENTED, NEXT, "--rulesets", "rulesets", "--new-document", "next.txt"];
        let shown = desk.run(&[&args[..], &documents].concat());
        assert!(shown.status == 1 && shown.out.contains(words), "{planted}: {}{}", shown.out, shown.err);
        let first = "1 place outside all clauses of the documents differs in words, which no proof covers.";
        assert!(shown.out.contains(first), "{planted}: {}", shown.out);
        let args = ["ruleset", "weave", NEXT, "--rulesets", "rulesets", "--document", "next.txt", "--out", "woven"];
        let woven = desk.run(&[&args[..], &["--against", INVENTED], &documents].concat());
        let since = format!("1 place outside all clauses changed in words since {INVENTED}");
        let page = std::fs::read_to_string(desk.folder.path().join("woven/index.html")).unwrap();
        assert!(woven.err.contains(&since) && page.contains(&since), "{planted}: {}", woven.err);
        assert!(page.contains("<h2>Lines in no clause that changed</h2>") && page.contains("<ins>"), "{planted}");
        let refused = desk.approve_next(&["--accept-words", "00000000"]);
        assert_eq!(refused.status, 2, "{planted}");
        let (run, page) = desk.signed_next();
        let last = planted.trim_end().rsplit('\n').next().unwrap();
        assert!(run.out.contains("\n  reworded:\n    - \"line "), "{planted}: {}", run.out);
        assert!(page.matches(last).count() > 1, "{planted}: among the changes and in the trace");
        // A sentence is asked about where there is no document from before, too.
        let asked = run.out.contains("in no clause that may be");
        assert_eq!(asked, planted.trim_end().ends_with('.'), "{planted}: {}", run.out);
    }
}

#[test]
fn what_stands_in_no_clause_in_both_documents_asks_nothing() {
    for (from, to) in [
        ("First edition, for play", "First edition, for play"),
        ("First edition, for play", "First edition,\nfor play"),
        ("............................ 2", "............................. 3"),
    ] {
        let desk = Desk::invented();
        desk.next(from, to);
        let run = desk.approve_next(&[]);
        assert_eq!(run.status, 0, "{to}: {}", run.err);
        assert!(!run.out.contains("reworded"), "{to}: {}", run.out);
    }
}

/// A fingerprint does not hold where blanks stand, so that a number or a word may fall apart unseen.
#[test]
fn what_is_parted_into_other_words_or_numbers_is_asked_about() {
    for planted in ["packs of 5 2 cards", "pack sof 52 cards"] {
        let desk = Desk::invented();
        desk.next("packs of 52 cards", planted);
        let args = ["diff", INVENTED, NEXT, "--rulesets", "rulesets", "--new-document", "next.txt"];
        let shown = desk.run(&[&args[..], &["--old-document", "rules.txt"]].concat());
        let said = "has the same letters and digits, parted into other words or numbers: 2.1";
        assert!(shown.out.contains(said), "{}{}", shown.out, shown.err);
        let (run, page) = desk.signed_next();
        assert!(run.out.contains("\n  reworded:\n    - \"2.1\"\n") && page.contains("pack"), "{}", run.out);
    }
}

#[test]
fn what_a_cut_file_declares_outside_is_compared_too() {
    let desk = Desk::invented();
    desk.next("First edition, for play", "Red backs only, for play");
    for (id, document) in [(INVENTED, "rules.txt"), (NEXT, "next.txt")] {
        let cut = desk.run(&["ruleset", "clauses", "--document", document, "--cut"]);
        std::fs::write(desk.folder.path().join("rulesets").join(id).join("cut.yaml"), &cut.out).unwrap();
    }
    let (run, page) = desk.signed_next();
    assert!(page.contains("{+Red"), "{}", run.err);
    assert!(run.out.contains("\n  reworded:\n    - \"line 3\"\n"), "{}", run.out);
}

/// What only one choice of an option leaves uncompared says which choice that is.
#[test]
fn what_was_not_compared_under_one_choice_says_so() {
    let folder = scratch();
    assert_eq!(resettle_in(folder.path(), &["key", "new", "key"]).status, 0);
    let (rulesets, document) =
        (root().join("fixtures/games/rulesets"), root().join("fixtures/games/documents/amber-hall/rules.txt"));
    let id = "zz/amber-hall/choice-baccarat/2025-06-01";
    let args =
        ["ruleset", "approve", id, "--rulesets", rulesets.to_str().unwrap(), "--key", "key", "--out", "out.yaml"];
    let run = resettle_in(folder.path(), &[&args[..], &["--document", document.to_str().unwrap()]].concat());
    assert_eq!(run.status, 2);
    assert!(run.err.contains(") where banker half_on_six, six offered, "), "{}", run.err);
    assert!(run.err.contains(") where banker commission, six not_offered\n"), "{}", run.err);
}
