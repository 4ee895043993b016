//! Headings in the shapes of many publishers, with and without blank lines between, and what is said where one is not taken.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_document::Document;

/// Paragraphs, told apart by blank lines or not at all.
const BETWEEN: [&str; 2] = ["\n", "\n\n"];

fn numbers(document: &Document) -> Vec<&str> {
    document.main.clauses().iter().map(|clause| clause.number.as_str()).collect()
}

fn overlooked(document: &Document) -> Vec<(u32, &str)> {
    document.overlooked.iter().map(|one| (one.line, one.text.as_str())).collect()
}

/// Each heading opens a clause of its own words.
fn each_opens(headings: &[(&str, &str)]) {
    let words = |at: usize| format!("The croupier of table {} calls the close.", ["red", "blue", "green"][at % 3]);
    for between in BETWEEN {
        let paragraphs: Vec<String> =
            headings.iter().enumerate().map(|(at, (heading, _))| format!("{heading} {}", words(at))).collect();
        let text = format!("Rules of the Harbour Room{between}{}\n", paragraphs.join(between));
        let document = Document::parse(&text).unwrap();
        let cites: Vec<&str> = headings.iter().map(|(_, cite)| *cite).collect();
        assert_eq!(numbers(&document), cites, "{text}");
        for at in 0..headings.len() {
            assert_eq!(document.main.text(at), words(at), "{text}");
        }
        assert_eq!(overlooked(&document), [], "{text}");
    }
}

#[test]
fn a_stroke_counts_on_where_a_run_shows_it() {
    each_opens(&[
        ("Article 55-14/15", "Article 55-14/15"),
        ("Article 55-14/16", "Article 55-14/16"),
        ("Article 55-14/17 –", "Article 55-14/17"),
        ("Article 55-14/17 bis", "Article 55-14/17 bis"),
        ("Article 55-14/22 à 55-14/24", "Article 55-14/22 à 55-14/24"),
        ("Article 55-14/25", "Article 55-14/25"),
    ]);
    // Alone between its neighbours it is a range: the first of its numbers stands in the row.
    each_opens(&[
        ("Article 55-13", "Article 55-13"),
        ("Article 55-14/15", "Article 55-14/15"),
        ("Article 55-16", "Article 55-16"),
    ]);
}

#[test]
fn what_was_put_between_two_numbers_later_is_read_in_every_spelling() {
    each_opens(&[
        ("Art. 1er", "Art. 1er"),
        ("Art. 2", "Art. 2"),
        ("Art. 2bis", "Art. 2bis"),
        ("Art. 2-ter", "Art. 2-ter"),
        ("Art. 2 quater)", "Art. 2 quater"),
        ("Art. 3", "Art. 3"),
        ("Art. 3 bis 1.", "Art. 3 bis 1"),
        ("Art. 3 bis 2.", "Art. 3 bis 2"),
        ("Art. 4", "Art. 4"),
    ]);
    each_opens(&[("1°", "1°"), ("2°", "2°"), ("2° bis", "2° bis"), ("2° ter)", "2° ter"), ("3 °", "3°")]);
}

#[test]
fn codes_of_decrees_and_agencies_are_read() {
    each_opens(&[
        ("Article R. 321-15", "Article R. 321-15"),
        ("Article R*321-16", "Article R*321-16"),
        ("Article R.*321-17", "Article R.*321-17"),
        ("Article D. 321-17-1", "Article D. 321-17-1"),
    ]);
    each_opens(
        &[
            ("WAC 230-15-040", "WAC 230-15-040"),
            ("WAC 230-15-041 through 230-15-044 Reserved.", "WAC 230-15-041 through 230-15-044"),
            ("230-15-055", "230-15-055"),
            ("WAC 230-15-060", "WAC 230-15-060"),
        ]
        .map(|(heading, cite)| (heading.trim_end_matches(" Reserved."), cite)),
    );
    each_opens(&[("Artikel 4", "Artikel 4"), ("Artikel 5:1", "Artikel 5:1"), ("Artikel 5:2", "Artikel 5:2")]);
}

#[test]
fn titles_behind_colons_and_dashes_are_read() {
    let text = "Chapitre Ier : Du jeu\n\nArticle R*321-1\nLe sabot compte six jeux.\n\nChapitre II : Des registres\n\nArticle R*321-2\nLe registre est tenu.\n";
    let document = Document::parse(text).unwrap();
    assert_eq!(numbers(&document), ["Chapitre Ier", "Article R*321-1", "Chapitre II", "Article R*321-2"]);
    for between in BETWEEN {
        let text = ["I.-Le sabot compte six jeux.", "II.-L'as vale un.", "III.- La banque tire.\n"].join(between);
        let document = Document::parse(&text).unwrap();
        assert_eq!(numbers(&document), ["I", "II", "III"]);
        assert_eq!(document.main.text(0), "Le sabot compte six jeux.");
        let text = ["1.- Six decks are used.", "2.-An ace counts one.", "3.- A tie pays.\n"].join(between);
        assert_eq!(numbers(&Document::parse(&text).unwrap()), ["1", "2", "3"]);
    }
}

#[test]
fn the_first_item_may_stand_behind_the_title() {
    let text = "WAC 230-15-010 Values. (1) An ace counts one.\n(2) Court cards count zero.\n\nWAC 230-15-020 Draws. (1) See above.\nSo be it.\n";
    let document = Document::parse(text).unwrap();
    let wanted = ["WAC 230-15-010", "WAC 230-15-010(1)", "WAC 230-15-010(2)", "WAC 230-15-020"];
    assert_eq!(numbers(&document), wanted);
    let text = |at| document.main.text(at).into_owned();
    assert_eq!([text(0), text(1), text(3)], ["Values.", "An ace counts one.", "Draws. (1) See above.\nSo be it."]);
    assert_eq!(document.main.clauses()[1].column, 24);
}

#[test]
fn what_looks_like_a_heading_and_is_none_is_said_with_its_line() {
    let said = |text: &str| {
        let document = Document::parse(text).unwrap();
        overlooked(&document).into_iter().map(|(line, text)| format!("{line} {text}")).collect::<Vec<_>>()
    };
    for between in BETWEEN {
        let join = |lines: [&str; 4]| format!("{}\n", lines.join(between));
        let place = |line: usize| 1 + (line - 1) * between.len();
        let gap = join(["1. Six decks are used.", "2. Even money is paid on", "3 Tie 8 to 1", "4. A tie pays."]);
        assert_eq!(said(&gap), [format!("{} 3 Tie 8 to 1", place(3))], "{gap}");
        let amended = join(["1° Six decks.", "2° Cards are dealt.", "4° bis A tie pays.", "3° They are seen."]);
        assert_eq!(said(&amended), [format!("{} 4° bis A tie pays.", place(3))], "{amended}");
        let strange = join(["Art. 6 Cards.", "Art. 7 Decks.", "Art. 7/1 A tie pays.", "Art. 8 Money."]);
        assert_eq!(said(&strange), [format!("{} Art. 7/1 A tie pays.", place(3))], "{strange}");
    }
    for (line, named) in [
        ("Articles 7 and 8. Money is counted.", true),
        ("Articles 7 to 9", true),
        ("Articles 7-9 Repealed", true),
        ("Articles 7 and 8 are read with it.", false),
    ] {
        let text = format!("Article 5 Cards are dealt.\n\nArticle 6 A tie pays.\n\n{line}\n\nArticle 10 It ends.\n");
        let wanted = if named { vec![format!("5 {line}")] } else { Vec::new() };
        assert_eq!(said(&text), wanted, "{text}");
    }
    // A sentence may end with several.
    let text = "Article 5 Cards are dealt as is said in\nArticles 7 and 8.\n\nArticle 6 A tie pays.\n";
    assert_eq!(said(text), [""; 0]);
    // No collection beside it: a number of something else, which is named.
    let text = "Rule 1 The house\n\nRule 2 Calls\n\n800-55-1234 House telephone.\n";
    assert_eq!(said(text), ["5 800-55-1234 House telephone."]);
}

#[test]
fn the_part_before_an_annex_that_begins_anew_is_named_and_entries_of_contents_are_not() {
    let said =
        |text: &str| overlooked(&Document::parse(text).unwrap()).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
    let annex = "1. Tables\n\n1.1 The first table is that of the house, and holds all that is paid on a coup of cards.\n\n1.2 The second \
                 one holds the limits of each table, as they are shown there, and is changed by the house alone.\n\n2. Forms\n\n2.1 A form is kept.\n";
    let main = "1. The game\n\n1.1 It is played with eight decks.\n\n2. A tie\n\n2.1 It pays 8 to 1.\n";
    assert_eq!(said(&format!("{main}\nAnnex\n\n{annex}")), [1, 3, 5, 7]);
    let contents = "Contents\n1. Tables ...... 1\n2. Forms ...... 2\n";
    assert_eq!(said(&format!("{contents}\n{annex}")), [0; 0]);
}
