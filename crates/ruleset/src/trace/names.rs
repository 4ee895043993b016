//! Which bet a sentence names beside its odds: `the Player is paid 1 to 1, the Banker 19 to 20`, `8 to 1 on a tie`.

use resettle_document::PayReading;

use crate::model::Ruleset;

/// A bet by its id, and the words by which a sentence names it.
pub(super) struct BetName<'r> {
    bet: &'r str,
    words: Vec<&'r str>,
}

/// What other languages call the hands, and the word of the id.
const HANDS: [(&str, &[&str]); 3] = [
    ("player", &["joueur", "ponte", "spieler", "jugador", "jogador"]),
    ("banker", &["bank", "banque", "banquier", "banca", "banco", "banquero"]),
    ("tie", &["égalité", "égalités", "empate", "unentschieden"]),
];

/// The names of all bets, the longest first.
pub(super) fn of(ruleset: &Ruleset) -> Vec<BetName<'_>> {
    let mut out: Vec<BetName<'_>> = Vec::new();
    for rule in ruleset.each().flat_map(|rules| &rules.wagers) {
        if !out.iter().any(|known| known.bet == rule.bet) {
            out.push(BetName { bet: &rule.bet, words: rule.bet.split('_').collect() });
        }
    }
    out.sort_by_key(|name| std::cmp::Reverse(name.words.len()));
    out
}

/// Reads the odds of one clause in their order.
#[derive(Default)]
pub(super) struct Spoken<'r> {
    /// Whether the names of the sentence that is open stand behind its odds.
    behind: bool,
    /// The bet that it named last.
    last: Option<&'r str>,
}

impl<'r> Spoken<'r> {
    /// The bet that is named for odds: before them, or where the first odds of the sentence have none before them, behind.
    /// Further odds of a sentence are of the bet that it named last. None where none is named, or more than one.
    pub(super) fn bet(&mut self, odds: &PayReading, names: &[BetName<'r>]) -> Option<&'r str> {
        let before = named(&odds.lead, names);
        if odds.leads {
            self.behind = before.is_empty();
            self.last = None;
        }
        let beside = if self.behind { named(&odds.trail, names) } else { before };
        match beside.as_slice() {
            [] if !self.behind => {}
            [one] => self.last = Some(*one),
            _ => self.last = None,
        }
        self.last
    }
}

/// The bets that words name, each once.
fn named<'r>(text: &str, names: &[BetName<'r>]) -> Vec<&'r str> {
    let low = text.to_lowercase();
    let words: Vec<&str> =
        low.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty() && *word != "s").collect();
    let is = |word: &str, own: &str| {
        let plural = own.strip_suffix('s') == Some(word) || (word == "tie" && own == "ties");
        word == own || plural || HANDS.iter().any(|(hand, others)| *hand == word && others.contains(&own))
    };
    let mut out: Vec<&'r str> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let found = names.iter().find(|name| {
            let own = words.get(at..at + name.words.len());
            own.is_some_and(|own| own.iter().zip(&name.words).all(|(own, word)| is(word, own)))
        });
        at += found.map_or(1, |name| name.words.len());
        if let Some(name) = found.filter(|name| !out.contains(&name.bet)) {
            out.push(name.bet);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use resettle_document::{Colons, stated_odds};

    use super::{BetName, Spoken};

    fn read(text: &str) -> Vec<Option<&'static str>> {
        let names = ["player_pair", "player", "banker", "tie"];
        let names: Vec<BetName<'static>> =
            names.into_iter().map(|bet| BetName { bet, words: bet.split('_').collect() }).collect();
        let mut spoken = Spoken::default();
        stated_odds(text, Colons::default()).0.iter().map(|odds| spoken.bet(odds, &names)).collect()
    }

    #[test]
    fn the_bet_beside_odds_is_read() {
        let all = [Some("player"), Some("banker"), Some("tie")];
        assert_eq!(read("The Player is paid 1 to 1, the Banker 19 to 20, the tie 8 to 1."), all);
        assert_eq!(read("Odds of 1 to 1 on the Player, 19 to 20 on the Banker and 8 to 1 on a tie."), all);
        assert_eq!(read("The Player pays even money. The Banker pays 0.95 to 1. Ties pay 8 to 1."), all);
        assert_eq!(read("Le joueur est payé 1 to 1, la banque 19 to 20 et une égalité 8 to 1."), all);
        assert_eq!(read("A Player's pair is paid 11 to 1."), [Some("player_pair")]);
        assert_eq!(read("The Player and the Banker are paid 1 to 1. It is 8 to 1."), [None, None]);
        let pair = Some("player_pair");
        assert_eq!(read("A Player's pair is paid 11 to 1, of one suit 25 to 1. It is 8 to 1."), [pair, pair, None]);
    }
}
