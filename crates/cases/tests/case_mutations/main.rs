//! Any value of any ruleset, changed, and any row taken out: which changes do the cases next to it notice? Those that none
//! notices are listed in `docs/ruleset-cases-mutations.md`; of what decides money and cards there may be none.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use resettle_cases::{Case, CaseFile, Judge};
use resettle_ruleset::{ClauseKind, Ruleset};
use resettle_rulesets::embedded;
use resettle_testkit::root;
use resettle_yaml::{Node, Value};

#[path = "../../../../rulesets/tests/mutations/changes.rs"]
mod changes;
#[path = "../../../../rulesets/tests/mutations/leaves.rs"]
mod leaves;

use changes::Words;
use leaves::{leaves, with};

const INVENTED: &str = "zz/lantern-quay/seven-lantern-baccarat/2025-03-01";

/// A ruleset with its cases.
struct Right {
    id: String,
    yaml: String,
    cases: CaseFile,
}

/// The rows of a list; none where there is no such list.
fn list_of<'n>(parsed: &'n Node, key: &str) -> &'n [Node] {
    let Value::Map(entries) = &parsed.value else { return &[] };
    let is = |name: &Node| matches!(&name.value, Value::Text(text) if text == key);
    match entries.iter().find(|(name, _)| is(name)).map(|(_, list)| &list.value) {
        Some(Value::List(rows)) => rows,
        _ => &[],
    }
}

/// One change of the file.
struct Changed {
    general: String,
    what: String,
    yaml: String,
}

/// Who notices a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoticedBy {
    Refused,
    Cases,
    Nobody,
}

fn all() -> Vec<Right> {
    let mut out: Vec<Right> = embedded()
        .map(|one| Right {
            id: one.id.to_owned(),
            yaml: one.yaml.to_owned(),
            cases: CaseFile::from_yaml(one.cases.unwrap()).unwrap(),
        })
        .collect();
    let folder = root().join("fixtures/invented/rulesets").join(INVENTED);
    out.push(Right {
        id: INVENTED.to_owned(),
        yaml: fs::read_to_string(folder.join("ruleset.yaml")).unwrap(),
        cases: CaseFile::from_yaml(&fs::read_to_string(folder.join("cases.yaml")).unwrap()).unwrap(),
    });
    out
}

impl Right {
    /// What the clauses say of themselves shows in no coup, and a clause's number is a key; all else is changed.
    fn changes(&self) -> Vec<Changed> {
        let parsed = resettle_yaml::parse(&self.yaml).unwrap();
        let ruleset = Ruleset::from_yaml(&self.id, &self.yaml, b"").unwrap();
        let may = |kind: ClauseKind| matches!(kind, ClauseKind::Enforced | ClauseKind::Definition);
        let citable: Vec<String> =
            ruleset.clauses.iter().filter(|one| may(one.kind)).map(|one| one.number.clone()).collect();
        let mut words = Words::default();
        let mut out = Vec::new();
        for leaf in leaves(&parsed).iter().filter(|leaf| !leaf.general.starts_with("clauses.")) {
            for token in words.changes(&self.id, &self.yaml, &citable, leaf) {
                let what = format!("{} as {token}", leaf.path);
                out.push(Changed { general: leaf.general.clone(), what, yaml: with(&self.yaml, leaf, &token) });
            }
        }
        out.extend(self.without_rows("irregularities", list_of(&parsed, "irregularities")));
        for (at, wager) in list_of(&parsed, "wagers").iter().enumerate() {
            out.extend(self.without_rows(&format!("wagers.{at}.rows"), list_of(wager, "rows")));
        }
        out
    }

    /// The file without each row of a list, one at a time.
    fn without_rows(&self, list: &str, rows: &[Node]) -> Vec<Changed> {
        let lines: Vec<&str> = self.yaml.split_inclusive('\n').collect();
        let general: String = list
            .split('.')
            .map(|part| if part.parse::<usize>().is_ok() { "#" } else { part })
            .collect::<Vec<_>>()
            .join(".");
        rows.iter()
            .enumerate()
            .map(|(at, row)| {
                let from = row.place.line as usize - 1;
                let indent = |line: &str| line.len() - line.trim_start().len();
                let own = indent(lines[from]);
                let more =
                    lines[from + 1..].iter().take_while(|line| !line.trim().is_empty() && indent(line) > own).count();
                let yaml = [&lines[..from], &lines[from + 1 + more..]].concat().concat();
                Changed { general: format!("{general}.#"), what: format!("{list}.{at} taken out"), yaml }
            })
            .collect()
    }

    /// The case that fails goes to the front: the next change is of the same row, and often fails it too.
    fn reported(&self, changed: &Changed, order: &mut [&Case]) -> NoticedBy {
        let Ok(ruleset) = Ruleset::from_yaml(&self.id, &changed.yaml, b"") else { return NoticedBy::Refused };
        let judge = Judge::new(ruleset);
        let fails = |case: &&Case| !case.failures(&case.run(&judge)).is_empty();
        let Some(at) = order.iter().position(fails) else { return NoticedBy::Nobody };
        order[..=at].rotate_right(1);
        NoticedBy::Cases
    }
}

/// Whether a value decides what a coup comes to: odds, conditions of wagers, draws, values of cards, decks.
fn decides(general: &str) -> bool {
    let of = |section: &str| general == section || general.starts_with(&format!("{section}."));
    let clause = general.ends_with("clause");
    !clause && ["wagers", "draws", "cards", "decks", "deal", "rounding"].into_iter().any(of)
}

#[test]
#[ignore = "takes minutes; CI runs it by itself"]
fn every_value_and_row_that_changes_fails_a_case() {
    let mut survivors: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut page = String::new();
    for right in all() {
        let order: Vec<&Case> = right.cases.cases().map(|(_, case)| case).collect();
        assert!(order.iter().all(|case| case.by.is_some()), "{}: a case does not say what it rests on", right.id);
        let judge = Judge::new(Ruleset::from_yaml(&right.id, &right.yaml, b"").unwrap());
        for case in &order {
            assert_eq!(case.failures(&case.run(&judge)), [], "{}:{} {}", right.id, case.place.line, case.what);
        }
        let changes = right.changes();
        let next = AtomicUsize::new(0);
        let reported: Vec<(usize, NoticedBy)> = thread::scope(|scope| {
            let work = || {
                let mut out = Vec::new();
                let mut order = order.clone();
                while let Some(changed) = changes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let at = changes.iter().position(|one| std::ptr::eq(one, changed)).unwrap();
                    out.push((at, right.reported(changed, &mut order)));
                }
                out
            };
            let workers = thread::available_parallelism().map_or(1, usize::from);
            let running: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            running.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
        });
        let count = |by: NoticedBy| reported.iter().filter(|(_, own)| *own == by).count();
        page.push_str(&format!(
            "| `{}` | {} | {} | {} | {} | {} |\n",
            right.id,
            order.len(),
            changes.len(),
            count(NoticedBy::Refused),
            count(NoticedBy::Cases),
            count(NoticedBy::Nobody)
        ));
        let mut reported = reported;
        reported.sort_by_key(|(at, _)| *at);
        for (at, _) in reported.iter().filter(|(_, reported)| *reported == NoticedBy::Nobody) {
            let what = format!("{} {}", right.id, changes[*at].what);
            survivors.entry(changes[*at].general.clone()).or_default().push(what);
        }
    }
    let grave: Vec<_> = survivors.iter().filter(|(general, _)| decides(general)).collect();
    assert!(grave.is_empty(), "changed, and every case still holds: {grave:#?}");
    the_page_is_current(&whole(&page, &survivors));
}

/// To renew the page: `UPDATE_DOCS=1 cargo test --workspace --test case_mutations -- --ignored`
fn the_page_is_current(page: &str) {
    let path = root().join("docs/ruleset-cases-mutations.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, page).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), page, "{} is out of date", path.display());
}

fn whole(rows: &str, survivors: &BTreeMap<String, Vec<String>>) -> String {
    let mut out = String::from(
        "# Every value and row, changed: do the cases notice?\n\n\
         A test changes each value of the five rulesets and the invented one as `docs/ruleset-mutations.md` says, and takes\n\
         each row of `irregularities` and of each wager out, one at a time. Either the decoder refuses the change, or a case\n\
         in `cases.yaml` no longer holds; the changes that neither notices are counted below, with the first of each kind.\n\
         Of odds, conditions, draws, values of cards, decks and the deal there may be none. Titles, dates, reasons in words\n\
         and further clauses cited beside the right one show in no coup; `resettle ruleset trace` and the review of\n\
         snapshots notice those. The rest are cases still to be written. What the clauses say of themselves (text,\n\
         kind, why) is not changed here. Made by a test (`crates/cases/tests/case_mutations`); do not edit it by hand.\n\n\
         | ruleset | cases | changes | refused | a case fails | all cases hold |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n",
    );
    out.push_str(rows);
    out.push_str("\n## All cases hold\n\n| value | changes | the first of them |\n| --- | ---: | --- |\n");
    for (general, changes) in survivors {
        let first = changes.first().map_or("", String::as_str).replace('|', "\\|");
        out.push_str(&format!("| `{general}` | {} | `{first}` |\n", changes.len()));
    }
    out
}
