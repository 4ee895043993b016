//! The page's script and style: small files, put together in order.

use base64ct::{Base64, Encoding as _};
use resettle_report::columns::{Columns, STAFF, TABLES, Unit};
use sha2::{Digest as _, Sha256};

/// The files of the script, each after those whose constants it uses.
const SCRIPT: [&str; 26] = [
    include_str!("page/script/exact_json.js"),
    include_str!("page/script/words.js"),
    include_str!("page/script/dom.js"),
    include_str!("page/script/sshsig.js"),
    include_str!("page/script/check.js"),
    include_str!("page/script/roads.js"),
    include_str!("page/script/draw_roads.js"),
    include_str!("page/script/cards.js"),
    include_str!("page/script/model.js"),
    include_str!("page/script/head.js"),
    include_str!("page/script/custody.js"),
    include_str!("page/script/totals.js"),
    include_str!("page/script/plots.js"),
    include_str!("page/script/hold.js"),
    include_str!("page/script/coverage.js"),
    include_str!("page/script/exceptions.js"),
    include_str!("page/script/filter.js"),
    include_str!("page/script/register.js"),
    include_str!("page/script/coups.js"),
    include_str!("page/script/shoes.js"),
    include_str!("page/script/tournaments.js"),
    include_str!("page/script/promotions.js"),
    include_str!("page/script/sample.js"),
    include_str!("page/script/close.js"),
    include_str!("page/script/executive.js"),
    include_str!("page/script/main.js"),
];

const STYLE: [&str; 2] = [include_str!("page/style/screen.css"), include_str!("page/style/print.css")];

/// The whole script, in a scope of its own.
pub(crate) fn script() -> String {
    let columns = format!("const COLUMNS = {{ tables: [{}], staff: [{}] }};\n", listed(&TABLES), listed(&STAFF));
    format!("(() => {{\n'use strict';\n{columns}{}}})();\n", SCRIPT.concat())
}

/// Columns as the script has them: the name in `report.json`, the title, in what it counts.
fn listed<R>(columns: &Columns<R>) -> String {
    let columns = columns.page().into_iter().map(|column| {
        let unit = match column.head.unit {
            Unit::None => "count",
            Unit::Minor => "minor",
            Unit::Wrong => "wrong",
        };
        format!("{{ name: '{}', title: '{}', unit: '{unit}' }}", column.head.name, column.page_title())
    });
    columns.collect::<Vec<_>>().join(", ")
}

/// The whole style.
pub(crate) fn style() -> String {
    STYLE.concat()
}

/// The source expression by which the page's policy allows exactly this text.
pub(crate) fn hash_source(text: &str) -> String {
    format!("sha256-{}", Base64::encode_string(&Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use resettle_report::tally::{StaffCounts, TableTotals};

    use super::*;

    /// An element's text ends at the first closing tag, wherever it is.
    #[test]
    fn nothing_in_them_ends_its_element() {
        for text in [script(), style()] {
            let low = text.to_lowercase();
            assert!(!low.contains("</") && !low.contains("<!--"));
        }
    }

    /// The page writes money as the terminal and the workbook do: currency by currency.
    #[test]
    fn the_script_knows_the_minor_units_of_the_tool() {
        let script = script();
        let table = script.split_once("const MINOR_DIGITS = new Map([").unwrap().1.split_once("].flatMap").unwrap().0;
        let mut known = std::collections::BTreeMap::new();
        let mut digits = 0;
        for word in table.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
            match word.parse::<u32>() {
                Ok(number) => digits = number,
                Err(_) => drop(known.insert(word.to_owned(), digits)),
            }
        }
        let letters = || 'A'..='Z';
        for code in letters().flat_map(|a| letters().flat_map(move |b| letters().map(move |c| format!("{a}{b}{c}")))) {
            assert_eq!(resettle_game::minor_digits(&code), known.get(&code).copied(), "{code}");
        }
        assert!(known.len() > 150);
    }

    /// The page draws a column from the member of that name of a row of `report.json`; one that no row has would always be
    /// nought. What the script works out stands there.
    #[test]
    fn every_column_of_the_page_is_a_member_of_its_row() {
        named(&TABLES, &serde_json::to_value(TableTotals::default()).unwrap());
        named(&STAFF, &serde_json::to_value(StaffCounts::default()).unwrap());
    }

    fn named<R>(columns: &Columns<R>, row: &serde_json::Value) {
        let script = script();
        let worked_out = script.split_once("const WORKED_OUT = {").unwrap().1.split_once("};").unwrap().0;
        for name in columns.page().iter().map(|column| column.head.name) {
            let known = row.get(name).is_some() || worked_out.contains(&format!(" {name}: "));
            assert!(known, "report.json has no `{name}` in {row}");
        }
    }

    #[test]
    fn the_script_parses_no_html_and_asks_nobody() {
        let script = script();
        for word in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "fetch(",
            "XMLHttpRequest",
            "http:",
            "https:",
        ] {
            let found: Vec<&str> =
                script.lines().filter(|line| line.contains(word) && !line.contains("www.w3.org/2000/svg")).collect();
            assert!(found.is_empty(), "{word}: {found:?}");
        }
    }
}
