use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io;
use std::iter::Peekable;

use resettle_audit::Registered;
use resettle_game::Kind;
use serde::{Deserialize, Serialize};

use super::is_nought;
use crate::document::{IRREGULARITY, RegisterRow};

/// By what the register of irregularities is summed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// By the kind of irregularity; wagers by whether they were refused or removed.
    #[default]
    Kind,
    /// By table.
    Table,
    /// By terminal at its table; entries that concern none are in no sum.
    Terminal,
    /// By the office that decided.
    Decider,
    /// By the dealer on duty, where that is known.
    Dealer,
    /// By the account of a wager, where the log names one.
    Player,
    /// By the seat of a wager at its table, where the log names one.
    Seat,
}

impl By {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 7] =
        [Self::Kind, Self::Table, Self::Terminal, Self::Decider, Self::Dealer, Self::Player, Self::Seat];

    /// The word as reports write it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Kind => "kind",
            Self::Table => "table",
            Self::Terminal => "terminal",
            Self::Decider => "decider",
            Self::Dealer => "dealer",
            Self::Player => "player",
            Self::Seat => "seat",
        }
    }

    /// Whether a venue distinguishes what is summed.
    #[must_use]
    pub fn is_of_venue(self) -> bool {
        !matches!(self, Self::Kind | Self::Decider)
    }

    /// Whether it is summed so that people see what comes again, and each counts only from its second entry on.
    #[must_use]
    pub fn is_pattern(self) -> bool {
        matches!(self, Self::Dealer | Self::Player | Self::Seat)
    }
}

/// The sum of some entries of the register, in one currency. Money in its minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct RegisterSum {
    /// By what it is summed.
    pub by: By,
    /// ISO 4217 code; empty where the log has no readable `open`.
    pub currency: String,
    /// The venue, of all but kinds and offices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub venue: Option<String>,
    /// The game, of tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The kind (of wagers `refused_wager` or `removed_wager`), the table, the table and terminal, the office, the dealer's
    /// badge, the account, the table and seat; none where nobody is named as decider.
    pub name: Option<String>,
    /// Entries.
    pub entries: u64,
    /// Of these, the ones about a wager that was refused or removed: logs need not name who did that.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub wagers: u64,
    /// Of the entries, the ones that a finding finds fault with.
    pub faulty: u64,
    /// Of these, the ones that rest on the recorder's word.
    pub on_word: u64,
    /// Coups concerned, each once.
    pub coups: u64,
    /// Of these, the ones whose cards do not show what was due; coups of tournaments, which move no money, are none.
    // Reports of older versions call it by the other name, as they do the last one.
    #[serde(alias = "untold")]
    pub due_unknown: u64,
    /// What they moved, each coup once: `to_players` − `to_house`.
    pub moved: i128,
    /// What was returned beyond what was due by the cards.
    pub to_players: i128,
    /// What was due by the cards and not returned.
    pub to_house: i128,
    /// What the coups moved of which an entry rests on the recorder's word.
    pub moved_on_word: i128,
    /// Of the coups whose cards do not show what was due, all that went back.
    #[serde(default, alias = "untold_returned", skip_serializing_if = "is_none")]
    pub due_unknown_returned: i128,
}

/// Whether a sum is nothing, so that it need not stand there.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_none(sum: &i128) -> bool {
    *sum == 0
}

/// The coup that an entry concerns, so that each counts once: commencement, shoe and number; where it concerns none, the
/// record. By commencement they come nearly in the order of their log, which is sorted soonest.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct CoupKey {
    commenced: i128,
    shoe: Option<String>,
    coup: Option<u64>,
    record: Option<(String, u64)>,
}

/// An entry as sums count it. It is kept without the names of its members, so none of them may be left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SumItem {
    coup: CoupKey,
    /// The wager, of an entry about one; entries about the whole coup go first.
    wager: Option<String>,
    moved: Option<i128>,
    went_back: Option<i128>,
    /// What it concerns moves no money, so that nothing is missing where `moved` is none.
    chips: bool,
    faulty: bool,
    on_word: bool,
    /// The sums in which it counts.
    sums: Vec<CountsIn>,
}

/// A sum in which an entry counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct CountsIn {
    by: By,
    name: Option<String>,
    /// What was moved and what went back of it there, where that is less than all of the entry.
    there: Option<(Option<i128>, Option<i128>)>,
}

impl SumItem {
    /// The sums that an entry of the register counts in, as reports write it. Before a report is made neither table nor venue
    /// stands in a row, and `entry` says when the coup commenced and whether it is about chips.
    #[must_use]
    pub fn of(row: &RegisterRow, entry: Option<&Registered>) -> Self {
        let commenced = entry.map_or(0, |entry| entry.commenced.nanos);
        let coup = match row.coup {
            Some(_) => CoupKey { shoe: row.shoe.clone(), coup: row.coup, commenced, record: None },
            None => CoupKey { record: Some((row.log.clone(), row.line.unwrap_or(0))), ..CoupKey::default() },
        };
        let about_wager = row.subject != IRREGULARITY;
        let always = [
            (By::Kind, Some(sum_kind(row))),
            (By::Table, Some(row.table.as_str()).filter(|table| !table.is_empty())),
            (By::Decider, row.by.as_deref()),
        ];
        let dealer = row.duty.as_ref().and_then(|duty| duty.dealer.as_ref());
        let named = [(By::Dealer, dealer), (By::Player, row.player.as_ref()), (By::Seat, row.seat.as_ref())];
        let named = named.into_iter().filter_map(|(by, name)| Some((by, Some(name?.as_str()))));
        let all = always.into_iter().chain(named).map(|(by, name)| CountsIn {
            by,
            name: name.map(str::to_owned),
            there: None,
        });
        let at = |terminal: &String| row.at_terminals.iter().find(|at| at.terminal == *terminal);
        let terminals = row.terminals.iter().map(|terminal| CountsIn {
            by: By::Terminal,
            name: Some(terminal.clone()),
            there: at(terminal).map(|at| (at.moved, at.went_back)),
        });
        let (moved, went_back) =
            row.of_coup.as_ref().map_or((row.moved, row.went_back), |coup| (coup.moved, coup.went_back));
        Self {
            coup,
            wager: about_wager.then(|| row.wager.clone().unwrap_or_default()),
            moved,
            went_back,
            chips: entry.is_some_and(|entry| entry.chips),
            faulty: row.is_faulty(),
            on_word: row.is_on_word(),
            sums: all.chain(terminals).collect(),
        }
    }

    /// What concerns one coup stands together, and of it what concerns one wager.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        (&self.coup, &self.wager).cmp(&(&other.coup, &other.wager))
    }

    /// How many letters it holds.
    #[must_use]
    pub fn letters(&self) -> usize {
        let record = self.coup.record.as_ref().map(|(log, _)| log);
        let names = self.sums.iter().filter_map(|sum| sum.name.as_ref());
        [&self.coup.shoe, &self.wager].into_iter().flatten().chain(record).chain(names).map(String::len).sum()
    }
}

/// Under which kind an entry is summed. A log can name any number of kinds: those that the format does not know are
/// `other`, as which they are judged.
#[must_use]
pub fn sum_kind(row: &RegisterRow) -> &str {
    if row.subject == IRREGULARITY { Kind::parse(&row.kind).unwrap_or(Kind::Other).word() } else { &row.subject }
}

/// Adds up items that are in order: the sums, by what is summed and its name.
///
/// # Errors
/// What reading the items says.
pub fn summed(items: impl Iterator<Item = io::Result<SumItem>>) -> io::Result<Vec<RegisterSum>> {
    let mut sums: BTreeMap<By, BTreeMap<Option<String>, OneSum>> = BTreeMap::new();
    let mut nth_coup = 0_u64;
    let mut last = None;
    for item in items {
        let mut item = item?;
        let counts_in = std::mem::take(&mut item.sums);
        nth_coup += u64::from(last.as_ref() != Some(&item.coup));
        let all = (item.moved, item.went_back);
        for CountsIn { by, name, there } in counts_in {
            (item.moved, item.went_back) = there.unwrap_or(all);
            sums.entry(by).or_default().entry(name).or_default().take(&item, nth_coup);
        }
        last = Some(item.coup);
    }
    let sums = sums.into_iter().flat_map(|(by, sums)| sums.into_iter().map(move |(name, sum)| (by, name, sum)));
    Ok(sums.map(|(by, name, sum)| RegisterSum { by, name, ..sum.finish() }).collect())
}

/// A sum that is being made.
#[derive(Default)]
struct OneSum {
    sum: RegisterSum,
    /// The coup that is being counted, and which one it is.
    coup: Option<(u64, OneCoup)>,
}

impl OneSum {
    fn take(&mut self, item: &SumItem, nth_coup: u64) {
        if let Some((_, ended)) = self.coup.take_if(|(nth, _)| *nth != nth_coup) {
            ended.end(&mut self.sum);
        }
        self.coup.get_or_insert_with(|| (nth_coup, OneCoup::default())).1.take(item, &mut self.sum);
    }

    fn finish(mut self) -> RegisterSum {
        if let Some((_, last)) = self.coup {
            last.end(&mut self.sum);
        }
        self.sum
    }
}

/// What is known of the coup that is being counted.
#[derive(Default)]
struct OneCoup {
    /// What the whole coup moved, as an irregularity says it.
    whole: Option<i128>,
    /// What its wagers moved that have entries of their own.
    wagers: Option<i128>,
    /// What went back where that is all that is known: of the whole coup, and of its wagers.
    whole_back: Option<i128>,
    wagers_back: i128,
    last_wager: Option<String>,
    chips: bool,
    on_word: bool,
    /// Whether it is a coup at all, and not an incident that concerns none.
    is_coup: bool,
}

impl OneCoup {
    fn take(&mut self, item: &SumItem, sum: &mut RegisterSum) {
        sum.entries += 1;
        sum.wagers += u64::from(item.wager.is_some());
        sum.faulty += u64::from(item.faulty);
        sum.on_word += u64::from(item.on_word);
        self.on_word |= item.on_word;
        self.chips |= item.chips;
        self.is_coup |= item.coup.coup.is_some();
        match &item.wager {
            None => {
                self.whole = self.whole.or(item.moved);
                self.whole_back = self.whole_back.or(item.went_back);
            }
            Some(wager) => {
                if self.last_wager.as_ref() != Some(wager) {
                    if let Some(moved) = item.moved {
                        self.wagers = Some(self.wagers.unwrap_or(0).saturating_add(moved));
                    }
                    self.wagers_back = self.wagers_back.saturating_add(item.went_back.unwrap_or(0));
                }
                self.last_wager = Some(wager.clone());
            }
        }
    }

    fn end(self, sum: &mut RegisterSum) {
        sum.coups += u64::from(self.is_coup);
        let Some(moved) = self.whole.or(self.wagers) else {
            sum.due_unknown += u64::from(self.is_coup && !self.chips);
            let back = self.whole_back.unwrap_or(self.wagers_back);
            sum.due_unknown_returned = sum.due_unknown_returned.saturating_add(back);
            return;
        };
        sum.moved = sum.moved.saturating_add(moved);
        sum.to_players = sum.to_players.saturating_add(moved.max(0));
        sum.to_house = sum.to_house.saturating_sub(moved.min(0));
        if self.on_word {
            sum.moved_on_word = sum.moved_on_word.saturating_add(moved);
        }
    }
}

impl RegisterSum {
    /// By what sums are distinguished, and ordered.
    #[must_use]
    pub fn key(&self) -> (By, &str, Option<&str>, Option<&str>, Option<&str>) {
        (self.by, &self.currency, self.venue.as_deref(), self.game.as_deref(), self.name.as_deref())
    }

    /// Says at which table of which venue it was made.
    pub fn at(&mut self, venue: &str, table: &str) {
        self.venue = self.by.is_of_venue().then(|| venue.to_owned());
        if matches!(self.by, By::Seat | By::Terminal) {
            let word = self.by.word();
            self.name = self.name.take().map(|name| format!("{table}, {word} {name}"));
        }
    }

    /// Adds the sum of other coups.
    pub fn add(&mut self, other: &Self) {
        self.entries += other.entries;
        self.wagers += other.wagers;
        self.faulty += other.faulty;
        self.on_word += other.on_word;
        self.coups += other.coups;
        self.due_unknown += other.due_unknown;
        self.moved = self.moved.saturating_add(other.moved);
        self.to_players = self.to_players.saturating_add(other.to_players);
        self.to_house = self.to_house.saturating_add(other.to_house);
        self.moved_on_word = self.moved_on_word.saturating_add(other.moved_on_word);
        self.due_unknown_returned = self.due_unknown_returned.saturating_add(other.due_unknown_returned);
    }
}

/// Sums of several tables that are in order, those of one key added up. What is summed to show what comes again is left out
/// where it came once.
pub struct SummedOver<I: Iterator> {
    sums: Peekable<I>,
}

impl<I: Iterator<Item = io::Result<RegisterSum>>> SummedOver<I> {
    /// Adds up sums that are in order.
    pub fn new(sums: I) -> Self {
        Self { sums: sums.peekable() }
    }
}

impl<I: Iterator<Item = io::Result<RegisterSum>>> Iterator for SummedOver<I> {
    type Item = io::Result<RegisterSum>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let mut sum = match self.sums.next()? {
                Ok(sum) => sum,
                Err(error) => return Some(Err(error)),
            };
            while let Some(more) = self.sums.next_if(|more| more.as_ref().map_or(true, |more| more.key() == sum.key()))
            {
                match more {
                    Ok(more) => sum.add(&more),
                    Err(error) => return Some(Err(error)),
                }
            }
            if !sum.by.is_pattern() || sum.entries > 1 {
                return Some(Ok(sum));
            }
        }
    }
}

/// The sums of some entries of a report's register, in the order of the report: what is shown of it is summed anew. Coups
/// differ by table, shoe and number; what concerned chips of a tournament counts as what the cards do not show.
///
/// # Errors
/// What reading the entries says.
pub fn sums_of_rows(rows: impl Iterator<Item = io::Result<RegisterRow>>) -> io::Result<Vec<RegisterSum>> {
    let mut tables: BTreeMap<(String, String, String), Vec<SumItem>> = BTreeMap::new();
    for row in rows {
        let row = row?;
        let table = (row.currency.clone(), row.venue.clone(), row.table.clone());
        tables.entry(table).or_default().push(SumItem::of(&row, None));
    }
    let mut sums: Vec<RegisterSum> = Vec::new();
    for ((currency, venue, table), mut items) in tables {
        items.sort_by(SumItem::order);
        for mut sum in summed(items.into_iter().map(Ok))? {
            sum.currency.clone_from(&currency);
            sum.at(&venue, &table);
            sums.push(sum);
        }
    }
    sums.sort_by(|a, b| a.key().cmp(&b.key()));
    SummedOver::new(sums.into_iter().map(Ok)).collect()
}

/// How many entries there are of each kind, those found wrong apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct RegisterCounts {
    by_kind: BTreeMap<String, [u64; 2]>,
}

impl RegisterCounts {
    /// Adds one entry to its kind, among those found wrong if a finding finds fault with it.
    pub fn entry(&mut self, row: &RegisterRow) {
        let counts = self.by_kind.entry(sum_kind(row).to_owned()).or_default();
        let [plain, faulty] = counts;
        *(if row.is_faulty() { faulty } else { plain }) += 1;
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        for (kind, [plain, faulty]) in &other.by_kind {
            let counts = self.by_kind.entry(kind.clone()).or_default();
            let [own_plain, own_faulty] = counts;
            *own_plain += plain;
            *own_faulty += faulty;
        }
    }

    /// How many of each kind lie beyond the first `max` that are found wrong and the first `max` that are not; none
    /// of any where no bound is named.
    #[must_use]
    pub fn beyond(&self, max: Option<u64>) -> BTreeMap<String, u64> {
        let Some(max) = max else { return BTreeMap::new() };
        let over = |counts: &[u64; 2]| counts.iter().map(|count| count.saturating_sub(max)).sum::<u64>();
        let all = self.by_kind.iter().map(|(kind, counts)| (kind.clone(), over(counts)));
        all.filter(|(_, over)| *over > 0).collect()
    }
}
