use super::plain;
use crate::irregularity::IrregularityWhen;

/// The circumstances of a row, as people read them.
pub(crate) fn when(when: &IrregularityWhen) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut truth = |fact: Option<bool>, yes: &str, no: &str| {
        if let Some(fact) = fact {
            out.push(if fact { yes } else { no }.to_owned());
        }
    };
    truth(when.reconstructed, "reconstructed", "not reconstructed");
    truth(when.order_known, "order known", "order unknown");
    truth(when.in_time, "noticed in time", "noticed too late");
    truth(when.initial_deal, "in initial deal", "after initial deal");
    truth(when.completed, "noticed after settlement", "noticed before settlement");
    truth(when.outcome_established, "outcome established", "no outcome established");
    truth(when.disadvantage, "disadvantage", "no disadvantage");
    truth(when.cards_damaged, "cards damaged", "no card damaged");
    truth(when.replacement_available, "other device at hand", "no other device");
    truth(when.practicable, "transfer practicable", "transfer impracticable");
    truth(when.outcome_affected, "outcome affected", "outcome not affected");
    let mut words = |name: &str, words: Option<Vec<&'static str>>| {
        if let Some(words) = words {
            out.push(format!("{name} {}", words.iter().map(|word| plain(word)).collect::<Vec<_>>().join(", ")));
        }
    };
    words("hand:", when.hand.as_ref().map(|list| stated(list, |word| word.word())));
    words("dealt", when.dealt.as_ref().map(|list| stated(list, |word| word.word())));
    words("stage:", when.stage.as_ref().map(|list| stated(list, |word| word.word())));
    words("affects", when.affects.as_ref().map(|list| stated(list, |word| word.word())));
    words("cause:", when.cause.as_ref().map(|list| stated(list, |word| word.word())));
    if out.is_empty() { "always".to_owned() } else { out.join("; ") }
}

fn stated<T: Copy>(list: &[Option<T>], word: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    list.iter().map(|value| value.map_or("unstated", &word)).collect()
}
