use super::layout::{TextTable, heading};
use crate::clause::Cite;
use crate::model::{Decision, Draws};

pub(super) fn draws(out: &mut String, draws: &Draws) {
    heading(out, "Drawing");
    let naturals: Vec<String> = draws.natural.iter().map(u8::to_string).collect();
    out.push_str(&format!(
        "  A total of {} in either hand after the initial deal is a natural: neither hand draws.  {}\n",
        naturals.join(" or "),
        draws.natural_clause.shown()
    ));
    out.push_str("\n  The Player's hand, by its total (D draws, S stands)\n\n");
    let mut table = TextTable::headed(&[5, 6, 80], &["total", "player", "clause"]);
    for total in open(draws) {
        let decision = draws.player(total);
        let clause = decision.map_or_else(String::new, |decision| decision.clause.shown());
        table.row(&[total.to_string(), letter(decision).to_owned(), clause]);
    }
    out.push_str(&table.render());
    out.push_str(
        "\n  The Banker's hand, by its total and the point value of the card that the Player drew (none: stood)\n\n",
    );
    let mut widest = vec![5, 4];
    widest.extend([1; 10]);
    widest.extend([17, 30]);
    let mut names = vec!["total".to_owned(), "none".to_owned()];
    names.extend((0..=9).map(|value| value.to_string()));
    names.extend(["stood: clause".to_owned(), "drew: clause".to_owned()]);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut table = TextTable::headed(&widest, &names);
    for total in open(draws) {
        let drawn: Vec<Option<&Decision>> = (0..=9).map(|third| draws.banker(total, Some(third))).collect();
        let stood = draws.banker(total, None);
        let mut row = vec![total.to_string(), letter(stood).to_owned()];
        row.extend(drawn.iter().map(|decision| letter(*decision).to_owned()));
        row.push(clauses(&[stood]));
        row.push(clauses(&drawn));
        table.row(&row);
    }
    out.push_str(&table.render());
}

/// The totals that decide whether to draw.
fn open(draws: &Draws) -> impl Iterator<Item = u8> + '_ {
    (0..=9).filter(|total| !draws.is_natural(*total))
}

fn letter(decision: Option<&Decision>) -> &'static str {
    match decision {
        Some(Decision { draws: true, .. }) => "D",
        Some(Decision { draws: false, .. }) => "S",
        None => "?",
    }
}

/// The clauses of some cells; distinguished by the decision where they differ.
fn clauses(cells: &[Option<&Decision>]) -> String {
    let mut found: Vec<(&'static str, &Cite)> = Vec::new();
    for decision in cells.iter().flatten() {
        let entry = (letter(Some(decision)), &decision.clause);
        if !found.contains(&entry) {
            found.push(entry);
        }
    }
    found.sort();
    match found.as_slice() {
        [(_, first), rest @ ..] if rest.iter().all(|(_, clause)| clause == first) => first.shown(),
        _ => {
            let each: Vec<String> =
                found.iter().map(|(letter, clause)| format!("{letter}: {}", clause.shown())).collect();
            each.join("; ")
        }
    }
}
