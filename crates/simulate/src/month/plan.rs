use jiff::civil::{Date, date};
use resettle_reference::Rules;

use super::calendar::{DAY, PACE};
use crate::config::Style;

/// What a month holds.
#[derive(Clone, Debug)]
pub struct MonthConfig {
    /// How many tables.
    pub tables: u64,
    /// The first day of play.
    pub first_day: Date,
    /// How many days.
    pub days: u64,
    /// How many coups in all.
    pub coups: u64,
    /// A fault in one shoe out of this many, and a nearest miss in one of as many others; 0 for none.
    pub faulty_shoes: u32,
    /// Everything that is drawn by lot follows from it, the signing keys too.
    pub seed: u64,
    /// How varied the wagers are.
    pub style: Style,
    /// Whether logs say who deals and who supervises.
    pub staff: bool,
}

/// Why there is no such month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MonthError {
    /// There are 1 to 999 tables.
    Tables,
    /// There are 1 to 366 days.
    Days,
    /// The rules played by are all in force from June 2023 on, and no calendar goes beyond the year 9998.
    FirstDay,
    /// A table cannot play this many coups a day.
    TooManyCoups {
        /// The most there can be in all.
        most: u64,
    },
}

impl std::fmt::Display for MonthError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tables => write!(f, "there are 1 to 999 tables"),
            Self::Days => write!(f, "there are 1 to 366 days"),
            Self::FirstDay => write!(f, "the first day lies between 2023-06-01 and 9998-01-01"),
            Self::TooManyCoups { most } => write!(f, "so many tables play at most {most} coups in so many days"),
        }
    }
}

impl std::error::Error for MonthError {}

/// One table of a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthTable {
    /// Its place, from 0.
    pub number: u64,
    /// The rules it plays by.
    pub rules: Rules,
    /// Its name.
    pub table: String,
    /// The coups of its month.
    pub coups: u64,
    /// The day, from 0, on which it plays nothing, if any.
    pub idle: Option<u64>,
    /// Whether the roster says that it is closed on that day.
    pub closed_in_roster: bool,
}

/// The rules of a month's tables, in turn; all are in force in June 2023.
const IN_TURN: [Rules; 4] =
    [Rules::MbsElectronic2023, Rules::MbsBaccarat2017, Rules::MbsSevenUp2017, Rules::StarSevenUp2016];

impl MonthConfig {
    /// The tables: two of them, where there are as many, are idle for one day, and the roster knows it of one.
    ///
    /// # Errors
    /// When the month cannot be.
    pub fn plan(&self) -> Result<Vec<MonthTable>, MonthError> {
        if !(1..=999).contains(&self.tables) {
            return Err(MonthError::Tables);
        }
        if !(1..=366).contains(&self.days) {
            return Err(MonthError::Days);
        }
        if self.first_day < date(2023, 6, 1) || self.first_day.year() >= 9_998 {
            return Err(MonthError::FirstDay);
        }
        let idles = |number: u64| self.tables >= 3 && self.days >= 3 && number < 2;
        let open = |number: u64| if idles(number) { self.days - 1 } else { self.days };
        let all: u64 = (0..self.tables).map(open).sum();
        // What a table can play in a day, with some air for long coups and changes of shoe.
        let daily = u64::try_from(DAY / PACE).unwrap_or(0);
        if self.coups > daily.saturating_mul(all) {
            return Err(MonthError::TooManyCoups { most: daily.saturating_mul(all) });
        }
        // Coups by table in the proportion of open days, the rest to the first tables.
        let shared: u64 = (0..self.tables).map(|number| self.coups / all * open(number)).sum();
        let mut rest = self.coups - shared;
        let mut out = Vec::new();
        for number in 0..self.tables {
            let more = rest.min(open(number));
            rest -= more;
            let place = usize::try_from(number % 4).unwrap_or(0);
            let rules = IN_TURN.get(place).copied().unwrap_or(Rules::MbsElectronic2023);
            let letters = match rules {
                Rules::MbsElectronic2023 => "E7U",
                Rules::MbsBaccarat2017 => "BAC",
                _ => "7UP",
            };
            out.push(MonthTable {
                number,
                rules,
                table: format!("{letters}-{:02}", number / 4 + 1),
                coups: self.coups / all * open(number) + more,
                idle: idles(number).then(|| 1 + number % (self.days - 2)),
                closed_in_roster: number == 1,
            });
        }
        Ok(out)
    }

    /// The seed of one table.
    pub(crate) fn seed_of(&self, table: &MonthTable) -> u64 {
        self.seed.wrapping_mul(1_000_003).wrapping_add(table.number).wrapping_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(tables: u64, days: u64, coups: u64) -> MonthConfig {
        MonthConfig {
            tables,
            first_day: date(2023, 6, 1),
            days,
            coups,
            faulty_shoes: 0,
            seed: 1,
            style: Style::Varied,
            staff: false,
        }
    }

    #[test]
    fn all_coups_are_shared_out() {
        for (tables, days, coups) in [(40, 30, 2_000_000), (3, 3, 1_000), (1, 1, 0), (7, 5, 12_345)] {
            let plan = month(tables, days, coups).plan().unwrap();
            assert_eq!(plan.iter().map(|table| table.coups).sum::<u64>(), coups);
            let most = plan.iter().map(|table| table.coups / (days - u64::from(table.idle.is_some())).max(1)).max();
            assert!(most.unwrap() <= 1_707, "{most:?}");
        }
        let names: Vec<String> = month(6, 3, 60).plan().unwrap().into_iter().map(|table| table.table).collect();
        assert_eq!(
            names,
            ["E7U-01", "BAC-01", "7UP-01", "7UP-01", "E7U-02", "BAC-02"],
            "the fourth is another venue's"
        );
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert_eq!(month(0, 30, 1).plan(), Err(MonthError::Tables));
        assert_eq!(month(1, 0, 1).plan(), Err(MonthError::Days));
        assert_eq!(month(1, 1, 1_708).plan(), Err(MonthError::TooManyCoups { most: 1_707 }));
        let early = MonthConfig { first_day: date(2023, 5, 31), ..month(1, 1, 1) };
        assert_eq!(early.plan(), Err(MonthError::FirstDay));
    }
}
