//! Which table rounds were played at.

use super::words;

/// Words for a table.
const TABLES: [&str; 13] = [
    "table",
    "desk",
    "room",
    "location",
    "tisch",
    "mesa",
    "tavolo",
    "\u{684c}",
    "\u{684c}\u{53f7}",
    "\u{684c}\u{865f}",
    "\u{53f0}\u{53f7}",
    "\u{6aaf}\u{865f}",
    "\u{53f0}\u{865f}",
];
/// What may follow them in a name, or be a member of an object that is called so.
const BEHIND: [&str; 5] = ["id", "name", "code", "no", "number"];

/// Whether a member or header of this name may say at which table a round was played: `gameTable`, `table_id`, `Tisch-Nr`.
fn is_name_of_a_table(name: &str) -> bool {
    let name = words(name).replace(' ', "");
    let of = |name: &str| TABLES.iter().any(|table| name.ends_with(table));
    of(&name) || BEHIND.iter().chain(&["nr"]).filter_map(|behind| name.strip_suffix(behind)).any(of)
}

/// The same of a member within an object: the `id` of a `table`.
pub(crate) fn is_of_table(within: &str, name: &str) -> bool {
    let of = words(within);
    let of = of.rsplit(' ').next().unwrap_or_default();
    let is_table = TABLES.contains(&of) || of.strip_suffix('s').is_some_and(|one| TABLES.contains(&one));
    is_name_of_a_table(name) || (is_table && BEHIND.contains(&words(name).as_str()))
}

/// Whether a word of a title is one for a table.
pub(crate) fn says_table(word: &str) -> bool {
    TABLES.iter().any(|table| words(word) == *table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_go_by_many_names() {
        for name in
            ["table", "tableId", "gameTable", "studioTable", "desk", "deskId", "room", "Tisch", "Mesa", "Tisch-Nr."]
        {
            assert!(is_name_of_a_table(name), "{name}");
        }
        for name in ["tableMin", "stable1", "deskew", "id", "roomRate"] {
            assert!(!is_name_of_a_table(name), "{name}");
        }
        for (within, name, is) in [
            ("table", "id", true),
            ("tables", "name", true),
            ("", "id", false),
            ("shoe", "id", false),
            ("", "desk", true),
        ] {
            assert_eq!(is_of_table(within, name), is, "{within} {name}");
        }
    }
}
