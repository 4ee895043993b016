//! The records of an import, as they are written: members behind a comma, in this order.

use std::collections::{BTreeSet, HashSet};

use crate::json::{member, member_if_known, value};
use crate::mapping::{Open, RowMapping};
use crate::summary::{ImportSummary, NotReadOnPurpose, OtherTable};

/// Writes the members of the first record.
pub(crate) fn open(open: &Open, out: &mut Vec<u8>) {
    member(out, ",\"format\":", "coup-log/1");
    member(out, ",\"log\":", &open.log);
    member(out, ",\"source\":{\"kind\":", &open.source.kind);
    member(out, ",\"id\":", &open.source.id);
    out.push(b'}');
    member(out, ",\"jurisdiction\":", &open.jurisdiction);
    member(out, ",\"venue\":", &open.venue);
    member(out, ",\"game\":", &open.game);
    member(out, ",\"table\":", &open.table);
    member(out, ",\"currency\":", &open.currency);
}

/// Writes that a log is an import, and of what.
pub(crate) fn imported(mapping_sha256: &str, source_file: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"imported\":true");
    member(out, ",\"source_file\":", source_file);
    member(out, ",\"mapping_sha256\":", mapping_sha256);
}

/// So many values by which rows are left out are named; the others are counted together.
const MOST_VALUES: usize = 50;

/// Writes what of the source is left out on purpose, if anything is.
pub(crate) fn left_out(summary: &ImportSummary, out: &mut Vec<u8>) {
    let ImportSummary { other_tables, not_read_on_purpose, .. } = summary;
    if other_tables.is_empty() && not_read_on_purpose.is_empty() {
        return;
    }
    let begin = b",\"left_out\":[";
    out.extend_from_slice(begin);
    let mut item = |column: &str, value: Option<&str>, why: Option<&str>, rows: u64, sums: [i128; 2]| {
        if out.last() == Some(&b'}') {
            out.push(b',');
        }
        member(out, "{\"column\":", column);
        member_if_known(out, ",\"value\":", value);
        member_if_known(out, ",\"why\":", why);
        member(out, ",\"rows\":", &rows);
        for (name, sum) in [",\"amount\":", ",\"below\":"].into_iter().zip(sums).filter(|(_, sum)| *sum != 0) {
            // A log has no larger number.
            member(out, name, &i64::try_from(sum.unsigned_abs()).unwrap_or(i64::MAX));
        }
        out.push(b'}');
    };
    let (named, more) = other_tables.split_at(other_tables.len().min(MOST_VALUES));
    for OtherTable { path, value, rounds, staked, .. } in named {
        item(path, Some(value), None, *rounds, [*staked, 0]);
    }
    if let Some(OtherTable { path, .. }) = more.first() {
        let rows = more.iter().map(|other| other.rounds).sum();
        item(path, Some("other values"), None, rows, [more.iter().map(|other| other.staked).sum(), 0]);
    }
    for NotReadOnPurpose { column, why, rows, sum, .. } in not_read_on_purpose {
        item(column, None, Some(why), *rows, [sum.above, sum.below]);
    }
    out.push(b']');
}

/// A coup, or what one row says of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ImportedCoup<'r, 'm> {
    pub(crate) shoe: Option<&'r str>,
    pub(crate) coup: Option<i64>,
    pub(crate) settled: Option<&'r str>,
    /// What the source says of the round, in the mapping's word.
    pub(crate) status: Option<&'m str>,
    pub(crate) declared: Declared<'m>,
    pub(crate) source_row: u64,
    pub(crate) source_id: Option<&'r str>,
    /// Rows of the coup that could not be read.
    pub(crate) unread_rows: u64,
}

/// What was announced.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Declared<'m> {
    /// In the mapping's word.
    pub(crate) result: Option<&'m str>,
    pub(crate) player: Option<i64>,
    pub(crate) banker: Option<i64>,
    pub(crate) sevens: Option<i64>,
}

/// The cards and wagers of a coup, or of one row, as JSON.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// The cards in the order dealt.
    pub(crate) cards: Vec<u8>,
    /// Whether one of them is a card, or one that the source calls unreadable, and not only cells of something else.
    pub(crate) known_cards: bool,
    /// Cards that the source lists as cancelled, and as burned, with the round.
    pub(crate) cancelled: Vec<String>,
    pub(crate) burned: Vec<String>,
    /// Where each card ended, if the columns say so.
    pub(crate) to: Option<String>,
    /// The wagers, if there are columns of any.
    pub(crate) wagers: Option<Vec<u8>>,
    /// How many wagers there are.
    pub(crate) count: u64,
    /// The ids of those that have one.
    ids: HashSet<Box<str>>,
    /// Commencement of play, and the close of bets.
    pub(crate) opened: Option<String>,
    pub(crate) closed: Option<String>,
    /// Why the coup is void: the kind of irregularity, and the source's words where no kind is named for them.
    pub(crate) void_reason: Option<VoidReason>,
}

/// Why a coup is void.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VoidReason {
    /// The log's kind of irregularity.
    pub(crate) kind: String,
    /// What the source says, where the mapping names no kind for it.
    pub(crate) text: Option<String>,
}

impl Lists {
    /// Empty lists for rows of this kind.
    pub(crate) fn of(row: &RowMapping) -> Self {
        Self {
            to: row.cards.have_ends().then(String::new),
            wagers: (!row.wagers.is_empty()).then(Vec::new),
            ..Self::default()
        }
    }

    /// Becomes what `other` is, in the memory that there is.
    pub(crate) fn copy(&mut self, other: &Self) {
        self.cards.clone_from(&other.cards);
        self.known_cards = other.known_cards;
        self.to.clone_from(&other.to);
        self.cancelled.clone_from(&other.cancelled);
        self.burned.clone_from(&other.burned);
        self.wagers.clone_from(&other.wagers);
        self.count = other.count;
        self.ids.clone_from(&other.ids);
        self.opened.clone_from(&other.opened);
        self.closed.clone_from(&other.closed);
        self.void_reason.clone_from(&other.void_reason);
    }

    /// Takes everything out.
    pub(crate) fn clear(&mut self) {
        self.cards.clear();
        self.known_cards = false;
        self.cancelled.clear();
        self.burned.clear();
        self.to.iter_mut().for_each(String::clear);
        self.wagers.iter_mut().for_each(Vec::clear);
        self.count = 0;
        self.ids.clear();
        (self.opened, self.closed, self.void_reason) = (None, None, None);
    }

    /// Adds a card by its code in the log.
    pub(crate) fn add_card(&mut self, code: &str, to: Option<char>) {
        next(&mut self.cards);
        value(&mut self.cards, code);
        if let Some(ends) = &mut self.to {
            ends.extend(to);
        }
    }

    /// Adds a wager. Those of one row are not delivered apart: the mapping may give them one id.
    pub(crate) fn add_wager(&mut self, wager: &ImportedWager<'_>) {
        let out = self.wagers.get_or_insert_default();
        next(out);
        wager.write(out);
        self.count += 1;
        self.ids.extend(wager.id.map(Box::from));
    }

    /// The ids of the wagers that have one, each once and in their order.
    pub(crate) fn ids(&self) -> BTreeSet<&str> {
        self.ids.iter().map(AsRef::as_ref).collect()
    }

    /// Whether both have cards, and not the same ones.
    pub(crate) fn other_cards(&self, other: &Self) -> bool {
        let both = !self.cards.is_empty() && !other.cards.is_empty();
        both && (&self.cards, &self.to) != (&other.cards, &other.to)
    }

    /// Whether both have cards beside those of the deal, and not the same ones.
    pub(crate) fn other_cards_beside(&self, other: &Self) -> bool {
        let beside = |lists: &Self| !(lists.cancelled.is_empty() && lists.burned.is_empty());
        beside(self) && beside(other) && (&self.cancelled, &self.burned) != (&other.cancelled, &other.burned)
    }

    /// Adds the cards of `other`.
    pub(crate) fn add_cards_of(&mut self, other: &Self) {
        self.cards.extend_from_slice(&other.cards);
        self.known_cards |= other.known_cards;
        if let (Some(to), Some(more)) = (&mut self.to, &other.to) {
            to.push_str(more);
        }
    }

    /// Adds what `other` says of times and of a void, where nothing is known yet.
    pub(crate) fn add_what_is_known_of(&mut self, other: &Self) {
        for (own, other) in [(&mut self.opened, &other.opened), (&mut self.closed, &other.closed)] {
            if own.is_none() {
                own.clone_from(other);
            }
        }
        if self.void_reason.is_none() {
            self.void_reason.clone_from(&other.void_reason);
        }
    }

    /// Adds the wagers of `other`, and gives an id back that both have.
    pub(crate) fn add_wagers_of(&mut self, other: &Self) -> Option<String> {
        if let (Some(wagers), Some(more)) = (&mut self.wagers, &other.wagers)
            && !more.is_empty()
        {
            next(wagers);
            wagers.extend_from_slice(more);
        }
        self.count += other.count;
        let mut same = None;
        for id in &other.ids {
            if !self.ids.insert(id.clone()) {
                same = Some(id.to_string());
            }
        }
        same
    }
}

/// A comma, unless nothing stands there yet.
fn next(out: &mut Vec<u8>) {
    if !out.is_empty() {
        out.push(b',');
    }
}

impl ImportedCoup<'_, '_> {
    /// Whether this is no coup: nothing of a deal stands there, and it does not say which coup it would be.
    pub(crate) fn is_none(&self, lists: &Lists, row: &RowMapping) -> bool {
        !self.is_named(row) && self.has_no_deal(lists, row)
    }

    /// Whether everything is there that says which coup this is.
    pub(crate) fn is_named(&self, row: &RowMapping) -> bool {
        if row.of_rounds {
            return self.source_id.is_some() || self.shoe.is_some() || self.coup.is_some() || self.settled.is_some();
        }
        let named = [
            row.shoe.map(|_| self.shoe.is_some()),
            row.coup.as_ref().map(|_| self.coup.is_some()),
            row.time.as_ref().map(|_| self.settled.is_some()),
        ];
        named.contains(&Some(true)) && !named.contains(&Some(false))
    }

    /// Whether neither a card nor anything announced stands there; where the columns know of no deal, whether no wager does.
    pub(crate) fn has_no_deal(&self, lists: &Lists, row: &RowMapping) -> bool {
        let deal_or_wagers = row.has_a_deal() || lists.count == 0;
        deal_or_wagers && !lists.known_cards && self.declared.is_empty()
    }

    /// Writes its members; `noticed` is when the reason of a void was known.
    pub(crate) fn write(&self, lists: &Lists, noticed: Option<&str>, out: &mut Vec<u8>) {
        member_if_known(out, ",\"shoe\":", self.shoe);
        member_if_known(out, ",\"coup\":", self.coup.as_ref());
        let times = [
            ("\"opened\":", lists.opened.as_deref()),
            ("\"closed\":", lists.closed.as_deref()),
            ("\"settled\":", self.settled),
        ];
        let mut begin: &[u8] = b",\"times\":{";
        for (name, time) in times {
            if let Some(time) = time {
                out.extend_from_slice(begin);
                member(out, name, time);
                begin = b",";
            }
        }
        if begin == b"," {
            out.push(b'}');
        }
        // A coup whose cards are not recorded is not one to which none were dealt.
        if !lists.cards.is_empty() {
            list(out, ",\"cards\":[", &lists.cards);
            member_if_known(out, ",\"to\":", lists.to.as_deref());
        }
        if let Some(wagers) = &lists.wagers {
            list(out, ",\"wagers\":[", wagers);
        }
        if let (Some(VoidReason { kind, text }), Some(noticed)) = (&lists.void_reason, noticed) {
            member(out, ",\"irregularities\":[{\"kind\":", kind);
            member(out, ",\"noticed\":", noticed);
            member(out, ",\"ruling\":", "void");
            member_if_known(out, ",\"text\":", text.as_deref());
            out.extend_from_slice(b"}]");
        }
        self.declared.write(out);
        member(out, ",\"source_row\":", &self.source_row);
        member_if_known(out, ",\"source_id\":", self.source_id);
        for (name, cards) in [(",\"source_cancelled\":", &lists.cancelled), (",\"source_burned\":", &lists.burned)] {
            if !cards.is_empty() {
                member(out, name, cards);
            }
        }
        if self.unread_rows > 0 {
            member(out, ",\"unread_rows\":", &self.unread_rows);
        }
    }
}

#[inline]
fn list(out: &mut Vec<u8>, begin: &str, items: &[u8]) {
    out.extend_from_slice(begin.as_bytes());
    out.extend_from_slice(items);
    out.push(b']');
}

impl Declared<'_> {
    fn is_empty(&self) -> bool {
        self.result.is_none() && self.player.or(self.banker).or(self.sevens).is_none()
    }

    fn write(&self, out: &mut Vec<u8>) {
        let begin = b",\"declared\":{";
        let start = out.len();
        out.extend_from_slice(begin);
        member_if_known(out, ",\"result\":", self.result);
        member_if_known(out, ",\"player\":", self.player.as_ref());
        member_if_known(out, ",\"banker\":", self.banker.as_ref());
        member_if_known(out, ",\"sevens\":", self.sevens.as_ref());
        let members = start + begin.len();
        if out.len() == members {
            out.truncate(start);
        } else {
            // The comma before the first.
            out.remove(members);
            out.push(b'}');
        }
    }
}

/// A wager of a coup.
#[derive(Debug, Clone)]
pub(crate) struct ImportedWager<'r> {
    pub(crate) id: Option<&'r str>,
    pub(crate) seat: Option<&'r str>,
    pub(crate) player: Option<&'r str>,
    pub(crate) bet: &'r str,
    pub(crate) stake: i64,
    /// The time as the log writes times; left out of the record where it is not known.
    pub(crate) placed: Option<String>,
    pub(crate) returned: i64,
}

impl ImportedWager<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        for (name, what) in [("\"id\":", self.id), ("\"seat\":", self.seat), ("\"player\":", self.player)] {
            if let Some(what) = what {
                member(out, name, what);
                out.push(b',');
            }
        }
        member(out, "\"bet\":", self.bet);
        member(out, ",\"stake\":", &self.stake);
        member_if_known(out, ",\"placed\":", self.placed.as_deref());
        member(out, ",\"returned\":", &self.returned);
        out.push(b'}');
    }
}
