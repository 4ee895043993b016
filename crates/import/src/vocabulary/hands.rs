//! The hands, the results and the bets on them.

/// Whole words for each result: English, German, French, Italian, Spanish, Portuguese, Chinese.
const PLAYER: [&str; 20] = [
    "p",
    "player",
    "plyr",
    "plr",
    "punto",
    "punter",
    "spieler",
    "joueur",
    "ponte",
    "giocatore",
    "jugador",
    "jogador",
    "\u{95f2}",
    "\u{9592}",
    "\u{9591}",
    "\u{95f2}\u{5bb6}",
    "\u{9592}\u{5bb6}",
    "\u{9591}\u{5bb6}",
    "\u{95f2}\u{8d62}",
    "\u{9592}\u{8d0f}",
];
const BANKER: [&str; 20] = [
    "b",
    "banker",
    "bank",
    "bkr",
    "bnkr",
    "banco",
    "bankier",
    "bankhalter",
    "banque",
    "banquier",
    "banca",
    "banchiere",
    "banquero",
    "banqueiro",
    "\u{5e84}",
    "\u{838a}",
    "\u{5e84}\u{5bb6}",
    "\u{838a}\u{5bb6}",
    "\u{5e84}\u{8d62}",
    "\u{838a}\u{8d0f}",
];
const TIE: [&str; 14] = [
    "t",
    "tie",
    "egalite",
    "draw",
    "standoff",
    "unentschieden",
    "remis",
    "pareggio",
    "patta",
    "empate",
    "\u{548c}",
    "\u{548c}\u{5c40}",
    "\u{5e73}\u{5c40}",
    "\u{6253}\u{548c}",
];
const VOID: [&str; 12] = [
    "v",
    "void",
    "voided",
    "cancelled",
    "canceled",
    "annule",
    "annullata",
    "annullato",
    "anulada",
    "anulado",
    "ungultig",
    "storniert",
];
/// A letter that is a tie among results, and a hand of its own nowhere.
const TIE_AMONG_RESULTS: &str = "e";
/// What stands behind a hand that won.
const WINS: [&str; 9] = ["wins", "win", "won", "gewinnt", "gagne", "vince", "gana", "ganha", "vence"];

/// Results and bets of one letter, which headers have for other things as well.
pub(crate) const PLAYER_LETTERS: [&str; 3] = ["p", "b", "t"];

/// Parts of names of the hands, as of their cards.
const OF_PLAYER: [&str; 11] =
    ["player", "plyr", "plr", "punto", "spieler", "joueur", "giocatore", "jugador", "jogador", "\u{95f2}", "\u{9592}"];
const OF_BANKER: [&str; 8] = ["bank", "bnkr", "bkr", "banco", "banque", "banca", "\u{5e84}", "\u{838a}"];

/// Parts of names of what won.
const RESULT_NAMES: [&str; 19] = [
    "outcome",
    "winner",
    "winning side",
    "winning hand",
    "won by",
    "result",
    "ergebnis",
    "gewinner",
    "resultat",
    "gagnant",
    "risultato",
    "esito",
    "vincitore",
    "resultado",
    "ganador",
    "vencedor",
    "\u{7ed3}\u{679c}",
    "\u{7d50}\u{679c}",
    "\u{8d62}\u{5bb6}",
];

/// Bets that have words of their own, with the names that the rulesets of baccarat have for them.
const BETS: [(&str, &str); 8] = [
    ("pp", "player_pair"),
    ("bp", "banker_pair"),
    ("super sevens", "super_sevens"),
    ("super 7s", "super_sevens"),
    ("super7s", "super_sevens"),
    ("super 7", "super_sevens"),
    ("super seven", "super_sevens"),
    ("s7", "super_sevens"),
];

/// Words for a pair before or behind a hand.
const PAIR: [&str; 9] = ["pair", "pr", "paire", "paar", "par", "pareja", "coppia", "\u{5bf9}", "\u{5c0d}"];

/// The hand or tie that a whole word means, as the log names it.
fn hand(words: &str) -> Option<&'static str> {
    let lists: [(&[&str], &str); 3] = [(&PLAYER, "player"), (&BANKER, "banker"), (&TIE, "tie")];
    lists.into_iter().find(|(list, _)| list.contains(&words)).map(|(_, hand)| hand)
}

/// Of which hand a name is: `player cards`, `karte banco 2`.
pub(crate) fn hand_in(words: &str) -> Option<char> {
    let has = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    match () {
        () if has(&OF_PLAYER) => Some('P'),
        () if has(&OF_BANKER) => Some('B'),
        () => None,
    }
}

/// The result that words mean, as the log names it.
pub(crate) fn result(words: &str) -> Option<&'static str> {
    let whole = |words: &str| {
        let bare = words.rsplit_once(' ').filter(|(_, last)| WINS.contains(last)).map_or(words, |(hand, _)| hand);
        hand(bare).or_else(|| VOID.contains(&words).then_some("void"))
    };
    if let Some(result) = whole(words) {
        return Some(result);
    }
    if words == TIE_AMONG_RESULTS {
        return Some("tie");
    }
    // `Banker wins (7)` says more than who won.
    let mut ends: Vec<usize> = words.match_indices(' ').map(|(at, _)| at).collect();
    ends.reverse();
    ends.into_iter().find_map(|at| {
        let (first, rest) = words.split_at_checked(at)?;
        let wins = first.rsplit_once(' ').is_some_and(|(_, last)| WINS.contains(&last));
        let is_number = rest.trim_start().bytes().all(|byte| byte.is_ascii_digit());
        (first.len() > 2 && (wins || is_number)).then(|| whole(first)).flatten()
    })
}

/// Whether a name is that of what won.
pub(crate) fn is_name_of_a_result(words: &str) -> bool {
    RESULT_NAMES.iter().any(|name| words.contains(name))
}

/// The bet that words name.
pub(crate) fn bet_of(words: &str) -> Option<&'static str> {
    let words = words.strip_prefix("bc ").unwrap_or(words);
    let own = BETS.iter().find(|(word, _)| *word == words).map(|(_, bet)| *bet);
    own.or_else(|| hand(words)).or_else(|| {
        // `pair banco`, `punto pair`
        let is_pair = |word: &str| PAIR.contains(&word);
        let before = words.split_once(' ').filter(|(pair, _)| is_pair(pair)).map(|(_, side)| side);
        let behind = || words.rsplit_once(' ').filter(|(_, pair)| is_pair(pair)).map(|(side, _)| side);
        // `Spielerpaar`
        let joined = || PAIR.iter().find_map(|pair| words.strip_suffix(pair)).filter(|side| side.len() > 2);
        match hand(before.or_else(behind).or_else(joined)?)? {
            "player" => Some("player_pair"),
            "banker" => Some("banker_pair"),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::words;
    use super::*;

    #[test]
    fn results_in_the_languages_of_the_field() {
        for (cell, is) in [
            ("Player", Some("player")),
            ("BANKER_WIN", Some("banker")),
            ("Banker wins (7)", Some("banker")),
            ("Banker 7", Some("banker")),
            ("Banker or not", None),
            ("\u{c9}galit\u{e9}", Some("tie")),
            ("E", Some("tie")),
            ("Unentschieden", Some("tie")),
            ("Pareggio", Some("tie")),
            ("Empate", Some("tie")),
            ("\u{548c}", Some("tie")),
            ("Spieler gewinnt", Some("player")),
            ("Joueur", Some("player")),
            ("Giocatore", Some("player")),
            ("Jugador", Some("player")),
            ("Jogador", Some("player")),
            ("\u{95f2}\u{5bb6}", Some("player")),
            ("Bank", Some("banker")),
            ("Banque", Some("banker")),
            ("Banca", Some("banker")),
            ("Banquero", Some("banker")),
            ("Banqueiro", Some("banker")),
            ("\u{838a}", Some("banker")),
            ("Annul\u{e9}", Some("void")),
            ("Ung\u{fc}ltig", Some("void")),
            ("T7", None),
        ] {
            assert_eq!(result(&words(cell)), is, "{cell}");
        }
    }

    #[test]
    fn a_pair_is_one_on_either_side_of_its_hand() {
        for (words, bet) in [
            ("punto pair", Some("player_pair")),
            ("pair punto", Some("player_pair")),
            ("paire banco", Some("banker_pair")),
            ("pair banker", Some("banker_pair")),
            ("b pr", Some("banker_pair")),
            ("spielerpaar", Some("player_pair")),
            ("\u{5e84}\u{5bf9}", Some("banker_pair")),
            ("\u{9592}\u{5c0d}", Some("player_pair")),
            ("player", Some("player")),
            ("pair tie", None),
            ("pair", None),
            ("e", None),
            ("lucky banker", None),
        ] {
            assert_eq!(bet_of(words), bet, "{words}");
        }
    }
}
