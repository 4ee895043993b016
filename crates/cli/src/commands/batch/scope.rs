//! Which part of the logs is judged: days and tables.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use resettle_audit::Window;
use resettle_oversight::Date;
use resettle_oversight::disposition::About;
use resettle_ruleset::Registry;
use resettle_run::{Table, zone_of};
use resettle_sealed_log::{Moment, Open};

use crate::args::ChosenArgs;
use crate::commands::digest::day_asked;
use crate::error::Error;

/// What was requested.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub from: Option<Date>,
    pub to: Option<Date>,
    pub tables: Vec<String>,
    pub venues: Vec<String>,
}

impl Scope {
    pub fn of(args: &ChosenArgs) -> Result<Self, Error> {
        let from = args.from.as_deref().map(day_asked).transpose()?;
        let to = args.to.as_deref().map(day_asked).transpose()?;
        if let (Some(from), Some(to)) = (from, to)
            && to < from
        {
            return Err(Error::new(format!("--to {to} lies before --from {from}")));
        }
        Ok(Self { from, to, tables: args.table.clone(), venues: args.venue.clone() })
    }

    /// Whether a table is requested; a log that states no table always is.
    pub fn asks(&self, open: Option<&Open>) -> bool {
        open.is_none_or(|open| self.names(Some(&open.venue), Some(&open.table)))
    }

    /// Whether a venue and a table are requested; an unknown one always is.
    fn names(&self, venue: Option<&str>, table: Option<&str>) -> bool {
        let among = |all: &[String], one: Option<&str>| {
            all.is_empty() || one.is_none_or(|one| all.iter().any(|asked| asked == one))
        };
        among(&self.venues, venue) && among(&self.tables, table)
    }

    /// Whether the subject of a disposition lies in this part of the logs, as far as is known: a finding given by its
    /// fingerprint alone may be of any table. `judged` says whether a log of an id was judged.
    pub fn answers(&self, about: &About, judged: impl Fn(&str) -> bool) -> bool {
        let some = !self.tables.is_empty() || !self.venues.is_empty();
        match about {
            About::Finding(_) => !some,
            About::Coup { log, .. } => (!some && self.from.is_none() && self.to.is_none()) || judged(log),
            About::Table { venue, table, from, to, .. } => {
                self.names(Some(venue), Some(table))
                    && self.from.is_none_or(|first| first <= *to)
                    && self.to.is_none_or(|last| *from <= last)
            }
        }
    }

    /// The requested part of a roster.
    pub fn for_roster(&self) -> resettle_oversight::roster::Scope {
        resettle_oversight::roster::Scope {
            from: self.from,
            to: self.to,
            tables: self.tables.clone(),
            venues: self.venues.clone(),
        }
    }

    /// Whether a day of a table is requested.
    pub fn covers(&self, venue: &str, table: Option<&str>, day: Date) -> bool {
        self.names(Some(venue), table) && self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }

    /// The span of the requested days, by the clock of the table's venue: that of its rulesets, else the offset that
    /// its first record writes.
    pub fn window(&self, table: &Table, registry: &Registry) -> Option<Window> {
        if self.from.is_none() && self.to.is_none() {
            return None;
        }
        let zone = zone_of(table, registry);
        let moment = |day: Date| moment(&zone, day.at(0, 0, 0, 0));
        Some(Window {
            from: self.from.and_then(moment),
            until: self.to.and_then(|to| to.tomorrow().ok()).and_then(moment),
        })
    }

    /// Takes out the logs that lie outside the window, but no import, whose own times say nothing of its coups; for each
    /// source the last log before it stays, for the shoes that continue from it. Of several sources none is taken out: which
    /// coups a log records shows only when they are joined, whatever time its own clock writes. Returns how many were left
    /// out.
    pub fn narrow(table: &mut Table, window: Option<Window>) -> usize {
        let Some(window) = window else { return 0 };
        let joined = !table.is_one_source();
        let mut keep = vec![true; table.logs.len()];
        let mut context = vec![false; table.logs.len()];
        let began = |at: usize| table.logs.get(at)?.open.as_ref().map(|(_, began)| began.moment());
        let imported =
            |at: usize| table.logs.get(at).and_then(|log| log.open.as_ref()).is_some_and(|(open, _)| open.imported);
        for logs in table.by_source().values() {
            let mut before = None;
            for (place, at) in logs.iter().enumerate() {
                let over = logs.get(place + 1).and_then(|next| began(*next));
                let ends_before = window.from.zip(over).is_some_and(|(from, over)| over <= from);
                let begins_after = window.until.zip(began(*at)).is_some_and(|(until, began)| began >= until);
                if ends_before {
                    before = Some(*at);
                }
                let outside = !imported(*at) && (ends_before || begins_after);
                keep.get_mut(*at).into_iter().for_each(|keep| *keep = joined || !outside);
                context.get_mut(*at).into_iter().for_each(|context| *context = joined && outside);
            }
            if let Some(at) = before {
                keep.get_mut(at).into_iter().for_each(|keep| *keep = true);
                context.get_mut(at).into_iter().for_each(|context| *context = true);
            }
        }
        for (log, context) in table.logs.iter_mut().zip(context) {
            log.context = context;
        }
        let all = table.logs.len();
        let mut keep = keep.into_iter();
        table.logs.retain(|_| keep.next().unwrap_or(true));
        if table.logs.iter().all(|log| log.context) {
            table.logs.clear();
        }
        all - table.logs.len()
    }
}

fn moment(zone: &TimeZone, day: DateTime) -> Option<Moment> {
    let stamp: Timestamp = zone.to_timestamp(day).ok()?;
    Some(Moment { nanos: stamp.as_nanosecond() })
}
