//! What a mapping says, checked.

use std::collections::BTreeMap;

use encoding_rs::Encoding;
use resettle_game::minor_digits;
use resettle_yaml::{Faults, Position};

use crate::hands::Hands;
use crate::mapping_yaml;
pub(crate) use crate::mapping_yaml::{
    Cards, CoupNumber, DateAbove, Declared, Json, NotRead, Open, Rejected, RowMapping, Source,
};
use crate::time::TimeFormat;

/// Which column of a CSV means what, and what the log's `open` record says.
#[derive(Debug, Clone, PartialEq)]
pub struct Mapping {
    /// The hash of the mapping's text, which the log holds.
    pub(crate) sha256: String,
    /// Where the rounds of a JSON file stand; none where the mapping is of a CSV.
    pub(crate) json: Option<Json>,
    pub(crate) delimiter: u8,
    /// The encoding, where it is another one than UTF-8.
    pub(crate) encoding: Option<&'static Encoding>,
    /// Lines above the header, or above the first row.
    pub(crate) skip_lines: u64,
    pub(crate) order: Order,
    pub(crate) header: bool,
    /// Whether quoted cells may hold line ends.
    pub(crate) lines_in_cells: bool,
    /// Cells that mean nothing, in addition to the empty one.
    pub(crate) empty: Vec<String>,
    pub(crate) open: Open,
    pub(crate) rows: RowKind,
    pub(crate) row: RowMapping,
    /// The bets of its wagers, in the log's words.
    pub(crate) bets: Vec<(Position, String)>,
    /// All columns that are used; a [`Column`] is a place in this list.
    pub(crate) columns: Vec<ColumnName>,
    /// What stands in these columns in the rows and rounds that are read; others are listed.
    pub(crate) only: Vec<(Column, Vec<String>)>,
    /// Columns that are not read on purpose, none of them among `columns`.
    pub(crate) not_read: Vec<NotRead>,
}

impl RowMapping {
    /// The column of the coups' numbers.
    pub(crate) fn coup_column(&self) -> Option<Column> {
        self.coup.as_ref().map(|coup| coup.column)
    }

    /// Whether columns beside the source's own id say which coup a row is of.
    pub(crate) fn names_coups(&self) -> bool {
        self.shoe.is_some() || self.coup.is_some() || self.time.is_some()
    }

    /// Whether columns of a deal are there: of cards, or of what was announced.
    pub(crate) fn has_a_deal(&self) -> bool {
        let Declared { result, player, banker, sevens } = &self.declared;
        !self.cards.is_empty() || result.is_some() || player.or(*banker).or(*sevens).is_some()
    }
}

impl Mapping {
    /// Reads a mapping.
    ///
    /// # Errors
    /// All faults of the file, each with its place.
    pub fn from_yaml(text: &str) -> Result<Self, Faults> {
        let root = resettle_yaml::parse(text)?;
        mapping_yaml::read(text, &root)
    }

    /// The keys of `open` in which a draft still has `REVIEW`, which no import takes for a name.
    #[must_use]
    pub fn unreviewed(&self) -> Vec<&'static str> {
        self.open.unreviewed()
    }

    /// The bets of its wagers, each with its place: a log leaves them open, so none is refused here.
    pub fn bets(&self) -> impl Iterator<Item = (Position, &str)> {
        self.bets.iter().map(|(place, bet)| (*place, bet.as_str()))
    }

    /// The jurisdiction, the venue and the game that its logs name.
    #[must_use]
    pub fn place(&self) -> (&str, &str, &str) {
        (&self.open.jurisdiction, &self.open.venue, &self.open.game)
    }

    /// The decimals of its amounts; none where it reads no wagers.
    #[must_use]
    pub fn decimals(&self) -> Option<u32> {
        self.row.wagers.first().map(|wager| wager.decimals)
    }

    /// The decimals of amounts that are read by none of its keys: those of its wagers, else of its currency, else two.
    pub(crate) fn amount_decimals(&self) -> u32 {
        self.decimals().or_else(|| minor_digits(&self.open.currency)).unwrap_or(2)
    }

    /// Whether it leaves out rows or columns on purpose, which the log's first record states.
    pub(crate) fn leaves_out(&self) -> bool {
        !self.only.is_empty() || !self.not_read.is_empty()
    }

    /// The currency that its logs name.
    #[must_use]
    pub fn currency(&self) -> &str {
        &self.open.currency
    }

    /// Whether it is one of JSON, and not of a CSV.
    #[must_use]
    pub fn is_of_json(&self) -> bool {
        self.json.is_some()
    }

    /// The key under which it says how its file is written.
    pub(crate) fn format(&self) -> &'static str {
        if self.is_of_json() { "json" } else { "csv" }
    }

    /// Whether each row is a wager, and the rows of a coup become one.
    #[must_use]
    pub fn rows_are_wagers(&self) -> bool {
        self.rows == RowKind::Wager
    }

    /// Whether each object of JSON is a whole round, and no row that is one of several of its coup.
    pub(crate) fn objects_are_rounds(&self) -> bool {
        self.json.as_ref().is_some_and(|json| json.wagers.is_some() || !self.rows_are_wagers())
    }

    /// Whether a row may be the same as another one and be counted with it, because it has no name of its own.
    pub(crate) fn rows_have_no_names(&self) -> bool {
        let RowMapping { id, shoe, coup, wagers, .. } = &self.row;
        !self.objects_are_rounds()
            && match self.rows {
                RowKind::Coup => id.is_none() && (shoe.is_none() || coup.is_none()),
                RowKind::Wager => wagers.iter().all(|rule| rule.id.is_none()),
            }
    }
}

/// What a drafted mapping says where the file says nothing.
pub(crate) const REVIEW: &str = "REVIEW";

/// What a row of the CSV is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum RowKind {
    /// A coup, with all its wagers.
    #[default]
    Coup,
    /// A wager: the rows of a coup become one.
    Wager,
}

/// Which row of the CSV comes first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Order {
    #[default]
    OldestFirst,
    NewestFirst,
}

impl Order {
    /// The newest first for the oldest first, and the reverse.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::OldestFirst => Self::NewestFirst,
            Self::NewestFirst => Self::OldestFirst,
        }
    }

    /// As a mapping writes it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::OldestFirst => "oldest-first",
            Self::NewestFirst => "newest-first",
        }
    }
}

impl Open {
    /// The keys in which a draft still has `REVIEW`.
    pub(crate) fn unreviewed(&self) -> Vec<&'static str> {
        let Self { log, source: Source { id: source_id, .. }, jurisdiction, venue, game, table, currency } = self;
        let keys = [
            ("log", log),
            ("source", source_id),
            ("jurisdiction", jurisdiction),
            ("venue", venue),
            ("game", game),
            ("table", table),
            ("currency", currency),
        ];
        keys.into_iter().filter(|(_, value)| *value == REVIEW).map(|(key, _)| key).collect()
    }
}

/// How the mapping names a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ColumnName {
    pub(crate) place: Position,
    pub(crate) which: Which,
}

/// A column by its header, or by its number from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Which {
    Header(String),
    Number(usize),
}

impl Which {
    /// As messages name it.
    pub(crate) fn label(&self) -> String {
        match self {
            Self::Header(header) => header.clone(),
            Self::Number(number) => number.to_string(),
        }
    }
}

/// A place in [`Mapping::columns`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Column(pub(crate) usize);

/// When a row was settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TimeRule {
    /// Its columns, at least one; of several the cells are read together, with a blank between.
    pub(crate) columns: Vec<Column>,
    /// The format of the date, where it stands above the table, and of what its columns hold, with a blank between.
    pub(crate) format: TimeFormat,
    /// Where the date stands, if it is in no row.
    pub(crate) date: Option<DateAbove>,
}

impl Cards {
    /// Whether no column holds cards.
    pub(crate) fn is_empty(&self) -> bool {
        self.columns.is_empty() && self.hands.is_none()
    }

    /// Whether it is known where each card ended.
    pub(crate) fn have_ends(&self) -> bool {
        self.columns.iter().any(|card| card.to.is_some()) || self.hands.as_ref().is_some_and(Hands::have_ends)
    }

    /// Whether the empty cell of this column is a card that was dealt and is not recorded, rather than one that was not
    /// drawn. Of the columns of one hand only the last is a draw, and none of its first cards; where columns name no hand, the
    /// last two are. A coup that is void may have been broken off.
    pub(crate) fn is_hole(&self, at: usize, cells: &[Option<&str>], is_void: bool) -> bool {
        let dealt_behind = |hand: Option<char>| {
            let behind = self.columns.iter().zip(cells).skip(at + 1);
            behind.filter(|(card, cell)| cell.is_some() && (hand.is_none() || card.to == hand)).count() > 0
        };
        let is_dealt = |is_draw: bool| !is_draw && (dealt_behind(None) || !is_void);
        match self.columns.get(at).and_then(|card| card.to) {
            None => is_dealt(at + 2 >= self.columns.len() && at >= 2 * self.first),
            Some(hand @ ('P' | 'B')) => {
                let of_hand = |cards: &[CardColumn]| cards.iter().filter(|card| card.to == Some(hand)).count();
                let (before, rest) = self.columns.split_at_checked(at).unwrap_or_default();
                dealt_behind(Some(hand)) || is_dealt(of_hand(rest) == 1 && of_hand(before) >= self.first)
            }
            Some(_) => false,
        }
    }
}

/// One card column, and where its card ended if the column says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CardColumn {
    pub(crate) column: Column,
    pub(crate) to: Option<char>,
}

/// A column whose values mean values of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Coded {
    pub(crate) column: Column,
    pub(crate) values: BTreeMap<String, String>,
}

/// The columns of sums of all wagers of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Together {
    /// What was won, without stakes.
    pub(crate) won: Option<Column>,
    /// What was won or lost on balance.
    pub(crate) net: Option<Back>,
    /// The decimals of both.
    pub(crate) decimals: u32,
}

/// The columns of one wager.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WagerRule {
    pub(crate) bet: Bet,
    pub(crate) stake: Column,
    pub(crate) back: Back,
    /// What becomes of a stake that won nothing at a tie, where what was won is known alone.
    pub(crate) at_tie: Option<AtTies>,
    pub(crate) decimals: u32,
    pub(crate) id: Option<Column>,
    pub(crate) seat: Option<Seat>,
    pub(crate) player: Option<Column>,
    /// When the wager was placed; none where the mapping does not read that.
    pub(crate) placed: Option<TimeRule>,
    /// What says that the wager was not taken.
    pub(crate) rejected: Option<Rejected>,
    /// Such a cell says that its settlement was reversed.
    pub(crate) reversed: Option<Column>,
    /// A cell that has one of these values where the wager was settled.
    pub(crate) status: Option<(Column, Vec<String>)>,
}

impl Rejected {
    /// Whether a cell that is not empty says so.
    pub(crate) fn says(&self, cell: &str) -> bool {
        match &self.values {
            Some(values) => values.iter().any(|value| value == cell),
            None => !matches!(cell, "0" | "false" | "NONE" | "none"),
        }
    }
}

/// The seat at which a wager is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Seat {
    /// What a column says.
    Of(Column),
    /// The same in all rows.
    Always(String),
}

/// What is known of what went back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Back {
    /// All that went back, stake included.
    Returned(Column),
    /// What the player won, negative where the stake was lost.
    NetOfPlayer(Column),
    /// What the house won.
    NetOfHouse(Column),
    /// What the player won, without the stake.
    Won(Column),
    /// A sum of all wagers of the row says it.
    Together,
}

/// What becomes of a stake that won nothing at a tie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtTie {
    Lost,
    /// It goes back.
    Back,
}

/// The same for the bets of a rule: for all, or for those that are named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AtTies {
    All(AtTie),
    Of(BTreeMap<String, AtTie>),
}

impl AtTies {
    /// What it says of a bet, by the log's word.
    pub(crate) fn of(&self, bet: Option<&str>) -> Option<AtTie> {
        match self {
            Self::All(at_tie) => Some(*at_tie),
            Self::Of(bets) => bets.get(bet?).copied(),
        }
    }
}

impl Back {
    /// The column that says it of this wager alone; none where only a sum of the row is known.
    pub(crate) fn column(self) -> Option<Column> {
        match self {
            Self::Returned(column) | Self::NetOfPlayer(column) | Self::NetOfHouse(column) | Self::Won(column) => {
                Some(column)
            }
            Self::Together => None,
        }
    }
}

/// What a wager is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Bet {
    Always(String),
    Coded(Coded),
}
