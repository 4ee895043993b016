//! `docs/export.md` shows every table and column as the code has them.

use resettle_export::tables;

use crate::common::root;

const BEGIN: &str = "<!-- tables: made by the test `export::docs` -->\n";

fn drawn() -> String {
    let mut out = String::from(BEGIN);
    for table in tables(true) {
        out.push_str(&format!(
            "\n### `{}`: {}\n\n| column | type | what it says |\n| --- | --- | --- |\n",
            table.name, table.about
        ));
        for column in &*table.columns {
            let kind = if column.optional {
                format!("{}, or null", column.kind.name())
            } else {
                column.kind.name().to_owned()
            };
            out.push_str(&format!("| `{}` | {kind} | {} |\n", column.name, column.about));
        }
    }
    out
}

#[test]
fn the_page_shows_the_schema() {
    let path = root().join("docs/export.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, shown) = page.split_once(BEGIN).unwrap();
    if std::env::var_os("UPDATE_DOCS").is_some_and(|value| value == "1") {
        std::fs::write(&path, format!("{before}{}", drawn())).unwrap();
        return;
    }
    assert_eq!(format!("{BEGIN}{shown}"), drawn(), "renew it with UPDATE_DOCS=1");
}
