//! Venue, table and currency, as far as titles and cells name them.

use std::collections::BTreeSet;

use super::games::KnownGame;
use crate::vocabulary::{says_table, words};

/// Signs of currencies that leave no doubt, and their codes.
const CURRENCIES: [(&str, &str); 12] = [
    ("S$", "SGD"),
    ("SGD", "SGD"),
    ("A$", "AUD"),
    ("AUD", "AUD"),
    ("HK$", "HKD"),
    ("HKD", "HKD"),
    ("MOP", "MOP"),
    ("US$", "USD"),
    ("USD", "USD"),
    ("NZ$", "NZD"),
    ("EUR", "EUR"),
    ("\u{20ac}", "EUR"),
];

/// The code of a currency by the one sign that its amounts have.
pub(super) fn currency(symbols: &BTreeSet<String>) -> Option<&'static str> {
    let mut symbols = symbols.iter();
    let symbol = symbols.next().filter(|_| symbols.next().is_none())?;
    CURRENCIES.iter().find(|(sign, _)| sign == symbol).map(|(_, code)| *code)
}

/// The code of the one currency that titles name, by its sign or its code.
pub(super) fn currency_of(titles: &str) -> Option<&'static str> {
    let parts = || titles.split(|letter: char| letter.is_whitespace() || "()[]:;,".contains(letter));
    let named = CURRENCIES.iter().filter(|(sign, _)| parts().any(|part| part == *sign));
    let codes: BTreeSet<&str> = named.map(|(_, code)| *code).collect();
    codes.first().copied().filter(|_| codes.len() == 1)
}

/// The one venue that titles name, with its jurisdiction.
pub(super) fn venue<'g>(games: &'g [KnownGame], titles: &str) -> Option<(&'g str, &'g str)> {
    let titles = format!(" {} ", words(titles));
    let places: BTreeSet<(&str, &str)> =
        games.iter().flat_map(|game| &game.places).map(|(place, venue)| (place.as_str(), venue.as_str())).collect();
    let mut named = places.into_iter().filter(|(_, venue)| titles.contains(&format!(" {} ", words(venue))));
    let first = named.next()?;
    named.next().is_none().then_some(first)
}

/// What follows a word for a table in the titles, the first that has a figure.
pub(super) fn table(titles: &str) -> Option<&str> {
    let is_number = |part: &&str| !["nr.", "nr", "no.", "no", "n\u{b0}"].contains(&part.to_lowercase().as_str());
    let parts = || titles.split_whitespace().filter(is_number);
    let behind = parts().zip(parts().skip(1)).filter(|(part, _)| says_table(part));
    let mut names = behind.map(|(_, name)| name.trim_matches(|letter: char| !letter.is_alphanumeric()));
    names.find(|name| name.contains(|letter: char| letter.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_currency_of_titles() {
        for (titles, code) in [
            ("Tisch 4 Betr\u{e4}ge in \u{20ac}", Some("EUR")),
            ("All amounts (SGD)", Some("SGD")),
            ("SGD or EUR", None),
            ("EUROPA Casino", None),
        ] {
            assert_eq!(currency_of(titles), code, "{titles}");
        }
    }

    #[test]
    fn the_table_of_titles() {
        for (titles, name) in [
            ("TABLE GAMES Mini Baccarat Table MB-12 Pit 3", Some("MB-12")),
            ("Table 7:", Some("7")),
            ("Tisch Nr. 4, Saal 2", Some("4")),
            ("Tisch BAC4", Some("BAC4")),
            ("Table games", None),
            ("table", None),
        ] {
            assert_eq!(table(titles), name, "{titles}");
        }
    }
}
