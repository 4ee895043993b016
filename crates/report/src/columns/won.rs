//! The columns of what a table won next to what chance allows: of the period, of a day. Hold is the share that was won; what
//! chance gives is asked of stakes at risk in coups that the cards settled.

use super::Kind::{Int, Text};
use super::Output::Sheet;
use super::{Column, Output, Read, Value};
use crate::document::{DropSum, WinByChance};
use crate::tally::Won;

/// Rows that say what was won.
pub(super) trait Winning {
    /// Of everything that was staked.
    fn won(&self) -> Won;
    /// What chance allows; none where no odds are known.
    fn by_chance(&self) -> Option<&WinByChance>;
    /// What went back beyond what was due.
    fn overpaid(&self) -> i128;
    /// What was due and did not go back.
    fn underpaid(&self) -> i128;
    /// What was counted in the drop box; none where that is not known.
    fn drop(&self) -> Option<DropSum>;
}

/// Their order on a sheet: exact sums, then the same as people write amounts.
pub(super) const WON_ON_SHEET: &str = "staked (minor units), won (minor units), hold, staked settled by cards (minor units), \
    won settled by cards (minor units), by chance (minor units), band from (minor units), band to (minor units), \
    within the band, hold settled by cards, hold by chance, overpaid (minor units), underpaid (minor units), drop (minor units), \
    won with a drop (minor units), hold of drop, days with a drop, staked, won, won settled by cards, by chance, overpaid, underpaid, drop, \
    won with a drop";

/// The columns of these rows as they are declared; [`WON_ON_SHEET`] states their order on a sheet. What a table won and
/// should have won is for these outputs.
pub(super) const fn won<R: Winning>(outputs: &'static [Output]) -> [Column<R>; 17] {
    [
        sum("staked", "all stakes", |at| Value::Whole(at.row.won().staked)),
        sum::<R>("won", "stakes less what went back", |at| Value::Whole(at.row.won().won))
            .only(outputs)
            .drawn_from(&["staked", "returned"])
            .on_page("Won"),
        share("hold", "the share of the stakes that was won", |at| hold(Some(at.row.won()))),
        exact("staked settled by cards (minor units)", "stakes at risk in coups that the cards settled", |at| {
            Value::whole(at.row.by_chance().map(|win| win.staked))
        }),
        sum::<R>("won settled by cards", "what was won of them", |at| {
            Value::whole(at.row.by_chance().map(|win| win.won))
        })
        .only(outputs)
        .drawn_from(&["expected.won"])
        .on_page("Settled by the cards"),
        sum::<R>("by chance", "what chance gives on average", |at| bound(at.row.by_chance().map(|win| &win.expected)))
            .only(outputs)
            .drawn_from(&["expected.expected"])
            .on_page("Expected"),
        exact("band from (minor units)", "the least that chance allows", |at| {
            bound(at.row.by_chance().map(|win| &win.low))
        }),
        exact("band to (minor units)", "the most", |at| bound(at.row.by_chance().map(|win| &win.high))),
        Column::<R>::some("within the band", Text, "whether what was won of them lies between", |at| {
            at.row.by_chance().map_or(Value::None, |win| Value::text(if win.is_within() { "yes" } else { "no" }))
        })
        .only(&[Sheet])
        .wide(10)
        .loud(|row| row.by_chance().is_some_and(|win| !win.is_within())),
        share("hold settled by cards", "the share of stakes at risk that was won", |at| {
            hold(at.row.by_chance().map(WinByChance::at_risk))
        }),
        share("hold by chance", "the share that chance gives on average", |at| {
            Value::made(at.row.by_chance().and_then(WinByChance::hold_by_chance).unwrap_or_default())
        }),
        sum("overpaid", "what went back beyond what was due", |at| Value::Whole(at.row.overpaid())),
        sum("underpaid", "what was due and did not go back", |at| Value::Whole(at.row.underpaid())),
        sum("drop", "what was counted in the drop box", |at| Value::whole(at.row.drop().map(|drop| drop.drop))),
        sum("won with a drop", "what was won on the days of which it was counted", |at| {
            Value::whole(at.row.drop().map(|drop| drop.won))
        }),
        share("hold of drop", "the share of the drop that was won, on the days of which it was counted", |at| {
            Value::made(at.row.drop().and_then(|drop| drop.hold()).unwrap_or_default())
        }),
        share("days with a drop", "of how many days with coups the drop was counted", |at| {
            Value::made(at.row.drop().map(|drop| drop.of_days()).unwrap_or_default())
        }),
    ]
}

/// Money, exact and as people write amounts.
const fn sum<R>(name: &'static str, about: &'static str, read: Read<R>) -> Column<R> {
    Column::<R>::some(name, Int, about, read).only(&[Sheet]).wide(16).minor()
}

/// Money that stands there exactly alone.
const fn exact<R>(name: &'static str, about: &'static str, read: Read<R>) -> Column<R> {
    Column::<R>::some(name, Int, about, read).only(&[Sheet]).wide(16)
}

const fn share<R>(name: &'static str, about: &'static str, read: Read<R>) -> Column<R> {
    Column::<R>::some(name, Text, about, read).only(&[Sheet]).wide(10)
}

fn hold<'r>(won: Option<Won>) -> Value<'r> {
    Value::made(won.and_then(Won::hold).unwrap_or_default())
}

/// A bound that chance gives, which reports write as text.
fn bound<'r>(text: Option<&String>) -> Value<'r> {
    Value::whole(text.and_then(|text| text.parse::<i128>().ok()))
}
