use askama::Template;
use resettle_game::Amount;

use super::text::{coup, edge, short, title};
use super::verdict::verdict;
use crate::change::{Change, Level};
use crate::compare::Diff;
use crate::replay::ReplaySums;
use crate::wording::In;

/// One page for the approver: self-contained, for screens and for A4.
#[derive(Template)]
#[template(path = "diff.html")]
struct Page<'a> {
    diff: &'a Diff,
    verdict: Vec<String>,
    bets: Vec<String>,
    edges: Vec<EdgeRow>,
    groups: Vec<Group>,
    replay: Option<Past<'a>>,
}

struct EdgeRow {
    decks: u32,
    cells: Vec<EdgeCell>,
}

struct EdgeCell {
    text: String,
    changed: bool,
}

struct Group {
    title: &'static str,
    word: &'static str,
    rows: Vec<ChangeRow>,
}

struct ChangeRow {
    path: String,
    old: Side,
    new: Side,
    circumstances: Option<String>,
    voiding: Option<String>,
    example: Option<String>,
    note: Option<String>,
    /// The words of the clause in runs, where documents were given.
    words: Vec<Run>,
    one_sided: Option<&'static str>,
    fingerprint: String,
    accepted: bool,
}

struct Run {
    /// `del`, `ins`, or nothing for what is in both.
    tag: &'static str,
    text: String,
}

struct Side {
    value: String,
    clause: String,
    place: String,
}

struct Past<'a> {
    sums: &'a ReplaySums,
    rows: Vec<PastRow>,
}

struct PastRow {
    bet: String,
    wagers: u64,
    staked: String,
    due_old: String,
    due_new: String,
    difference: String,
}

/// A diff as one HTML file that needs nothing else.
///
/// # Errors
/// None that a complete diff can cause; the template engine's own.
pub fn html(diff: &Diff, replay: Option<&ReplaySums>) -> Result<String, askama::Error> {
    let mut bets: Vec<String> = Vec::new();
    let mut edges: Vec<EdgeRow> = Vec::new();
    for row in &diff.edges {
        if !bets.contains(&row.name()) {
            bets.push(row.name());
        }
    }
    let mut decks: Vec<u32> = diff.edges.iter().map(|row| row.decks).collect();
    decks.sort_unstable();
    decks.dedup();
    for decks in decks {
        let of = |bet: &String| {
            let row = diff.edges.iter().find(|row| row.decks == decks && row.name() == *bet);
            row.map_or(EdgeCell { text: String::new(), changed: false }, |row| EdgeCell {
                text: edge(row),
                changed: row.old != row.new,
            })
        };
        edges.push(EdgeRow { decks, cells: bets.iter().map(of).collect() });
    }
    let groups = Level::ALL
        .into_iter()
        .map(|level| Group {
            title: title(level),
            word: level.word(),
            rows: diff.changes.iter().filter(|change| change.level == level).map(|change| row(diff, change)).collect(),
        })
        .filter(|group| !group.rows.is_empty())
        .collect();
    let replay = replay.map(|sums| Past {
        sums,
        rows: sums
            .bets
            .iter()
            .map(|sum| PastRow {
                bet: format!("{} {}", sum.currency, sum.bet),
                wagers: sum.wagers,
                staked: number(sum.staked, &sum.currency),
                due_old: number(sum.due_old, &sum.currency),
                due_new: number(sum.due_new, &sum.currency),
                difference: Amount::new(sum.difference(), Some(&sum.currency)).signed().number(),
            })
            .collect(),
    });
    Page { diff, verdict: verdict(diff, replay.as_ref().map(|past| past.sums)), bets, edges, groups, replay }.render()
}

fn number(minor: i128, currency: &str) -> String {
    Amount::new(minor, Some(currency)).number()
}

fn row(diff: &Diff, change: &Change) -> ChangeRow {
    // The files are named once, at the foot of the page.
    let side = |value: Option<&str>, clause: Option<&str>, place: Option<resettle_yaml::Position>| Side {
        value: value.map_or("–", short).to_owned(),
        clause: clause.unwrap_or_default().to_owned(),
        place: place.map_or_else(String::new, |place| format!("ruleset.yaml:{place}")),
    };
    ChangeRow {
        path: change.path.clone(),
        old: side(change.old.as_deref(), change.clause_old.as_deref(), change.place_old),
        new: side(change.new.as_deref(), change.clause_new.as_deref(), change.place_new),
        circumstances: change.circumstances.clone(),
        voiding: change.voiding.map(|voiding| voiding.word().replace('_', " ")),
        example: change.example.as_ref().map(coup),
        note: change.note.clone(),
        words: diff.wordings.get(&change.path).map_or_else(Vec::new, |wording| {
            let runs = wording.runs().into_iter();
            runs.map(|(place, text)| Run { tag: tag(place), text }).collect()
        }),
        one_sided: diff.wordings.get(&change.path).and_then(crate::Wording::one_sided),
        fingerprint: change.fingerprint(),
        accepted: diff.is_accepted(change) == Some(true),
    }
}

fn tag(place: In) -> &'static str {
    match place {
        In::Both => "",
        In::Old => "del",
        In::New => "ins",
    }
}
