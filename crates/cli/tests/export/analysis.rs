//! Every query of `docs/analysis.md` runs, and answers something.

use std::path::Path;

use crate::common::python::run;
use crate::common::root;
use crate::month::Month;

/// The blocks of a language, in order.
fn blocks<'t>(page: &'t str, language: &str) -> Vec<&'t str> {
    let begin = format!("```{language}\n");
    page.split(begin.as_str()).skip(1).map(|rest| rest.split("```\n").next().unwrap()).collect()
}

/// Two dealers at every table that a roster names, one after the other.
fn staffing(roster: &str) -> String {
    let between = |line: &str, before: &str, after: char| {
        let rest = line.split_once(before).unwrap().1;
        rest.split(after).next().unwrap().trim_matches('"').to_owned()
    };
    let mut out = String::from("venue,table,from,to,dealer,supervisor,shift\n");
    for line in roster.lines().filter(|line| line.contains("venue: ")) {
        let (venue, table) = (between(line, "venue: ", ','), between(line, "tables: [", ']'));
        for (from, to, dealer) in [("2000", "2023-06-02", "B-1"), ("2023-06-02", "2050", "B-2")] {
            let day = |text: &str| if text.len() == 4 { format!("{text}-01-01") } else { text.to_owned() };
            out += &format!("{venue},{table},{}T00:00:00Z,{}T00:00:00Z,{dealer},S-1,day\n", day(from), day(to));
        }
    }
    assert!(out.lines().count() > 2, "{roster}");
    out
}

#[test]
fn every_query_of_the_page_runs() {
    let Some(python) = super::python() else { return };
    let month = Month::of(6, 3, 2_000, 2);
    month.write("staff.csv", staffing(&month.text("month/roster.yaml")));
    let exported = month.batch(&["--roster", "month/roster.yaml", "--staffing", "staff.csv", "--export", "tables"]);
    assert!(exported.status < 2, "{}", exported.err);
    let page = std::fs::read_to_string(root().join("docs/analysis.md")).unwrap();
    let tables = month.path().join("tables");
    let sql = blocks(&page, "sql");
    assert!(sql.len() >= 8, "{}", sql.len());
    month.write("queries.sql", sql.join("\n----\n"));
    let script = root().join("crates/cli/tests/export/queries.py");
    run(&python, &[&script, &tables, &month.path().join("queries.sql")]);
    let polars = blocks(&page, "python");
    assert!(polars.len() >= 6, "{}", polars.len());
    for (at, text) in polars.iter().enumerate() {
        let name = format!("tables/query-{at}.py");
        month.write(&name, format!("import os\nos.chdir({:?})\n{text}", tables.to_str().unwrap()));
        assert_ne!(run(&python, &[&month.path().join(&name)]).trim(), "", "{text}");
    }
}

#[test]
fn the_views_are_printed_as_they_are_written() {
    let printed = crate::common::resettle(&["export", "--views"]);
    assert_eq!(printed.status, 0, "{}", printed.err);
    let folder = crate::common::scratch();
    let out = folder.path().join("out");
    let log = "audit-logs/star-7-up-2016/log.jsonl";
    assert_eq!(crate::common::resettle(&["export", log, "--out", out.to_str().unwrap()]).status, 0);
    assert_eq!(std::fs::read_to_string(Path::new(&out).join("views.sql")).unwrap(), printed.out);
}
