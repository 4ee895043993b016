//! What the rows of a coup say together.

use std::rc::Rc;

use jiff::Timestamp;

use crate::name::Keys;
use crate::record::{Declared, ImportedCoup, Lists};

/// The rows of one coup are settled within so many seconds, far more than a coup takes.
const HALF_A_DAY: u64 = 12 * 3_600;

/// Rows of one coup between which rows of others stand are settled within so many seconds.
pub(crate) const MINUTES: u64 = 10 * 60;

/// Why a row is none of a coup that has its name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// It says otherwise of this.
    Says(&'static str),
    /// It is of another time than the coup's.
    IsOf(OtherTime),
}

/// The time of a coup of which a row is not, though it has its name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OtherTime {
    /// When the coup was settled.
    pub(crate) time: String,
    /// Whether that is half a day or more from the row.
    pub(crate) is_another_day: bool,
}

/// A coup that is put together from rows.
#[derive(Debug, Default)]
pub(crate) struct Joined<'m> {
    shoe: Option<Rc<str>>,
    coup: Option<i64>,
    settled: Option<String>,
    status: Option<&'m str>,
    declared: Declared<'m>,
    source_row: u64,
    source_id: Option<String>,
    /// Its cards and wagers.
    pub(crate) lists: Lists,
}

impl<'m> Joined<'m> {
    /// Becomes what a first row says of its coup.
    pub(crate) fn begin(&mut self, row: &ImportedCoup<'_, 'm>, lists: &Lists, keys: &mut Keys) {
        self.shoe = row.shoe.map(|shoe| keys.shoe(shoe));
        self.coup = row.coup;
        self.settled = row.settled.map(str::to_owned);
        (self.status, self.declared) = (row.status, row.declared);
        self.source_row = row.source_row;
        self.source_id = row.source_id.map(str::to_owned);
        self.lists.copy(lists);
    }

    /// Adds what a further row says; what two rows say differently is named, and nothing is added. The id
    /// of a wager that another has is given back. `stands_apart` says that rows of other coups stand between, and that another coup
    /// may have the same name.
    ///
    /// # Errors
    /// [`Otherwise`], where the row cannot be one of this coup.
    pub(crate) fn add(
        &mut self,
        row: &ImportedCoup<'_, 'm>,
        lists: &Lists,
        keys: &mut Keys,
        stands_apart: bool,
    ) -> Result<Option<String>, Otherwise> {
        if let Some(other) = self.other_time(row, lists, stands_apart) {
            return Err(Otherwise::IsOf(other));
        }
        let (own, other) = (&mut self.declared, &row.declared);
        for (differs, what) in [
            (differ(self.shoe.as_deref(), row.shoe), "shoe"),
            (differ(self.coup, row.coup), "coup"),
            (differ(self.source_id.as_deref(), row.source_id), "id"),
            (self.lists.other_cards(lists), "cards"),
            (self.lists.other_cards_beside(lists), "cancelled or burned cards"),
            (differ(self.status, row.status), "status"),
            (differ(own.result, other.result), "declared result"),
            (differ(own.player, other.player), "declared total of the Player"),
            (differ(own.banker, other.banker), "declared total of the Banker"),
            (differ(own.sevens, other.sevens), "declared sevens"),
            (differ(self.lists.void_reason.as_ref(), lists.void_reason.as_ref()), "reason of the void"),
            (differ(self.lists.opened.as_deref(), lists.opened.as_deref()), "time of opening"),
            (differ(self.lists.closed.as_deref(), lists.closed.as_deref()), "time of closing"),
        ] {
            if differs {
                return Err(Otherwise::Says(what));
            }
        }
        if self.lists.cards.is_empty() {
            self.lists.add_cards_of(lists);
        }
        if self.lists.cancelled.is_empty() && self.lists.burned.is_empty() {
            self.lists.cancelled.clone_from(&lists.cancelled);
            self.lists.burned.clone_from(&lists.burned);
        }
        let same_id = self.lists.add_wagers_of(lists);
        self.lists.add_what_is_known_of(lists);
        if self.shoe.is_none() {
            self.shoe = row.shoe.map(|shoe| keys.shoe(shoe));
        }
        self.coup = self.coup.or(row.coup);
        self.status = self.status.or(row.status);
        if self.source_id.is_none() {
            self.source_id = row.source_id.map(str::to_owned);
        }
        if let Some(settled) = row.settled
            && self.settled.as_deref().is_none_or(|own| is_later(settled, own))
        {
            self.settled = Some(settled.to_owned());
        }
        own.result = own.result.or(other.result);
        own.player = own.player.or(other.player);
        own.banker = own.banker.or(other.banker);
        own.sevens = own.sevens.or(other.sevens);
        Ok(same_id)
    }

    /// The time of the coup, where that of the row shows that it is of another one, because shoes or ids are counted anew: the wagers of
    /// one coup are settled within minutes. Rows that share their cards are of one within half a day.
    fn other_time(&self, row: &ImportedCoup<'_, '_>, lists: &Lists, stands_apart: bool) -> Option<OtherTime> {
        let time = self.settled.as_deref()?;
        let seconds = seconds_between(time, row.settled?)?;
        let share_cards = !(self.lists.cards.is_empty() || lists.cards.is_empty() || self.lists.other_cards(lists));
        let is_another_day = seconds > HALF_A_DAY;
        let is_other = is_another_day || (stands_apart && seconds > MINUTES && !share_cards);
        is_other.then(|| OtherTime { time: time.to_owned(), is_another_day })
    }

    /// As it is written, with so many rows of it that could not be read.
    pub(crate) fn coup(&self, unread_rows: u64) -> ImportedCoup<'_, 'm> {
        ImportedCoup {
            shoe: self.shoe.as_deref(),
            coup: self.coup,
            settled: self.settled.as_deref(),
            status: self.status,
            declared: self.declared,
            source_row: self.source_row,
            source_id: self.source_id.as_deref(),
            unread_rows,
        }
    }
}

/// How many seconds lie between two times; none where they are the same or cannot be read.
fn seconds_between(one: &str, other: &str) -> Option<u64> {
    if one == other {
        return None;
    }
    Some(second(one)?.abs_diff(second(other)?))
}

/// A time of the log in seconds.
pub(crate) fn second(text: &str) -> Option<i64> {
    text.parse::<Timestamp>().ok().map(Timestamp::as_second)
}

/// Whether two rows say something, and not the same.
fn differ<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
    one.is_some() && other.is_some() && one != other
}

/// Wagers of a coup are settled one after the other: the coup is when the last one is.
fn is_later(one: &str, other: &str) -> bool {
    let moment = |text: &str| text.parse::<Timestamp>().ok();
    one != other && moment(one) > moment(other)
}
