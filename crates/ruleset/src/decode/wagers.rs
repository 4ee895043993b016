use resettle_yaml::{Fields, Node};

use super::context::Context;
use crate::model::{Bet, Combinations, Condition, Favoured, Opposed, OtherReading, PerArea, Requires, WagerRule};

pub(super) fn wagers(fields: &mut Fields<'_>, context: &mut Context) -> Vec<WagerRule> {
    let list = fields.required("wagers", &mut context.faults).map(|node| context.rows(node));
    let mut out: Vec<WagerRule> = Vec::new();
    for node in list.unwrap_or_default() {
        let Some(rule) = wager(node, context) else { continue };
        if out.iter().any(|known| known.bet == rule.bet) {
            context.faults.add(node.place, format!("the bet `{}` stands twice", rule.bet));
        }
        prove_decided(&rule, node, context);
        out.push(rule);
    }
    out
}

fn wager(node: &Node, context: &mut Context) -> Option<WagerRule> {
    let mut fields = node.fields("a wager", &mut context.faults)?;
    let bet = fields.required("bet", &mut context.faults).and_then(|node| node.text(&mut context.faults));
    context.bets.extend(bet.map(str::to_owned));
    let wins = fields.required("wins", &mut context.faults).and_then(|node| condition(node, context));
    let loses = fields.required("loses", &mut context.faults).and_then(|node| condition(node, context));
    let stands_off = fields.optional("stands_off").and_then(|node| condition(node, context));
    fields.finish(&mut context.faults);
    Some(WagerRule { bet: bet?.to_owned(), wins: wins?, loses: loses?, stands_off })
}

fn condition(node: &Node, context: &mut Context) -> Option<Bet> {
    #[derive(Clone, Copy)]
    enum Word {
        Plain(Condition),
        Sevens,
    }
    let words = [
        ("player_higher", Word::Plain(Condition::PlayerHigher)),
        ("banker_higher", Word::Plain(Condition::BankerHigher)),
        ("tie", Word::Plain(Condition::Tie)),
        ("sevens", Word::Sevens),
        ("player_pair", Word::Plain(Condition::PlayerPair)),
        ("banker_pair", Word::Plain(Condition::BankerPair)),
        ("otherwise", Word::Plain(Condition::Otherwise)),
    ];
    let mut fields = node.fields("a condition", &mut context.faults)?;
    let word = fields.required("when", &mut context.faults).and_then(|node| node.word(&words, &mut context.faults));
    let when = match word {
        Some(Word::Plain(condition)) => Some(condition),
        Some(Word::Sevens) => fields
            .required("at_least", &mut context.faults)
            .and_then(|node| node.int(1..=6, &mut context.faults))
            .and_then(|n| u8::try_from(n).ok())
            .map(Condition::Sevens),
        None => None,
    };
    let reading = fields
        .optional("reading")
        .and_then(|node| node.word(&[("one_hand", OtherReading::OneHand)], &mut context.faults));
    let clause = context.clause(&mut fields);
    fields.finish(&mut context.faults);
    Some(Bet { when: when?, clause: clause?, reading })
}

/// Every outcome is exactly one of win, loss and standoff.
fn prove_decided(rule: &WagerRule, node: &Node, context: &mut Context) {
    let named: Vec<Condition> = [Some(&rule.wins), Some(&rule.loses), rule.stands_off.as_ref()]
        .into_iter()
        .flatten()
        .map(|bet| bet.when)
        .collect();
    let others = named.iter().filter(|when| **when == Condition::Otherwise).count();
    if rule.wins.when == Condition::Otherwise || others > 1 {
        context
            .faults
            .add(node.place, format!("`otherwise` cannot say when `{}` wins, and stands once at most", rule.bet));
        return;
    }
    // Results, sevens and pairs vary freely of each other for this proof.
    for result in [Condition::PlayerHigher, Condition::BankerHigher, Condition::Tie] {
        for sevens in 0..=6u8 {
            for pairs in 0..4u8 {
                let holds = |when: &Condition| match when {
                    Condition::Sevens(least) => sevens >= *least,
                    Condition::PlayerPair => pairs & 1 != 0,
                    Condition::BankerPair => pairs & 2 != 0,
                    Condition::Otherwise => false,
                    other => *other == result,
                };
                let fits = named.iter().filter(|when| holds(when)).count();
                if fits > 1 || (fits == 0 && others == 0) {
                    let how = if fits > 1 { "more than one" } else { "none" };
                    let at = match result {
                        Condition::PlayerHigher => "where the Player's total is higher",
                        Condition::BankerHigher => "where the Banker's total is higher",
                        _ => "at a tie",
                    };
                    context.faults.add_with_help(
                        node.place,
                        format!("`{}`: {how} of win, loss and standoff holds {at}, with {sevens} sevens", rule.bet),
                        "exactly one has to hold; `otherwise` stands for all that the others leave",
                    );
                    return;
                }
            }
        }
    }
}

pub(super) fn combinations(fields: &mut Fields<'_>, context: &mut Context) -> Combinations {
    let Some(mut inner) =
        fields.optional("combinations").and_then(|node| node.fields("`combinations`", &mut context.faults))
    else {
        return Combinations::default();
    };
    let free = context.only_clause(&mut inner, "free", "`free`");
    let opposed = inner.optional("opposed").and_then(|node| {
        let mut opposed = node.fields("`opposed`", &mut context.faults)?;
        let bets = opposed.required("bets", &mut context.faults).map(|node| bets(node, context));
        if let Some(unless) = opposed.required("unless", &mut context.faults) {
            unless.word(&[("approved", ())], &mut context.faults);
        }
        let clause = context.clause(&mut opposed);
        opposed.finish(&mut context.faults);
        let Ok(bets) = <[String; 2]>::try_from(bets?) else {
            context.faults.add(node.place, "two bets oppose each other");
            return None;
        };
        Some(Opposed { bets, clause: clause? })
    });
    let requires = inner.optional("requires").and_then(|node| {
        let mut requires = node.fields("`requires`", &mut context.faults)?;
        let bet = requires.required("bet", &mut context.faults).and_then(|node| bet(node, context));
        let any_of = requires.required("any_of", &mut context.faults).map(|node| bets(node, context));
        let clause = context.clause(&mut requires);
        requires.finish(&mut context.faults);
        Some(Requires { bet: bet?, any_of: any_of?, clause: clause? })
    });
    let wagers_per_area = inner.optional("wagers_per_area").and_then(|node| per_area(node, context));
    let players_per_area = inner.optional("players_per_area").and_then(|node| per_area(node, context));
    inner.finish(&mut context.faults);
    Combinations { free, opposed, requires, wagers_per_area, players_per_area }
}

fn per_area(node: &Node, context: &mut Context) -> Option<PerArea> {
    let mut fields = node.fields("a bound on an area", &mut context.faults)?;
    let bet = fields.optional("bet").and_then(|node| bet(node, context));
    let at_most =
        fields.required("at_most", &mut context.faults).and_then(|node| node.int(1..=1000, &mut context.faults));
    let clause = context.clause(&mut fields);
    fields.finish(&mut context.faults);
    Some(PerArea { bet, at_most: usize::try_from(at_most?).ok()?, clause: clause? })
}

/// The name of a bet that the ruleset offers.
pub(super) fn bet(node: &Node, context: &mut Context) -> Option<String> {
    let name = node.text(&mut context.faults)?;
    if !context.bets.iter().any(|bet| bet == name) {
        let help = format!("offered: {}", context.bets.join(", "));
        context.faults.add_with_help(node.place, format!("`wagers` offers no bet `{name}`"), help);
        return None;
    }
    Some(name.to_owned())
}

/// Bets that are known to favour the player, each with the reason.
pub(super) fn favours_player(fields: &mut Fields<'_>, context: &mut Context) -> Vec<Favoured> {
    let list = fields.optional("favours_player").map(|node| context.rows(node)).unwrap_or_default();
    let mut out: Vec<Favoured> = Vec::new();
    for node in list {
        let Some(mut inner) = node.fields("a bet that favours the player", &mut context.faults) else { continue };
        let name = inner.required("bet", &mut context.faults).and_then(|node| bet(node, context));
        let why = inner.required("why", &mut context.faults).and_then(|node| node.text(&mut context.faults));
        inner.finish(&mut context.faults);
        if let (Some(bet), Some(why)) = (name, why) {
            out.push(Favoured { bet, why: why.to_owned() });
        }
    }
    out
}

fn bets(node: &Node, context: &mut Context) -> Vec<String> {
    let items = node.list(&mut context.faults).unwrap_or_default();
    items.iter().filter_map(|item| bet(item, context)).collect()
}
