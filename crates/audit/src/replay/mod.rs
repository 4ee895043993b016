//! A log from its first record to its last: which coups there are, what surrounds each, and what
//! comes of it.

mod coup;
mod foreseen;
mod import;
mod incident;
mod late;
mod log;
mod logs;
mod plays;
mod quick;
mod release;
mod retrace;
mod round;
mod shoes;
mod signs;
mod stage;
mod table;
mod tournament;
mod unjudged;

pub(crate) use coup::Undealt;
pub(crate) use log::log;
pub(crate) use quick::JointPart;
pub(crate) use round::{Clock, Origin, Round};
pub(crate) use stage::Stage;
pub(crate) use table::place_of;
