use resettle_reference::{Bet, Card, Round};

use crate::fields::Fields;
use crate::moment::{Moment, written};

/// A card as a log has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawn {
    Is(Card),
    Unreadable,
    Foreign,
}

impl Drawn {
    pub(crate) fn text(self) -> String {
        match self {
            Drawn::Is(card) => card.to_string(),
            Drawn::Unreadable => "??".to_owned(),
            Drawn::Foreign => "XX".to_owned(),
        }
    }
}

/// What a wager is on: a bet that some document knows, or a word that none does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum On {
    Bet(Bet),
    Word(&'static str),
}

#[derive(Clone, Debug)]
pub(crate) struct DraftWager {
    pub(crate) id: String,
    pub(crate) seat: String,
    pub(crate) area: String,
    pub(crate) on: On,
    pub(crate) stake: i64,
    pub(crate) placed: Option<Moment>,
    /// Digits beyond the milliseconds of `placed`.
    pub(crate) finer: &'static str,
    pub(crate) withdrawn: Option<Moment>,
    pub(crate) removed: bool,
    pub(crate) refused: bool,
    /// Who refused it.
    pub(crate) by: Option<&'static str>,
    pub(crate) terminal: Option<String>,
    pub(crate) player: Option<String>,
    pub(crate) approved: bool,
    pub(crate) commission: Option<i64>,
    pub(crate) token: bool,
    /// Placed at the terminal whose clock is known to be off; where the table writes one log, no matter.
    pub(crate) off_clock: bool,
    pub(crate) returned: i64,
}

impl DraftWager {
    pub(crate) fn new(id: String, seat: &str, bet: Bet, stake: i64, placed: Moment) -> DraftWager {
        DraftWager {
            id,
            seat: seat.to_owned(),
            area: seat.to_owned(),
            on: On::Bet(bet),
            stake,
            placed: Some(placed),
            finer: "",
            withdrawn: None,
            removed: false,
            refused: false,
            by: None,
            terminal: None,
            player: None,
            approved: false,
            commission: None,
            token: false,
            off_clock: false,
            returned: stake,
        }
    }

    /// What the player has back in the end.
    pub(crate) fn net(&self) -> i64 {
        self.returned.saturating_sub(self.commission.unwrap_or(0))
    }

    pub(crate) fn object(&self, offset: i64) -> String {
        let mut fields = Fields::new();
        if !self.id.is_empty() {
            fields.text("id", &self.id);
        }
        fields.text("seat", &self.seat).text("area", &self.area);
        let bet = match self.on {
            On::Bet(bet) => bet.word(),
            On::Word(word) => word,
        };
        fields.text("bet", bet).int("stake", self.stake);
        if let Some(placed) = self.placed {
            let mut text = written(placed, offset);
            // after the fraction's third digit: YYYY-MM-DDTHH:MM:SS.mmm
            text.insert_str(23.min(text.len()), self.finer);
            fields.text("placed", &text);
        }
        if let Some(withdrawn) = self.withdrawn {
            fields.text("withdrawn", &written(withdrawn, offset));
        }
        if self.removed {
            fields.text("removed", "reconstruction");
        }
        if let Some(terminal) = &self.terminal {
            fields.text("terminal", terminal);
        }
        if self.refused {
            fields.flag("accepted", false);
        }
        if let Some(by) = self.by {
            fields.text("by", by);
        }
        if let Some(player) = &self.player {
            fields.text("player", player);
        }
        if self.approved {
            fields.flag("approved", true);
        }
        if self.token {
            fields.text("token", "promotional");
        }
        fields.int("returned", self.returned);
        if let Some(commission) = self.commission {
            fields.int("commission", commission);
        }
        fields.object()
    }
}

#[derive(Clone)]
pub(crate) struct Irregularity {
    pub(crate) kind: String,
    pub(crate) noticed: Option<Moment>,
    pub(crate) notified_at: Option<Moment>,
    /// Empty where nobody ruled.
    pub(crate) ruling: &'static str,
    pub(crate) by: Option<&'static str>,
    pub(crate) notified: Vec<&'static str>,
    pub(crate) facts: Fields,
}

impl Irregularity {
    pub(crate) fn fields(&self, offset: i64) -> Fields {
        let mut fields = Fields::new();
        fields.text("kind", &self.kind);
        if let Some(noticed) = self.noticed {
            fields.text("noticed", &written(noticed, offset));
        }
        if let Some(notified_at) = self.notified_at {
            fields.text("notified_at", &written(notified_at, offset));
        }
        if !self.ruling.is_empty() {
            fields.text("ruling", self.ruling);
        }
        if let Some(by) = self.by {
            fields.text("by", by);
        }
        if !self.notified.is_empty() {
            fields.list("notified", &self.notified);
        }
        let mut all = fields.tail().to_owned();
        all.push_str(self.facts.tail());
        Fields::from_tail(all)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) result: &'static str,
    pub(crate) player: Option<u8>,
    pub(crate) banker: Option<u8>,
    pub(crate) sevens: Option<u8>,
}

impl Declared {
    pub(crate) fn object(&self) -> String {
        let mut inside = Fields::new();
        inside.text("result", self.result);
        for (name, value) in [("player", self.player), ("banker", self.banker), ("sevens", self.sevens)] {
            if let Some(value) = value {
                inside.int(name, i64::from(value));
            }
        }
        inside.object()
    }

    pub(crate) fn of(round: &Round) -> Declared {
        Declared {
            result: round.winner.word(),
            player: Some(round.player_total),
            banker: Some(round.banker_total),
            sevens: Some(round.sevens),
        }
    }

    pub(crate) fn void() -> Declared {
        Declared { result: "void", player: None, banker: None, sevens: None }
    }
}

#[derive(Clone, Copy, Default)]
pub(crate) struct NoBet {
    pub(crate) reason: Option<&'static str>,
    pub(crate) by: Option<&'static str>,
}

/// A coup on its way to the log.
pub(crate) struct Draft {
    pub(crate) shoe: String,
    pub(crate) coup: u64,
    pub(crate) at: Moment,
    pub(crate) opened: Option<Moment>,
    pub(crate) closed: Option<Moment>,
    pub(crate) first_card: Option<Moment>,
    pub(crate) settled: Option<Moment>,
    pub(crate) cards: Option<Vec<Drawn>>,
    pub(crate) to: Option<String>,
    pub(crate) first_to: Option<String>,
    pub(crate) reconstructed: Option<Vec<Drawn>>,
    pub(crate) carried: bool,
    pub(crate) no_bet: Option<NoBet>,
    pub(crate) wagers: Option<Vec<DraftWager>>,
    pub(crate) irregularities: Vec<Irregularity>,
    pub(crate) declared: Option<Declared>,
    pub(crate) wrd: Option<&'static str>,
    /// Its times are written in UTC.
    pub(crate) utc: bool,
    /// Spliced in at the end, as it is.
    pub(crate) more: Fields,
}

/// How much of a coup a source knows.
pub(crate) enum Portion<'a> {
    Whole,
    /// The cards, what was declared and what went wrong.
    Shoe,
    /// What was shown.
    Display,
    /// Its own wagers.
    Terminal(Option<Vec<&'a DraftWager>>),
}

impl Draft {
    pub(crate) fn fields(&self, offset: i64) -> Fields {
        self.fields_of(offset, &Portion::Whole, None)
    }

    /// What a source records of it; without times beyond the moment at which it writes.
    pub(crate) fn fields_of(&self, offset: i64, portion: &Portion<'_>, written_at: Option<Moment>) -> Fields {
        let deals = matches!(portion, Portion::Whole | Portion::Shoe);
        let offset = if self.utc { 0 } else { offset };
        let mut fields = Fields::new();
        fields.text("shoe", &self.shoe);
        fields.raw("coup", &self.coup.to_string());
        if let Some(no_bet) = self.no_bet.filter(|_| deals) {
            fields.text("mode", "no_bet");
            let mut inside = Fields::new();
            if let Some(reason) = no_bet.reason {
                inside.text("reason", reason);
            }
            if let Some(by) = no_bet.by {
                inside.text("by", by);
            }
            fields.raw("no_bet", &inside.object());
        }
        let mut times = Fields::new();
        // A terminal that writes before the coup is settled does not know yet when that will be.
        let known = |time: &Moment| written_at.is_none_or(|at| *time <= at);
        for (name, time) in [
            ("opened", self.opened),
            ("closed", self.closed),
            ("first_card", self.first_card),
            ("settled", self.settled),
        ] {
            if let Some(time) = time.filter(known) {
                times.text(name, &written(time, offset));
            }
        }
        if !matches!(portion, Portion::Display) {
            fields.raw("times", &times.object());
        }
        if deals {
            self.dealt(&mut fields);
        }
        let wagers = match portion {
            Portion::Whole => self.wagers.as_ref().map(|wagers| wagers.iter().collect()),
            Portion::Terminal(wagers) => wagers.clone(),
            Portion::Shoe | Portion::Display => None,
        };
        if let Some(wagers) = wagers {
            let inside: Vec<String> = wagers.iter().map(|w| w.object(offset)).collect();
            fields.raw("wagers", &format!("[{}]", inside.join(",")));
        }
        if deals {
            self.said(&mut fields, offset);
        }
        if let Some(wrd) = self.wrd
            && matches!(portion, Portion::Whole | Portion::Display)
        {
            fields.text("wrd", wrd);
        }
        if !deals {
            return fields;
        }
        let mut all = fields.tail().to_owned();
        all.push_str(self.more.tail());
        Fields::from_tail(all)
    }

    /// The cards and where they went.
    fn dealt(&self, fields: &mut Fields) {
        if let Some(cards) = &self.cards {
            fields.list("cards", &texts(cards));
        }
        if let Some(to) = &self.to {
            fields.text("to", to);
        }
        if let Some(first_to) = &self.first_to {
            fields.text("first_to", first_to);
        }
        if let Some(cards) = &self.reconstructed {
            fields.list("reconstructed_cards", &texts(cards));
        }
        if self.carried {
            fields.flag("carried", true);
        }
    }

    /// What went wrong and what was declared.
    fn said(&self, fields: &mut Fields, offset: i64) {
        let inside: Vec<String> = self.irregularities.iter().map(|i| i.fields(offset).object()).collect();
        fields.raw("irregularities", &format!("[{}]", inside.join(",")));
        if let Some(declared) = &self.declared {
            fields.raw("declared", &declared.object());
        }
    }
}

pub(crate) fn texts(cards: &[Drawn]) -> Vec<String> {
    cards.iter().map(|card| card.text()).collect()
}
