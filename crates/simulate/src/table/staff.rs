use std::io::Write;

use super::Table;
use crate::config::Error;
use crate::dice::Dice;
use crate::fields::Fields;
use crate::moment::{Moment, clock};

/// Milliseconds of a minute.
const MINUTE: i64 = 60_000;
/// How many dealers a table has in turn.
const DEALERS: u64 = 5;
/// So many tables have one supervisor.
const PIT: u64 = 8;
/// Hours that a supervisor stays.
const HOURS: u64 = 8;

/// Who deals at a table and who supervises, from a lot of its own: play is the same with and without it.
pub(crate) struct Rota {
    dice: Dice,
    table: u64,
    dealer: u64,
    relieved: Moment,
    supervisor: Option<u64>,
}

impl Rota {
    /// Of the table of this number, from 0.
    pub(crate) fn new(seed: u64, table: u64) -> Rota {
        let mut dice = Dice::new(seed ^ 0x57af_f57a);
        let dealer = dice.below(DEALERS);
        Rota { dice, table, dealer, relieved: Moment::MIN, supervisor: None }
    }

    /// Who takes over at this moment; none where nobody does.
    fn change(&mut self, at: Moment, offset: i64) -> Option<Fields> {
        let mut fields = Fields::new();
        if at >= self.relieved {
            self.dealer = (self.dealer + 1 + self.dice.below(DEALERS - 1)) % DEALERS;
            self.relieved = at.saturating_add(self.dice.within(20, 40).saturating_mul(MINUTE));
            fields.text("dealer", &self.dealer());
        }
        let block = u64::from(clock(at, offset).hour().unsigned_abs()) / HOURS;
        if self.supervisor != Some(block) {
            self.supervisor = Some(block);
            fields.text("supervisor", &self.supervisor(block));
        }
        (!fields.tail().is_empty()).then_some(fields)
    }

    fn dealer(&self) -> String {
        format!("B-{}", 1_001 + self.table * DEALERS + self.dealer)
    }

    fn supervisor(&self, block: u64) -> String {
        format!("B-{}", 9_001 + self.table / PIT * (24 / HOURS) + block)
    }
}

impl<W: Write> Table<'_, W> {
    /// Who is on duty from now on, at the beginning of a log.
    pub(super) fn on_duty(&mut self) -> Result<(), Error> {
        if let Some(rota) = &mut self.rota {
            (rota.relieved, rota.supervisor) = (Moment::MIN, None);
        }
        self.relieve()
    }

    /// Who takes over before the next coup, if anybody does. Neither times nor seals of other records move.
    pub(super) fn relieve(&mut self) -> Result<(), Error> {
        let at = self.chain.last_at;
        let Some(fields) = self.rota.as_mut().and_then(|rota| rota.change(at, self.venue.offset)) else {
            return Ok(());
        };
        self.chain.record(at, "staff", &fields, None)?;
        Ok(())
    }
}
