use jiff::civil::date;
use resettle_reference::{Bet, Rules, offers};

use crate::dice::Dice;
use crate::fields::Fields;
use crate::limits::Limits;
use crate::moment::{Moment, local};

/// Where and when a log is written.
pub(crate) struct Venue {
    pub(crate) rules: Rules,
    pub(crate) jurisdiction: &'static str,
    pub(crate) venue: &'static str,
    pub(crate) game: &'static str,
    pub(crate) currency: &'static str,
    /// Minutes east of Greenwich.
    pub(crate) offset: i64,
    pub(crate) table: String,
    pub(crate) log: String,
    pub(crate) start: Moment,
    pub(crate) limits: Limits,
    pub(crate) bets: Vec<Bet>,
}

impl Venue {
    /// The fields of a log's `open`; without a key where nobody is to seal it.
    pub(crate) fn opening(&self, log: &str, kind: &str, id: &str, key: Option<&str>, imported: bool) -> Fields {
        let mut source = Fields::new();
        source.text("kind", kind).text("id", id);
        let mut fields = Fields::new();
        fields.text("format", "coup-log/1").text("log", log);
        fields.raw("source", &source.object());
        fields.text("jurisdiction", self.jurisdiction).text("venue", self.venue);
        fields.text("game", self.game).text("table", &self.table);
        fields.text("currency", self.currency);
        if let Some(key) = key {
            fields.text("key", key);
        }
        if imported {
            fields.flag("imported", true);
        }
        fields
    }

    /// A table of this name that begins to play at this moment; its log's id is that of no day yet.
    pub(crate) fn named(rules: Rules, table: &str, start: Moment) -> Venue {
        let mut venue = Venue::of(rules, 0, &mut Dice::new(0));
        table.clone_into(&mut venue.table);
        venue.start = start;
        venue
    }

    pub(crate) fn of(rules: Rules, seed: u64, dice: &mut Dice) -> Venue {
        let (jurisdiction, venue, currency, offset) = match rules {
            Rules::StarSevenUp2016 => ("AU-NSW", "star", "AUD", 600),
            _ => ("SG", "mbs", "SGD", 480),
        };
        // days well inside the time for which each document is used
        let (game, letters, day) = match rules {
            Rules::MbsSevenUp2011 => ("7-up-baccarat", "7UP", date(2012, 3, 5)),
            Rules::MbsSevenUp2017 => ("7-up-baccarat", "7UP", date(2019, 11, 2)),
            Rules::MbsBaccarat2017 => ("baccarat", "BAC", date(2018, 5, 20)),
            Rules::MbsElectronic2023 => ("electronic-7-up-baccarat", "E7U", date(2023, 6, 1)),
            Rules::StarSevenUp2016 => ("7-up-baccarat", "7UP", date(2017, 7, 14)),
        };
        let number = 1 + dice.below(60);
        let table = format!("{letters}-{number:02}");
        let log = format!("{venue}-{table}-{}-{seed}", day.strftime("%Y%m%d"));
        let chip = match rules {
            Rules::StarSevenUp2016 => Some(500),
            _ => None,
        };
        let limits =
            Limits { least: 1_000, even: 500_000, long: 60_000, area: 2_000_000, differential: 5_000_000, chip };
        Venue {
            rules,
            jurisdiction,
            venue,
            game,
            currency,
            offset,
            table,
            log,
            start: local(day, 9, offset),
            limits,
            bets: Bet::ALL.into_iter().filter(|bet| offers(rules, *bet)).collect(),
        }
    }
}
