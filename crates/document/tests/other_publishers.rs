//! Documents of other publishers, `fixtures/documents`: their numbering, their clauses, what was left out.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use resettle_document::{Document, Half, Numbering, deck_range, fingerprint, pay_rows};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn text(name: &str) -> String {
    std::fs::read_to_string(fixtures().join("documents").join(name).join("document.txt")).unwrap()
}

/// What was read, as people check it: a line for each clause, indented by what holds it.
fn reported(document: &Document) -> String {
    let mut out = format!("numbering: {}\n\n", document.numbering);
    let half = &document.main;
    for (at, clause) in half.clauses().iter().enumerate() {
        let text = half.text(at);
        let depth = std::iter::successors(clause.parent, |parent| half.clauses()[*parent].parent).count();
        let words: Vec<&str> = text.split_whitespace().collect();
        let shown = words.join(" ");
        let shown: String = match shown.chars().count() {
            0..=70 => shown,
            _ => shown.chars().take(50).chain(" … ".chars()).chain(last(&shown, 16)).collect(),
        };
        let _ = writeln!(out, "{}{} [{}] {shown}", "  ".repeat(depth), clause.number, clause.line);
        for row in pay_rows(&text) {
            let _ = writeln!(out, "{}  = {row:?}", "  ".repeat(depth));
        }
        for decks in deck_range(&text) {
            let _ = writeln!(out, "{}  = {decks:?}", "  ".repeat(depth));
        }
    }
    let _ = writeln!(out, "\nin no clause:");
    for left in &document.left_out {
        let _ = writeln!(out, "  {} {:?}", left.line, left.why);
    }
    let _ = writeln!(out, "\nlook numbered: {}, of which open no clause:", document.numbered);
    for one in &document.overlooked {
        let _ = writeln!(out, "  {} {}", one.line, one.text);
    }
    let _ = writeln!(out, "doubtful: {}", document.is_doubtful());
    out
}

fn last(text: &str, letters: usize) -> impl Iterator<Item = char> {
    text.chars().skip(text.chars().count() - letters)
}

fn numbers(half: &Half) -> Vec<&str> {
    half.clauses().iter().map(|clause| clause.number.as_str()).collect()
}

#[test]
fn the_fixtures_are_read_clause_by_clause() {
    let mut names: Vec<_> =
        std::fs::read_dir(fixtures().join("documents")).unwrap().map(|one| one.unwrap().file_name()).collect();
    names.sort();
    for name in names {
        let name = name.to_str().unwrap();
        let document = Document::parse(&text(name)).unwrap();
        let mut settings = insta::Settings::clone_current();
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.replace('-', "_"), reported(&document)));
    }
}

fn numbers_of(text: &str) -> Vec<String> {
    numbers(&Document::parse(text).unwrap().main).into_iter().map(str::to_owned).collect()
}

#[test]
fn a_fingerprint_is_of_the_words_without_number_and_items() {
    let document = Document::parse(&text("codes-of-an-agency")).unwrap();
    let half = &document.main;
    let of = |number: &str| half.fingerprint(half.find(number).unwrap());
    assert_eq!(of("19:47B-3.2(b)2.ii"), fingerprint("Cannot be told apart by:"));
    assert_eq!(of("19:47B-3.3"), fingerprint("Wagers"));
    // A table belongs to the clause that it is under, and moving a clause changes no fingerprint.
    let odds = "Winning wagers are paid as follows:\nWager Payout Odds\nPlayer 1 to 1\nBanker 1 to 1, less a 5% commission\nTie 12 for 1";
    assert_eq!(of("19:47B-3.4(a)"), fingerprint(odds));
    let moved = Document::parse(&text("codes-of-an-agency").replace("19:47B-3.", "20:1-7.")).unwrap().main;
    assert_eq!(moved.fingerprint(moved.find("20:1-7.4(a)").unwrap()), fingerprint(odds));
}

#[test]
fn the_numbering_can_be_said() {
    let text = text("numbers-nobody-knows");
    assert_eq!(Document::parse(&text).unwrap().overlooked.len(), 6);
    let said = Document::parse_by(&text, Some(Numbering::Words));
    assert_eq!(said.unwrap_err().all()[0].message, "no clause was found that is numbered by `words`");
    // One heading alone is not a numbering, unless somebody says so.
    let one = "Rule 7 Cards\n\n1. The cards are new.\n\n2. They are counted.\n";
    assert_eq!(numbers_of(one), ["1", "2"]);
    let said = Document::parse_by(one, Some(Numbering::Words)).unwrap();
    assert_eq!(numbers(&said.main), ["Rule 7", "Rule 7 1", "Rule 7 2"]);
}

#[test]
fn the_clauses_of_a_document_show_its_numbering() {
    for (name, numbering) in [
        ("sections-of-a-code", Numbering::Sections),
        ("codes-of-an-agency", Numbering::Codes),
        ("artigos", Numbering::Words),
        ("divisions", Numbering::Words),
        ("rules-with-letters", Numbering::Words),
        ("sections-of-an-act", Numbering::Words),
        ("excerpt-from-5-3", Numbering::Points),
    ] {
        let text = text(name);
        let document = Document::parse(&text).unwrap();
        assert_eq!((document.numbering, document.is_doubtful()), (numbering, false), "{name}");
        let numbers = numbers(&document.main);
        assert_eq!(Numbering::of(numbers.iter().copied()), Some(numbering), "{name}");
        // A ruleset's citations lead to the same clauses.
        let again = Document::parse_by(&text, Some(numbering)).unwrap();
        let fingerprints = |half: &Half| (0..half.clauses().len()).map(|at| half.fingerprint(at)).collect::<Vec<_>>();
        assert_eq!(fingerprints(&again.main), fingerprints(&document.main), "{name}");
    }
}

#[test]
fn headings_of_public_documents_are_read_without_a_cut_file() {
    for (text, wanted) in [
        (
            "Article 55-13 Six decks.\nArticle 55-14/15 A stake on the Player wins even money,\na stake on the Banker 19 to 20.\n1) Chips.\n\
             2) No cash.\nArticle 55-16 A tie pays 8 to 1.\n",
            vec!["Article 55-13", "Article 55-14/15", "Article 55-14/15 1)", "Article 55-14/15 2)", "Article 55-16"],
        ),
        (
            "Article R. 321-13. The Banker is last.\nArticle R. 321-14. A natural ends the coup:\n1° of the Player;\n2° of the Banker.\n\
             Article R. 321-15. Every card has its value.\n",
            vec![
                "Article R. 321-13",
                "Article R. 321-14",
                "Article R. 321-14 1°",
                "Article R. 321-14 2°",
                "Article R. 321-15",
            ],
        ),
        (
            "WAC 230-15-040 Decks. Six or eight decks.\n(1) They are of one back.\nWAC 230-15-045 A tie pays 8 to 1.\n",
            vec!["WAC 230-15-040", "WAC 230-15-040(1)", "WAC 230-15-045"],
        ),
        (
            "House rules\n\n146.17: The shoe holds eight decks.\n146.18: The first card is burned\nface up.\n146.19: A tie pays 8 to 1.\n",
            vec!["146.17", "146.18", "146.19"],
        ),
        ("Rule 3-1 The Player draws.\nRule 3-2 The Banker draws.\n", vec!["Rule 3-1", "Rule 3-2"]),
        (
            "The game\n\n1) Six decks.\n2) A tie pays 8 to 1;\na) with a total of 7 it pays 12 to 1.\n3) The sign holds.\n",
            vec!["1)", "2)", "2) a)", "3)"],
        ),
        ("1° Six decks.\n2° A tie pays 8 to 1.\n3° The sign holds.\n", vec!["1°", "2°", "3°"]),
        ("(1) Six decks.\n(2) A tie pays:\n(a) 8 to 1;\n(b) 9 to 1.\n", vec!["(1)", "(2)", "(2)(a)", "(2)(b)"]),
        ("I. Six decks are used.\nII. A tie pays 8 to 1.\nIII. The sign holds.\n", vec!["I", "II", "III"]),
        ("A. Six decks are used.\nB. A tie pays 8 to 1.\nC. The sign holds.\n", vec!["A", "B", "C"]),
    ] {
        let document = Document::parse(text).unwrap();
        let found = numbers(&document.main);
        assert_eq!(found, wanted, "{text}");
        assert_eq!((document.overlooked.as_slice(), document.is_doubtful()), (&[][..], false), "{text}");
        // A ruleset's citations lead to the same clauses.
        let said = Numbering::of(found.iter().copied());
        assert_eq!(numbers(&Document::parse_by(text, said).unwrap().main), wanted, "{text}");
    }
}

#[test]
fn numbers_that_begin_anew_name_what_holds_them() {
    let text = "Division 1 Table\n\nRule 1 Seats\n\nTen.\n\nRule 2 Cloth\n\nGreen.\n\nDivision 2 Cards\n\nRule 1 Decks\n\n(1) Eight.\n\nRule 2 Backs\n\nBlue.\n";
    let wanted = [
        "Division 1",
        "Division 1 Rule 1",
        "Division 1 Rule 2",
        "Division 2",
        "Division 2 Rule 1",
        "Division 2 Rule 1(1)",
        "Division 2 Rule 2",
    ];
    assert_eq!(numbers_of(text), wanted);
}

#[test]
fn references_open_no_clause() {
    let text = "Rule 1 Words\n\nA word means what\nRule 3 says of it, and in accordance with\nRule 2 The cards it is read.\n\nRule 2 Cards\n\nThey are new.\n\nRule 3 Names\n\nNone.\n";
    assert_eq!(numbers_of(text), ["Rule 1", "Rule 2", "Rule 3"]);
}

#[test]
fn a_number_that_stands_twice_is_refused() {
    let text = "Rule 1 Words\n\nNone.\n\nRule 2 Cards are new at night\n\nYes.\n\nRule 3 End\n\nNow.\n\nRule 2 Cards are old at night\n\nNo.\n";
    let faults = Document::parse(text).unwrap_err();
    assert_eq!(faults.all()[0].message, "clause Rule 2 stands twice; the first is at 5:1");
}

#[test]
fn a_plain_document_that_names_rules_stays_plain() {
    let text = "1. Words\n\n1.1 A word.\n\n1.2 See these:\n\nRule 5 Cards of the house.\n\nRule 6 Chips of the house.\n\n2. Cards\n\n2.1 New.\n";
    assert_eq!(numbers_of(text), ["1", "1.1", "1.2", "2", "2.1"]);
}

#[test]
fn a_heading_right_below_a_list_is_one_where_it_is_the_next() {
    let text = "Section 5.1 Cards\nNew.\nSection 5.2 Shoe\nIt is:\n(a) one\n(b) two\nSection 5.3 Burn\nOne card under\nSection 6.1 The pay.\nSection 6.1 Pay\nNow.\n";
    let wanted = ["Section 5.1", "Section 5.2", "Section 5.2(a)", "Section 5.2(b)", "Section 5.3", "Section 6.1"];
    assert_eq!(numbers_of(text), wanted);
}

/// What was put behind a number later is a clause of its own where that number is open.
#[test]
fn a_number_with_a_word_behind_it_opens_a_clause_where_it_fits() {
    let text = "1. Cards\n\nSix decks.\n\n2. Ties\n\nA tie pays.\n\n2 bis. Pushes\n\nA push.\n\n2 ter) The end.\n(a) one\n(b) two\n\n3. Errors\n\nRed.\n";
    assert_eq!(numbers_of(text), ["1", "2", "2 bis", "2 ter", "2 ter(a)", "2 ter(b)", "3"]);
    let points = "1. Play\n\n1.1 Red.\n\n1.1 bis Blue is too.\n\n1.2 Green.\n\n2. Money\n\n2.1 Tie.\n";
    assert_eq!(numbers_of(points), ["1", "1.1", "1.1 bis", "1.2", "2", "2.1"]);
    let letters = "1. Cards\n\nSix decks.\n\n1a. Ties\n\nA tie.\n\n1b. Pushes\n\n1d. Nothing.\n\n2. Errors\n";
    assert_eq!(numbers_of(letters), ["1", "1a", "1b", "2"]);
    let articles = "Article 1\n1) Red.\n2) Blue.\n2 bis) Green.\n3) Grey.\nArticle 2\n1) Black.\n";
    let wanted =
        ["Article 1", "Article 1 1)", "Article 1 2)", "Article 1 2 bis)", "Article 1 3)", "Article 2", "Article 2 1)"];
    assert_eq!(numbers_of(articles), wanted);
}

/// The lines that look numbered and open no clause, where a line is put between the sections of a small document.
fn overlooked_beside(line: &str) -> (Vec<String>, Vec<String>) {
    let text = format!(
        "1. Play\n\n1.1 Blue is played here.\n\n{line}\n\n2. Money\n\n2.1 A tie pays 8 to 1.\n\n2.2 Cards are red.\n"
    );
    let document = Document::parse(&text).unwrap();
    let overlooked = document.overlooked.iter().map(|one| one.text.clone()).collect();
    (numbers(&document.main).into_iter().map(str::to_owned).collect(), overlooked)
}

#[test]
fn a_line_that_looks_numbered_is_named_whatever_numbers_it() {
    for line in [
        "Title II Money",
        "Book 2 Money",
        "Appendix 1",
        "CHAPTER SIX",
        "6 The Banker is paid as the casino decides.",
        "Item 6 The casino may change the odds.",
        "VI The odds may be changed.",
        "A.1 The casino may change the odds.",
        "\u{2465} The casino may change the odds.",
        "\u{ff16}\u{ff0e}The casino may change the odds.",
        "1-1 A tie pays 9 to 1.",
        "1er Money",
        "3 bis Money",
        "No. 3 Money",
        "1\u{b7}2 A tie",
        "1 .2 A tie",
        "Rule No. 3 Money",
        "Lid 2",
        "Livre II",
        "Titre Ier",
        "3. No card drawn",
        "3. Draw, Stand",
        "3 Natural card",
        "3\tMoney\tand odds",
        "3 \u{2013} Money",
        "\u{7b2c}\u{4e09}\u{6761} \u{94b1}",
        "5 bis. Money",
        "5a. Money",
        "4 ter) Money",
        "2 quater. Money",
        "5 a) Money",
        "Art. 5 bis. Money",
        "5, Money",
    ] {
        let (numbers, overlooked) = overlooked_beside(line);
        assert_eq!(
            (numbers.join(" ").as_str(), overlooked),
            ("1 1.1 2 2.1 2.2", vec![line.replace('\t', " ")]),
            "{line}"
        );
    }
    for line in ["6 to 1 is paid.", "A tie pays 9 to 1.", "7s are counted.", "I am paid.", "2016 was a year."] {
        assert_eq!(overlooked_beside(line).1, [] as [&str; 0], "{line}");
    }
    // The sentence before goes on.
    let text = "1. Play\n\n1.1 The Banker is paid on\n6 The sign of six, and on\nVI The same.\n\n1.2 Cards are red.\n";
    assert!(Document::parse(text).unwrap().overlooked.is_empty());
}

#[test]
fn titles_of_the_words_of_cells_are_clauses() {
    let text = "1. Play\n\n1.1 Six decks.\n\n2. Draw, Stand\n\n2.1 The Player draws.\n\n3. No Card Drawn\n\nIt is void.\n\n4. Drawn Card\n\nIt is kept.\n\n5. Errors\n\n5.1 Red.\n";
    assert_eq!(numbers_of(text), ["1", "1.1", "2", "2.1", "3", "4", "5", "5.1"]);
    let rows =
        "1. Play\n\n1.1 The Banker draws so.\n\nTotal\tNone\t0\t1\n2\tD\tD\tS\n3\tD\tS\tS\n\n2. Money\n\n2.1 Red.\n";
    let document = Document::parse(rows).unwrap();
    assert_eq!((numbers(&document.main).join(" ").as_str(), document.overlooked.len()), ("1 1.1 2 2.1", 0));
}

#[test]
fn bare_numbers_with_titles_are_clauses_or_an_error_that_names_them() {
    for between in [" ", "\t"] {
        let text = "1 Play\n\nSix decks are used.\n\n2 Money and odds\n\nA tie pays 8 to 1.\n\n3 Errors\n\nRed.\n";
        let numbered = |text: String, digit: char| text.replace(&format!("{digit} "), &format!("{digit}{between}"));
        let text = ['1', '2', '3'].into_iter().fold(text.replace("8 to 1", "9 to one"), numbered);
        assert_eq!(numbers_of(&text), ["1", "2", "3"], "{text}");
    }
    let faults =
        Document::parse("1 The game is played.\n\n2 A tie pays.\n\n3 The end of it.\n").unwrap_err().to_string();
    for line in ["no numbered clause was found", "1 The game is played.", "2 A tie pays.", "3 The end of it."] {
        assert!(faults.contains(line), "{faults}");
    }
}

#[test]
fn divisions_have_many_names_and_numbers_in_words() {
    let of = |names: [&str; 2], numbers: [u8; 4]| {
        let [one, two] = names;
        let [a, b, c, d] = numbers;
        let text =
            format!("{one}\n\n{a}. Six packs.\n\n{b}. A tie.\n\n{two}\n\n{c}. In this part.\n\n{d}. The bank.\n");
        numbers_of(&text)
    };
    for (names, cited) in [
        (["CHAPTER ONE - PLAY", "CHAPTER TWO - MONEY"], ["Chapter One", "Chapter Two"]),
        (["Title I Play", "Title II Money"], ["Title I", "Title II"]),
        (["Book 1 Play", "Book 2 Money"], ["Book 1", "Book 2"]),
        (["Part One Play", "Part Two Money"], ["Part One", "Part Two"]),
        (["Appendix A Play", "Appendix B Money"], ["Appendix A", "Appendix B"]),
        (["TITRE Ier Jeu", "TITRE II Paiement"], ["Titre Ier", "Titre II"]),
    ] {
        assert_eq!(of(names, [1, 2, 3, 4]), [cited[0], "1", "2", cited[1], "3", "4"]);
        let anew = of(names, [1, 2, 1, 2]);
        assert_eq!((anew.len(), anew[0].as_str(), anew[3].as_str()), (6, cited[0], cited[1]), "{anew:?}");
    }
}

/// The texts of clauses by their numbers, lines joined.
fn texts(text: &str, numbers: [&str; 2]) -> [String; 2] {
    let read = Document::parse(text).unwrap();
    numbers.map(|number| read.main.text(read.main.find(number).unwrap()).replace('\n', " "))
}

#[test]
fn words_in_a_paragraph_behind_a_list_are_those_of_its_introduction() {
    let around = |list: &str| {
        format!(
            "24:61H-5.1 Errors\n\n(a) A card of another design that comes\nout of the shoe is burned.\n\n\
             (b) A wager paid wrongly shall be put right if it is seen:\n\n1. By the dealer before the next call; or\n\n{list}\n\n\
             24:61H-5.2 Void\n\n(a) In a void round every wager is handed\nback.\n"
        )
    };
    let own = "A wager paid wrongly shall be put right if it is seen:";
    let numbers = ["24:61H-5.1(b)", "24:61H-5.1(b)2"];
    let apart = around("2. By surveillance within 30 minutes,\n\nand the player is still at the table.");
    let of_both =
        [format!("{own} and the player is still at the table."), "By surveillance within 30 minutes,".to_owned()];
    assert_eq!(texts(&apart, numbers), of_both);
    let wrapped = around("2. By surveillance within\n30 minutes,\n\nand the player is still\nat the table.");
    assert_eq!(texts(&wrapped, numbers), of_both);
    let of_one =
        [own.to_owned(), "By surveillance within 30 minutes, and the player is still at the table.".to_owned()];
    for list in [
        "2. By surveillance within 30 minutes, and the player is still at the\ntable.",
        "2. By surveillance within 30 minutes,\nand the player is still at the table.",
    ] {
        assert_eq!(texts(&around(list), numbers), of_one);
        // Not even where the ruleset has the fingerprints of the other reading.
        let (mut read, before) = (Document::parse(&around(list)).unwrap(), Document::parse(&apart).unwrap());
        let wanted = |number: &str| before.main.fingerprint(before.main.find(number).unwrap());
        let (both, second) = (wanted(numbers[0]), wanted(numbers[1]));
        read.fit(|number| match number {
            number if number == numbers[0] => Some(both.as_str()),
            number if number == numbers[1] => Some(second.as_str()),
            _ => None,
        });
        assert_ne!(read.main.fingerprint(read.main.find(numbers[1]).unwrap()), second);
    }
    let mut read = Document::parse(&apart).unwrap();
    let run_in =
        Document::parse(&around("2. By surveillance within 30 minutes, and the player is still at the\ntable."))
            .unwrap();
    let wanted = run_in.main.fingerprint(run_in.main.find(numbers[1]).unwrap());
    read.fit(|number| (number == numbers[1]).then_some(wanted.as_str()));
    assert_ne!(read.main.fingerprint(read.main.find(numbers[1]).unwrap()), wanted);
}

/// It is no entry of a contents page: what it says is in the fingerprint of the clause that it stands in.
#[test]
fn a_line_that_bears_the_number_of_the_next_heading_stays_in_its_clause_and_is_named() {
    for (word, line) in [
        ("Rule 2-", "Rule 2-3."),
        ("Rule 2-", "Rule 2-3 (withdrawn)"),
        ("Rule 2-", "Rule 2-3 A red seven voids all."),
        ("Article ", "Article 3."),
    ] {
        let text = format!(
            "THE RULES\n\n{word}1 Cards\nSix decks.\n\n{word}2 Ties as in\n{line}\n{word}3 Table\nIt is round.\n\n{word}4 End\nIt ends.\n"
        );
        let read = Document::parse(&text).unwrap();
        let without = Document::parse(&text.replacen(&format!("{line}\n"), "", 1)).unwrap();
        let of = |document: &Document| document.main.fingerprint(document.main.find(&format!("{word}2")).unwrap());
        assert_ne!(of(&read), of(&without), "{line}");
        assert_eq!(numbers(&read.main), [1, 2, 3, 4].map(|number| format!("{word}{number}")), "{line}");
        let named: Vec<&str> = read.overlooked.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(named, [line]);
    }
}
