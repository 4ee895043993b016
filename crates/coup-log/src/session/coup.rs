use resettle_game::Role;
use resettle_sealed_log::Time;

use crate::declare::{Name, Nullable, OpenWord, record};

record! {
    /// What a coup states about the tournament that it belongs to.
    TournamentCoup {
        /// The tournament, by the name that its `session` records have.
        id: String = Name,
        /// The session's id within its tournament.
        session: String = Name,
        /// The box on which the marker lay.
        marker: Option<String> = Name,
        /// Who played a pass card; listed once for each.
        passes: Vec<String> = Name => Vec::new(),
        /// Who was not at their seat.
        absent: Vec<String> = Name => Vec::new(),
        /// Chips taken without a wager.
        deductions: Vec<Deduction> => Vec::new(),
        /// The forms of undisclosed wagers, as they stand in the end.
        undisclosed: Vec<Form> => Vec::new(),
    }

    /// Chips taken without a wager.
    Deduction {
        /// The player they were taken from, as the log writes the name.
        player: String = Name,
        /// How many chips.
        amount: i64 = 0..,
        /// Whether for absence; else for a form.
        absent as "reason": bool = [("absent", true), ("form", false)],
        /// The role of who decided or acted; `None` where the log names none.
        by: Option<Role>,
    }

    /// The form of an undisclosed wager, in its final state.
    Form {
        /// The player whose it is, as the log writes the name.
        player: String = Name,
        /// The bet it shows.
        bet: Option<String> = Nullable(OpenWord),
        /// The amount it shows.
        amount: Option<i64> = Nullable(0..),
        /// The wager that resulted from it.
        wager: Option<String> = Name,
        /// When it was recorded.
        recorded: Option<Time>,
        /// The role of who decided or acted; `None` where the log names none.
        by: Option<Role>,
        /// When it was announced.
        announced: Option<Time>,
    }
}

impl Form {
    /// Whether it shows both bet and amount.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.bet.is_some() && self.amount.is_some()
    }
}
