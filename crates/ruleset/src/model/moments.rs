//! The moments that other rules speak of.

use crate::clause::Cite;
use crate::section::{WhereNeeded, rule, words};

words! {
    /// One of the times of a round.
    RoundTime named "TimeWord", "One of the times of a round." {
        /// `times.opened`.
        Opened = "opened",
        /// `times.closed`.
        Closed = "closed",
        /// `times.first_card`.
        FirstCard = "first_card",
    }
}

words! {
    /// What counts as the next commencement in addition to the next coup.
    AlsoCommences named "AlsoWord", "What counts as the next commencement beside the next coup." {
        /// The end of the shoe.
        ShoeEnd = "shoe_end",
        /// The removal of all cards for a check.
        ShoeCheck = "shoe_check",
        /// The closure of the table.
        FinalSeal = "final_seal",
    }
}

words! {
    /// When an error counts as noticed.
    Noticed {
        /// When somebody noticed it.
        Noticed = "noticed",
        /// When gaming staff were notified.
        NotifiedAt = "notified_at",
    }
}

rule! {
    Moments {
        /// After it wagers are late.
        close: Close,
        /// It ends the time for noticing an error.
        next_commencement: NextCommencement,
        /// When an error counts as noticed.
        noticed: NoticedAt,
    }

    Close => Settlement(|close| close.time.word()) {
        time: RoundTime,
        clause: Cite,
    }

    NextCommencement => Settlement(|next| next.in_order()) {
        time: RoundTime,
        also: Option<Vec<AlsoCommences>>,
        clause: Cite,
    }

    NoticedAt => Settlement(|noticed| noticed.time.word()) {
        time: Noticed = ["noticed", "notified_at"],
        clause: Option<Cite> = WhereNeeded,
    }
}

impl NextCommencement {
    fn in_order(&self) -> String {
        let mut also: Vec<&str> = self.also.iter().flatten().map(|also| also.word()).collect();
        also.sort_unstable();
        std::iter::once(self.time.word()).chain(also).collect::<Vec<_>>().join(", ")
    }
}
