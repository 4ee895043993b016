//! How a log ends.

use super::{Chain, ChainPosition};
use crate::fault::FaultCode;

impl Chain<'_> {
    pub(super) fn judge_end(&mut self) {
        let Some(open) = &self.verdict.open else { return };
        if self.last_seal.is_none() && open.imported {
            self.verdict.unsealed_import = true;
            return;
        }
        if self.end_unread || self.after_final_reported {
            return;
        }
        match (&self.tail, &self.last_seal) {
            (Some((first, count)), last) => {
                let after = last.as_ref().map_or("the log has no seal".to_owned(), |seal| {
                    format!("the log ends in records after its last seal (line {})", seal.line)
                });
                let what = format!("{after}: {count} records from here on are vouched for by nothing");
                let fault = first.fault(FaultCode::UnsealedTail, what);
                self.verdict.faults.push(fault);
            }
            (None, Some(seal)) if !seal.is_final => {
                let at_seal = Some(seal.at.clone());
                let place =
                    ChainPosition { line: seal.line, seq: Some(seal.seq), sha256: seal.sha256, at: at_seal, of: None };
                let what =
                    "the log ends in a seal that is not final: more may have been written, and would then be missing";
                self.verdict.faults.push(place.fault(FaultCode::NotClosed, what.to_owned()));
            }
            _ => {}
        }
    }
}
