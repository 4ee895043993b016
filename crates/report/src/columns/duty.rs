//! Who was on duty: the last columns, where it is reported of anybody.

use resettle_oversight::staffing::Duty;

use super::Kind::Text;
use super::Output::{Csv, Table};
use super::{Column, Read, Value};

/// Rows that say who was on duty.
pub(super) trait OnDuty {
    /// Who was; none where nobody says.
    fn duty(&self) -> Option<&Duty>;
}

/// Dealer, supervisor and shift.
pub(super) const fn on_duty<R: OnDuty>() -> [Column<R>; 3] {
    [
        post("dealer", "the badge id of who dealt, as a `staff` record or the staffing file says", |at| {
            Value::maybe(at.row.duty().and_then(|duty| duty.dealer.as_deref()))
        }),
        post("supervisor", "likewise", |at| Value::maybe(at.row.duty().and_then(|duty| duty.supervisor.as_deref()))),
        post("shift", "as the staffing file names it", |at| {
            Value::maybe(at.row.duty().and_then(|duty| duty.shift.as_deref()))
        }),
    ]
}

const fn post<R>(name: &'static str, about: &'static str, read: Read<R>) -> Column<R> {
    Column::<R>::some(name, Text, about, read).only(&[Csv, Table]).of_staff()
}
