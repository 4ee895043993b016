//! The page's script and style: small files, put together in order.

use base64ct::{Base64, Encoding as _};
use resettle_report::columns::{Column, DAYS, FINDINGS, Kind, REGISTER, SHOES, STAFF, TABLES, Unit};
use resettle_report::document::HANGING;
use resettle_report::print::{HELP_OF_THE_LOGGED, LATE_NOT_KNOWN, LOGGED_AT_THIS_COUP, helps};
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
    let columns = [
        listed("tables", &TABLES.drawn_as_declared()),
        listed("staff", &STAFF.drawn_as_declared()),
        listed("findings", &FINDINGS.drawn_as_declared()),
        listed("register", &REGISTER.drawn_as_declared()),
        listed("shoes", &SHOES.drawn_as_declared()),
        listed("days", &DAYS.drawn_as_declared()),
    ];
    let hanging = HANGING.iter().map(|one| {
        let beside = one.beside.map_or_else(String::new, |code| format!(", beside: '{}'", code.as_str()));
        let (on, help, proviso) = (one.on.word(), one.on.help(), one.on.proviso());
        format!(
            "{{ on: '{on}', help: {help:?}, proviso: {proviso:?}{beside}, ofTheWager: {}, of: '{}', says: {:?}, withoutHands: {} }}",
            one.of_the_wager, one.of, one.says, one.without_hands
        )
    });
    let hanging: Vec<String> = hanging.collect();
    let helps: Vec<String> = helps().map(|(code, help)| format!("'{code}': {help:?}")).collect();
    format!(
        "(() => {{\n'use strict';\nconst COLUMNS = {{ {} }};\nconst HELPS = {{ {} }};\nconst HANGING = [{}];\nconst HELP_OF_THE_LOGGED = {HELP_OF_THE_LOGGED:?};\nconst LOGGED_AT_THIS_COUP = {LOGGED_AT_THIS_COUP:?};\nconst LATE_NOT_KNOWN = {LATE_NOT_KNOWN:?};\n{}}})();\n",
        columns.join(", "),
        helps.join(", "),
        hanging.join(", "),
        SCRIPT.concat()
    )
}

/// Columns as the script has them: the name, the title, in what it counts; the member of `report.json` that has the value, or
/// of which two it is the difference.
fn listed<R>(rows: &str, columns: &[&Column<R>]) -> String {
    let columns = columns.iter().map(|column| {
        let unit = match (column.head.unit, column.head.kind) {
            (Unit::Faults, _) => "faults",
            (Unit::Minor, _) => "minor",
            (Unit::Wrong, _) => "wrong",
            (Unit::None, Kind::Int | Kind::Serial | Kind::Big) => "count",
            (Unit::None, _) => "text",
        };
        format!(
            "{{ name: '{}', title: '{}', unit: '{unit}', of: {:?} }}",
            column.head.name,
            column.page_title(),
            column.members()
        )
    });
    format!("{rows}: [{}]", columns.collect::<Vec<_>>().join(", "))
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
    use resettle_report::columns::{At, Value};
    use resettle_report::document::report_schema;
    use resettle_report::tally::TableTotals;

    use super::*;

    /// An element's text ends at the first closing tag, wherever it is.
    #[test]
    fn nothing_in_them_ends_its_element() {
        for text in [script(), style()] {
            let low = text.to_lowercase();
            assert!(!low.contains("</") && !low.contains("<!--"));
        }
    }

    /// All files share one scope, in which a later function would silently stand in the place of an earlier one.
    #[test]
    fn no_function_of_the_script_is_declared_twice() {
        let script = script();
        let mut declared: Vec<&str> =
            script.lines().filter_map(|line| Some(line.strip_prefix("function ")?.split_once('(')?.0)).collect();
        let all = declared.len();
        declared.sort_unstable();
        declared.dedup();
        assert_eq!(declared.len(), all);
        assert!(all > 100);
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

    /// The page draws a column from the member of that name of a row of `report.json`, or from two of them; one that no row
    /// has would always be nought.
    #[test]
    fn every_column_of_the_page_is_drawn_from_members_of_its_row() {
        let schema: serde_json::Value = serde_json::from_str(&report_schema()).unwrap();
        drawn(&TABLES.drawn_as_declared(), &schema, "TableTotals");
        drawn(&STAFF.drawn_as_declared(), &schema, "StaffCounts");
        drawn(&FINDINGS.drawn_as_declared(), &schema, "FindingRow");
        drawn(&REGISTER.drawn_as_declared(), &schema, "RegisterRow");
        drawn(&SHOES.drawn_as_declared(), &schema, "ShoeRow");
        drawn(&DAYS.drawn_as_declared(), &schema, "DayRow");
    }

    fn drawn<R>(columns: &[&Column<R>], schema: &serde_json::Value, row: &str) {
        for member in columns.iter().flat_map(|column| column.members()) {
            let mut at = row;
            for name in member.split('.') {
                let of = &schema["$defs"][at]["properties"][name];
                assert!(
                    !of.is_null(),
                    "{row} has no `{member}`: `.drawn_from` says of which members a column is drawn"
                );
                // A member that may lack is null or what this refers to.
                let named = of["$ref"].as_str().or_else(|| of["anyOf"][0]["$ref"].as_str());
                at = named.and_then(|named| named.rsplit('/').next()).unwrap_or_default();
            }
        }
    }

    /// What the page makes of two members is what the other outputs have.
    #[test]
    fn the_difference_of_two_members_is_the_value_of_the_column() {
        let mut row = TableTotals::default();
        (row.money.staked, row.money.returned, row.money.due) = (1000, 900, 905);
        (row.money.overpaid, row.money.underpaid) = (2, 7);
        let json = serde_json::to_value(&row).unwrap();
        for column in TABLES.drawn_as_declared() {
            let [of, less] = column.members() else { continue };
            let value = json[*of].as_i64().unwrap() - json[*less].as_i64().unwrap();
            assert_eq!((column.read)(&At::alone(&row)), Value::Whole(value.into()), "{}", column.head.name);
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
