use std::io::Write;

use resettle_reference::{Card, Dealing, Round, Rules, deal};

use super::Table;
use crate::config::{Error, Style};
use crate::fault::{Fault, Setup};
use crate::fields::Fields;
use crate::shoe::Shoe;

impl<W: Write> Table<'_, W> {
    pub(super) fn shoe_event(&mut self, shoe: &str, event: &str) -> Result<(), Error> {
        let mut fields = Fields::new();
        fields.text("shoe", shoe).text("event", event);
        let at = self.chain.last_at + 700;
        self.chain.record(at, "shoe", &fields, None)?;
        self.since_seal += 1;
        Ok(())
    }

    pub(super) fn change_shoe(
        &mut self,
        rules: Rules,
        ordinal: u64,
        fault: Option<&'static Fault>,
    ) -> Result<(), Error> {
        let spent = match &self.shoe {
            Some(shoe) => self.end_shoe || fault.is_some() || !shoe.has_a_round() || (shoe.spent() && !self.hold),
            None => true,
        };
        if !spent {
            return Ok(());
        }
        self.end_shoe = false;
        if let Some(old) = self.shoe.take() {
            if !old.end_logged {
                self.shoe_event(&old.name, "end")?;
            }
            self.next = None;
        }
        self.kept = None;
        let (least, most) = rules.decks();
        // what the first coup is played by may allow fewer
        let most = match self.course.first_rules {
            Some(_) if ordinal == 1 => most.min(self.config.rules.decks().1),
            _ => most,
        };
        let decks = self.dice.within(i64::from(least), i64::from(most));
        let recirculates =
            rules == Rules::MbsElectronic2023 && self.config.style == Style::Varied && self.dice.chance(1, 3);
        let mut setup = Setup {
            decks: u32::try_from(decks).unwrap_or(least),
            burned: None,
            top: Vec::new(),
            recirculates,
            unstarted: false,
            twice: false,
            left: None,
            apart: false,
        };
        if let Some(fault) = fault {
            (fault.setup)(&mut setup);
        }
        self.shoes += 1;
        self.number = 0;
        let name = format!("S-{:04}", self.shoes);
        let returns = rules.cards_return() || setup.recirculates;
        let mut shoe = Shoe::new(name, setup.decks, returns, &mut self.dice);
        let mut burned = Vec::new();
        match &setup.burned {
            Some(cards) => {
                shoe.stack(cards);
                for _ in cards {
                    burned.extend(shoe.draw());
                }
            }
            None if rules.burns_first_card() => burned.extend(shoe.draw()),
            None => {}
        }
        while setup.left.is_some_and(|left| shoe.left() > left) {
            burned.extend(shoe.draw());
        }
        for card in &burned {
            shoe.burn(*card);
        }
        shoe.stack(&setup.top);
        if !setup.unstarted {
            let texts: Vec<String> = burned.iter().map(|card| card.to_string()).collect();
            let mut fields = Fields::new();
            fields.text("shoe", &shoe.name).text("event", "start");
            fields.int("decks", i64::from(setup.decks));
            if !setup.apart {
                fields.list("burned", &texts);
            }
            if !rules.is_mbs() && self.dice.chance(1, 2) {
                fields.flag("preshuffled", true);
            }
            if setup.recirculates {
                fields.flag("recirculates", true);
            }
            let at = self.chain.last_at + self.dice.within(30_000, 60_000);
            for _ in 0..if setup.twice { 2 } else { 1 } {
                self.chain.record(at, "shoe", &fields, None)?;
                self.since_seal += 1;
            }
            if setup.apart {
                let mut fields = Fields::new();
                fields.text("shoe", &shoe.name).text("event", "burn").list("cards", &texts);
                self.chain.record(at + 400, "shoe", &fields, None)?;
                self.since_seal += 1;
            }
        }
        self.shoe = Some(shoe);
        Ok(())
    }
}

/// Draws a whole round.
pub(crate) fn dealt(rules: Rules, shoe: &mut Shoe) -> (Vec<Card>, Round) {
    let mut cards = Vec::new();
    loop {
        match deal(rules, &cards) {
            Dealing::Complete(round) | Dealing::Surplus { round, .. } => return (cards, round),
            Dealing::Needs(_) => match shoe.draw() {
                Some(card) => cards.push(card),
                // shoes are changed long before they run out
                None => return (cards, Round::of(rules, Vec::new(), Vec::new())),
            },
        }
    }
}
