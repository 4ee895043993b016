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
        /// How much.
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
        /// Its round.
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
        /// For which place.
        place: i64 = 1..,
        /// Its value.
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
