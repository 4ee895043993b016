//! `open`: the constants of the log's first record.

use resettle_yaml::section;

use super::{Columns, LogName};

section! {
    Columns;
    /// The constants of the log's first record, as in a coup log.
    Open {
        /// The id of the log: text of at most 200 bytes, as the others below.
        log: String = OneLine,
        /// The jurisdiction.
        jurisdiction: String = LogName,
        /// The venue.
        venue: String = LogName,
        /// The game.
        game: String = LogName,
        /// The table.
        table: String = LogName,
        /// The currency.
        currency: String = LogName,
        /// The source of the log.
        source: Source,
    }

    /// The source of the log. An import has coups, and the office of a tournament logs none.
    Source {
        /// Its kind.
        kind: String = ["table", "shoe", "terminal", "display"],
        /// Its id.
        id: String = LogName,
    }
}

resettle_yaml::texts! {
    Columns;
    /// Text as the id of a log may be: seals sign it as a line.
    OneLine: String => |node, key, columns| {
        let text = Self::read(node, key, &LogName, columns)?;
        if text.contains(char::is_control) {
            columns.faults.add_with_help(
                node.place,
                "a line end or a tab stands in the id of the log",
                "write it on one line, with spaces",
            );
            return None;
        }
        Some(text)
    };
}
