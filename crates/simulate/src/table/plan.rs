use std::collections::BTreeMap;

use crate::config::{Config, Error};
use crate::dice::Dice;
use crate::drawn::one_of;
use crate::fault::{Course, Fault, Scope};
use crate::faults;

/// Which fault comes when.
pub(super) struct Plan {
    pub(super) at: BTreeMap<u64, Vec<&'static Fault>>,
    pub(super) lot: Vec<&'static Fault>,
    pub(super) one_in: u32,
    seed: u64,
    /// The first coup that is free.
    pub(super) free: u64,
}

impl Plan {
    pub(super) fn of(config: &Config, course: &mut Course, split: bool) -> Result<Plan, Error> {
        let mut at: BTreeMap<u64, Vec<&'static Fault>> = BTreeMap::new();
        for (name, coup) in &config.faults.at {
            let fault = faults::all()
                .find(|fault| fault.name == name.as_str())
                .ok_or_else(|| Error::UnknownFault(name.clone()))?;
            if !fault.fits(config.rules) {
                return Err(Error::NotUnder(name.clone()));
            }
            if !fault.fits_logs(split) {
                let error = if split { Error::SeveralLogs } else { Error::OneLog };
                return Err(error(name.clone()));
            }
            if fault.scope == Scope::Log {
                (fault.course)(course);
            } else {
                at.entry(*coup).or_default().push(fault);
            }
        }
        let only = &config.faults.only;
        if let Some(name) = only.iter().find(|name| !faults::all().any(|f| f.name == **name)) {
            return Err(Error::UnknownFault(name.clone()));
        }
        let lot = faults::all()
            .filter(|fault| fault.fits_logs(split))
            .filter(|fault| fault.fits(config.rules) && fault.scope != Scope::Log)
            .filter(|fault| only.is_empty() || only.iter().any(|name| name == fault.name))
            .collect();
        Ok(Plan { at, lot, one_in: config.faults.one_in, seed: config.seed, free: 1 })
    }

    /// The fault for this coup; the flag says that it was asked for by name.
    pub(super) fn next(&mut self, ordinal: u64, last: bool) -> Option<(&'static Fault, bool)> {
        if ordinal < self.free {
            return None;
        }
        let due = self.at.iter().find_map(|(at, faults)| {
            if *at > ordinal {
                return None;
            }
            let place = faults.iter().position(|fault| !(last && fault.ahead))?;
            Some((*at, place))
        });
        if let Some((at, place)) = due {
            let faults = self.at.get_mut(&at)?;
            let fault = faults.remove(place);
            if faults.is_empty() {
                self.at.remove(&at);
            }
            return Some((fault, true));
        }
        let planted = || Dice::of(self.seed, "planted", ordinal).chance(1, u64::from(self.one_in));
        if self.one_in == 0 || !planted() {
            return None;
        }
        let fault = one_of(&self.lot, self.seed, ordinal)?;
        (!(last && fault.ahead)).then_some((fault, false))
    }

    pub(super) fn again(&mut self, ordinal: u64, fault: &'static Fault) {
        self.at.entry(ordinal + 1).or_default().insert(0, fault);
    }
}
