use std::collections::BTreeMap;

use resettle_sealed_log::Time;

use crate::declare::{Beside, Name, Text, record};

record! {
    /// The conditions of a tournament; a field that is `None` was not published.
    #[derive(Default)]
    Conditions {
        /// The entry fee, money.
        fee: Option<i64> = 0..,
        /// Whether there is a compulsory wager.
        compulsory: Option<bool>,
        /// Which bounds hold, from which coup of each session on.
        levels: Option<Vec<LevelRow>>,
        /// What each round consists of.
        rounds: Option<Vec<RoundRow>>,
        /// How players come from one round into the next, in words.
        progression: Option<String> = Text,
        /// Whether there is a repechage.
        repechage: Option<bool>,
        /// The prizes, if they are stated.
        prizes: Option<Vec<PrizeRow>>,
        /// How prizes are paid, in words.
        payment: Option<String> = Text,
        /// Whether it is stated that the rules prevail.
        statement: Option<bool>,
        /// The smallest tournament chip.
        chip: Option<i64> = 1..,
        /// Seconds from `times.opened` within which wagers are made.
        wager_time: Option<i64> = 0..,
        /// Whether chips go out in cash in the end.
        chips_in_cash: Option<bool>,
        /// The chips that a player gets for a session, and their price.
        allotment: Allotment => Allotment::default(),
        /// How a session is played.
        play: PlayTerms => PlayTerms::default(),
        /// How one buys back.
        buy_back: BuyBack => BuyBack::default(),
        /// Who may enter.
        eligibility: Eligibility => Eligibility::default(),
        /// How many may enter, by which form, and until when they may withdraw.
        terms: Terms => Terms::default(),
    }

    /// The chips of a session.
    #[derive(Default)]
    Allotment {
        /// How many a player gets.
        chips: Option<i64> = 0..,
        /// Their price, money; 0: allotted free.
        price: Option<i64> = 0..,
    }

    /// How a session is played.
    #[derive(Default)]
    PlayTerms {
        /// How tables and areas are allotted, in words.
        allocation: Option<String> = Text,
        /// Whether there is an order of wagering.
        order: Option<bool>,
        /// Pass cards of a player and session.
        pass_cards: Option<i64> = 0..,
        /// Undisclosed wagers of a player and session.
        undisclosed: Option<i64> = 0..,
    }

    /// How one buys back.
    #[derive(Default)]
    BuyBack {
        /// How often a player may; 0: not at all.
        times: Option<i64> = 0..,
        /// How it is done, in words.
        method: Option<String> = Text,
        /// When it may be done, in words.
        timing: Option<String> = Text,
    }

    /// Who may enter.
    #[derive(Default)]
    Eligibility {
        /// Whether only persons entitled to gamble may.
        entitled_only: Option<bool>,
        /// Whether any application may be refused.
        refusal: Option<bool>,
        /// The criteria by which entrants are chosen.
        criteria: Option<String> = Text,
    }

    /// The terms of entering.
    #[derive(Default)]
    Terms {
        /// Until when an entrant may withdraw.
        withdrawal: Option<Time>,
        /// The application form.
        form: Option<String> = Text,
        /// The least number of players.
        min: Option<i64> = 0..,
        /// The highest number of players.
        max: Option<i64> = 0..,
        /// Further grounds of a refund.
        refunds: Vec<String> = Name => Vec::new(),
    }

    /// A level: bounds from a coup of each session on.
    LevelRow {
        /// The round; `None` for every round.
        round: Option<i64> = 1..,
        /// From this coup on, counted from 1.
        coup: i64 = 1..,
        /// The bounds.
        bounds: Bounds = Beside,
    }

    /// Minimum and maximum of each bet; a bet that is not listed has none.
    #[derive(Default)]
    Bounds {
        /// Minimum by bet.
        min: BTreeMap<String, i64> = 0.. => BTreeMap::new(),
        /// Maximum by bet.
        max: BTreeMap<String, i64> = 0.. => BTreeMap::new(),
    }

    /// One round of a tournament.
    #[derive(Copy)]
    RoundRow {
        /// Its number, from 1.
        round: Option<i64> = 1..,
        /// At how many tables it is played.
        tables: Option<i64> = 1..,
        /// How many coups a session has.
        coups: Option<i64> = 1..,
        /// How many minutes a session lasts.
        minutes: Option<i64> = 1..,
        /// How many of a table advance.
        advance: Option<i64> = 0..,
        /// How many are placed, in the last round.
        places: Option<i64> = 0..,
    }

    /// A prize that is stated beforehand.
    #[derive(Copy)]
    PrizeRow {
        /// The place that it is for; 1 is the first.
        place: i64 = 1..,
        /// Its value, money.
        value: i64 = 0..,
    }
}
