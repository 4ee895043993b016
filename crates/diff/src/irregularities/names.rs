use resettle_ruleset::IrregularityWhen;

/// The circumstances of a row as a piece of a path: the same for the same circumstances, in every version.
pub(super) fn name(when: &IrregularityWhen) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (fact, word) in truths(when) {
        if let Some(fact) = fact {
            parts.push(if fact { word.to_owned() } else { format!("not_{word}") });
        }
    }
    for (words, fact) in lists(when) {
        if let Some(mut words) = words {
            words.sort_unstable();
            parts.push(format!("{fact}={}", words.join("|")));
        }
    }
    if parts.is_empty() { "always".to_owned() } else { parts.join("+") }
}

/// The circumstances that two rows have in common, whichever of them is the older.
pub(super) fn both(a: &IrregularityWhen, b: &IrregularityWhen) -> String {
    let mut common = IrregularityWhen {
        reconstructed: a.reconstructed.or(b.reconstructed),
        order_known: a.order_known.or(b.order_known),
        in_time: a.in_time.or(b.in_time),
        outcome_established: a.outcome_established.or(b.outcome_established),
        cards_damaged: a.cards_damaged.or(b.cards_damaged),
        disadvantage: a.disadvantage.or(b.disadvantage),
        replacement_available: a.replacement_available.or(b.replacement_available),
        practicable: a.practicable.or(b.practicable),
        outcome_affected: a.outcome_affected.or(b.outcome_affected),
        initial_deal: a.initial_deal.or(b.initial_deal),
        completed: a.completed.or(b.completed),
        ..IrregularityWhen::default()
    };
    common.hand = shared(a.hand.as_ref(), b.hand.as_ref());
    common.dealt = shared(a.dealt.as_ref(), b.dealt.as_ref());
    common.stage = shared(a.stage.as_ref(), b.stage.as_ref());
    common.affects = shared(a.affects.as_ref(), b.affects.as_ref());
    common.cause = shared(a.cause.as_ref(), b.cause.as_ref());
    name(&common)
}

fn shared<T: PartialEq + Clone>(a: Option<&Vec<T>>, b: Option<&Vec<T>>) -> Option<Vec<T>> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.iter().filter(|item| b.contains(item)).cloned().collect()),
        (Some(list), None) | (None, Some(list)) => Some(list.clone()),
        (None, None) => None,
    }
}

fn truths(when: &IrregularityWhen) -> [(Option<bool>, &'static str); 11] {
    [
        (when.reconstructed, "reconstructed"),
        (when.order_known, "order_known"),
        (when.in_time, "in_time"),
        (when.outcome_established, "outcome_established"),
        (when.cards_damaged, "cards_damaged"),
        (when.disadvantage, "disadvantage"),
        (when.replacement_available, "replacement_available"),
        (when.practicable, "practicable"),
        (when.outcome_affected, "outcome_affected"),
        (when.initial_deal, "initial_deal"),
        (when.completed, "completed"),
    ]
}

type Words = Option<Vec<&'static str>>;

fn lists(when: &IrregularityWhen) -> [(Words, &'static str); 5] {
    fn words<T: Copy>(list: Option<&Vec<Option<T>>>, word: impl Fn(T) -> &'static str) -> Words {
        list.map(|list| list.iter().map(|item| item.map_or("unstated", &word)).collect())
    }
    [
        (words(when.hand.as_ref(), |word| word.word()), "hand"),
        (words(when.dealt.as_ref(), |word| word.word()), "dealt"),
        (words(when.stage.as_ref(), |word| word.word()), "stage"),
        (words(when.affects.as_ref(), |word| word.word()), "affects"),
        (words(when.cause.as_ref(), |word| word.word()), "cause"),
    ]
}

#[cfg(test)]
mod tests {
    use resettle_words::HandName;

    use super::*;

    #[test]
    fn names_do_not_hang_on_the_order_of_words_or_versions() {
        let hand = |list: &[Option<HandName>]| Some(list.to_vec());
        let a = IrregularityWhen {
            in_time: Some(true),
            hand: hand(&[None, Some(HandName::Player)]),
            ..IrregularityWhen::default()
        };
        let b = IrregularityWhen { reconstructed: Some(false), ..IrregularityWhen::default() };
        assert_eq!(name(&IrregularityWhen::default()), "always");
        assert_eq!(name(&a), "in_time+hand=player|unstated");
        assert_eq!(both(&a, &b), "not_reconstructed+in_time+hand=player|unstated");
        assert_eq!(both(&a, &b), both(&b, &a));
    }
}
