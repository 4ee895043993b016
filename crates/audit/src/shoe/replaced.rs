//! Cards that were replaced: what goes in has to be what came out. `adjudication.md`, "Composition".

use std::collections::BTreeMap;

use resettle_coup_log::CardCode;

/// A foreign or surplus card that may be taken out, or a missing one that may be put in, because an irregularity of the
/// shoe accounts for it; which card, if the irregularity names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accounted {
    /// Taken out.
    Out(Option<CardCode>),
    /// Put in.
    In(Option<CardCode>),
}

/// The cards taken out and not put back, and those put in and not taken out, that nothing accounts for; an irregularity
/// that accounts for a card is used up.
pub(crate) fn unaccounted(
    out: &[CardCode],
    put_in: &[CardCode],
    accounts: &mut Vec<Accounted>,
) -> (Vec<CardCode>, Vec<CardCode>) {
    let (mut out, mut put_in) = apart(out, put_in);
    for named in [true, false] {
        out.retain(|card| !used(accounts, |account| fits(account, true, *card, named)));
        put_in.retain(|card| !used(accounts, |account| fits(account, false, *card, named)));
    }
    (out, put_in)
}

/// What is on only one side; an unreadable card stands for any.
fn apart(out: &[CardCode], put_in: &[CardCode]) -> (Vec<CardCode>, Vec<CardCode>) {
    let (known_out, unread_out) = counted(out);
    let (known_in, unread_in) = counted(put_in);
    let less = |one: &BTreeMap<CardCode, usize>, other: &BTreeMap<CardCode, usize>| -> Vec<CardCode> {
        let left = |(code, count): (&CardCode, &usize)| {
            std::iter::repeat_n(*code, count.saturating_sub(other.get(code).copied().unwrap_or(0)))
        };
        one.iter().flat_map(left).collect()
    };
    let (mut only_out, mut only_in) = (less(&known_out, &known_in), less(&known_in, &known_out));
    // An unreadable card is taken as whichever card makes both sides the same.
    let match_unread = |only: &mut Vec<CardCode>, unread: usize| {
        let matched = unread.min(only.len());
        only.truncate(only.len() - matched);
        unread - matched
    };
    let spare_in = match_unread(&mut only_out, unread_in);
    let spare_out = match_unread(&mut only_in, unread_out);
    let both = spare_in.min(spare_out);
    only_out.extend(std::iter::repeat_n(CardCode::UNREADABLE, spare_out - both));
    only_in.extend(std::iter::repeat_n(CardCode::UNREADABLE, spare_in - both));
    (only_out, only_in)
}

fn counted(codes: &[CardCode]) -> (BTreeMap<CardCode, usize>, usize) {
    let mut known: BTreeMap<CardCode, usize> = BTreeMap::new();
    let mut unread = 0;
    for code in codes {
        if *code == CardCode::UNREADABLE {
            unread += 1;
        } else {
            *known.entry(*code).or_default() += 1;
        }
    }
    (known, unread)
}

fn fits(account: &Accounted, is_out: bool, card: CardCode, named: bool) -> bool {
    let of = match account {
        Accounted::Out(of) if is_out => of,
        Accounted::In(of) if !is_out => of,
        _ => return false,
    };
    match of {
        Some(of) => named && (*of == card || card == CardCode::UNREADABLE || *of == CardCode::UNREADABLE),
        None => !named,
    }
}

fn used(accounts: &mut Vec<Accounted>, is: impl Fn(&Accounted) -> bool) -> bool {
    match accounts.iter().position(is) {
        Some(at) => {
            accounts.remove(at);
            true
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<CardCode> {
        text.split_whitespace().map(|word| CardCode::parse(word).unwrap()).collect()
    }

    fn left(out: &str, put_in: &str, accounts: &[Accounted]) -> (Vec<CardCode>, Vec<CardCode>) {
        unaccounted(&codes(out), &codes(put_in), &mut accounts.to_vec())
    }

    const NONE: (Vec<CardCode>, Vec<CardCode>) = (Vec::new(), Vec::new());

    #[test]
    fn the_same_cards_in_any_order() {
        assert_eq!(left("2C KD KD", "KD 2C KD", &[]), NONE);
        assert_eq!(left("2C", "7S", &[]), (codes("2C"), codes("7S")));
        assert_eq!(left("2C 2C", "2C", &[]), (codes("2C"), codes("")));
    }

    #[test]
    fn an_unreadable_card_stands_for_any() {
        assert_eq!(left("?? KD", "KD 2C", &[]), NONE);
        assert_eq!(left("??", "??", &[]), NONE);
        assert_eq!(left("?? ??", "2C", &[]), (codes("??"), codes("")));
    }

    #[test]
    fn an_irregularity_accounts_for_one_card() {
        let surplus = CardCode::parse("2C");
        assert_eq!(left("2C", "", &[Accounted::Out(surplus)]), NONE);
        assert_eq!(left("3C", "", &[Accounted::Out(surplus)]), (codes("3C"), codes("")));
        assert_eq!(left("2C 2C", "", &[Accounted::Out(surplus)]), (codes("2C"), codes("")));
        assert_eq!(left("XX", "", &[Accounted::Out(None)]), NONE);
        assert_eq!(left("", "9H", &[Accounted::In(None)]), NONE);
        assert_eq!(left("", "9H", &[Accounted::Out(None)]), (codes(""), codes("9H")));
    }
}
