use resettle_game::{Role, words};
use resettle_sealed_log::Time;

use crate::declare::{Name, OpenWord, record, worded};

record! {
    /// A player enters, or is refused.
    TournamentEntry {
        /// Why the entry was refused; `None` if it was not.
        refused: Option<Refused>,
        /// Whether the form was completed.
        form: bool => false,
        /// The fee paid, money.
        fee: i64 = 0.. => 0,
        /// When the conditions were handed over.
        given: Option<Time>,
        /// The player's name or number, as the log writes it.
        player: String = Name,
    }

    /// A fee goes back. Money.
    Refund {
        /// The player to whom it is given, as the log writes the name.
        player: String = Name,
        /// How much, in minor units.
        amount: i64 = 0..,
        /// Why; any word.
        ground: String = OpenWord,
        /// The role of who decided or acted; `None` where the log names none.
        by: Option<Role>,
    }

    /// A table and a time for a session.
    Schedule {
        /// The session's id within its tournament.
        session: String = Name,
        /// The round that it is of, from 1.
        round: i64 = 1..,
        /// The table's id, as its logs write it.
        table: String = Name,
        /// When it is to start.
        start: Time,
        /// The role of who decided or acted; `None` where the log names none.
        by: Option<Role>,
        /// Whether the players were notified.
        notified: bool => false,
    }

    /// A prize. Money, or what the goods are stated to be worth.
    Prize {
        /// The player to whom it is given, as the log writes the name.
        player: String = Name,
        /// The place that it is for; 1 is the first.
        place: i64 = 1..,
        /// What it is worth, in minor units.
        value: i64 = 0..,
    }
}

words! {
    /// Why an entry was refused.
    Refused {
        /// Under a general right to refuse.
        General = "general",
        /// By the criteria.
        Criteria = "criteria",
    }
}

worded! { Refused }
