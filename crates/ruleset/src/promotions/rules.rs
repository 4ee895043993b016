use resettle_game::PrizeKind;

use super::{ProhibitedThing, Promotions, TermOf};
use crate::clause::Cite;

/// One thing that is said of promotional prizes, as lists and comparisons show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionRule {
    /// What it is about: keys of the format, joined by `.`; the same in every version.
    pub path: String,
    /// In words.
    pub text: String,
    /// Where the document says so.
    pub clause: Cite,
}

impl Promotions {
    /// Everything that it decides, in the order of the file.
    #[must_use]
    pub fn rules(&self) -> Vec<PromotionRule> {
        let mut out = Vec::new();
        let mut add = |path: String, text: String, clause: &Cite| {
            out.push(PromotionRule { path, text, clause: clause.clone() });
        };
        let over = |amount: i64| format!("over {amount} minor units of {}", self.currency.is);
        add("currency".to_owned(), format!("amounts are in {}", self.currency.is), &self.currency.clause);
        let draw = &self.scrutineer;
        let text =
            format!("a draw of a prize {} has a scrutineer nominated by: {}", over(draw.prize_over), draw.nominated_by);
        add("scrutineer".to_owned(), text, &draw.clause);
        let other = &self.cash_alternative;
        let paid = other.paid_in.join(", ");
        let text = format!(
            "a prize that is no money is paid in {paid}, unless the term `{}` states an alternative",
            other.term
        );
        add("cash_alternative".to_owned(), text, &other.clause);
        for none in &other.not_for {
            let text = format!("none is offered for {}", words(&none.kinds));
            add(format!("cash_alternative.not_for.{}", keys(&none.kinds)), text, &none.clause);
        }
        let payment = &self.payment;
        let text = format!(
            "a cash prize {} is paid by {}, as its winner chose; crossed: {}; to the winner: {}",
            over(payment.prize_over),
            payment.methods.join(", "),
            payment.crossed.join(", "),
            payment.to_winner.join(", ")
        );
        add("payment".to_owned(), text, &payment.clause);
        let whole = &payment.whole;
        add("payment.whole".to_owned(), "its parts come to its value".to_owned(), &whole.clause);
        for row in &self.prohibited {
            let (path, text) = match &row.what {
                ProhibitedThing::Kinds(kinds) => (keys(kinds), format!("no prize is or contains {}", words(kinds))),
                ProhibitedThing::LitresOver(litres) => {
                    ("litres_over".to_owned(), format!("no prize contains more than {litres} litres of liquor"))
                }
            };
            add(format!("prohibited.{path}"), text, &row.clause);
        }
        add("available".to_owned(), "the terms can be had by some means".to_owned(), &self.available.clause);
        let when = &self.available.at_commencement;
        let text = "from the commencement at the latest".to_owned();
        add("available.at_commencement".to_owned(), text, &when.clause);
        add("marketing".to_owned(), "marketing refers to the terms".to_owned(), &self.marketing);
        for rule in &self.terms {
            let of = match &rule.of {
                TermOf::Promotion => "every promotion".to_owned(),
                TermOf::MinimumWager => "a promotion that asks for a minimum wager".to_owned(),
                TermOf::Prize => "every prize".to_owned(),
                TermOf::Kinds(kinds) => format!("a prize that is or contains {}", words(kinds)),
            };
            let path = match &rule.of {
                TermOf::Kinds(kinds) => format!("terms.{}.{}", keys(kinds), rule.term),
                _ => format!("terms.{}", rule.term),
            };
            add(path, format!("`{}` of {of}", rule.term), &rule.clause);
        }
        let notified = &self.notification;
        let text = format!(
            "a winner who need not be present is notified by the end of day {} after that of the draw",
            notified.days
        );
        add("notification".to_owned(), text, &notified.clause);
        for means in &notified.means {
            add(format!("notification.means.{}", means.by), format!("by {}", plain(&means.by)), &means.clause);
        }
        let text = format!("the Authority has the details {} hours before the commencement", self.details.hours_before);
        add("details".to_owned(), text, &self.details.clause);
        let text = "the Authority approves amendments after the commencement".to_owned();
        add("amendments".to_owned(), text, &self.amendments);
        let denials = &self.denials;
        add("denials".to_owned(), "a claimant is informed why a claim is denied".to_owned(), &denials.clause);
        let text = format!("name, address and reason are kept of claims {}", over(denials.kept.value_over));
        add("denials.kept".to_owned(), text, &denials.kept.clause);
        let text = "who is not satisfied is informed of the right to complain".to_owned();
        add("complaints".to_owned(), text, &self.complaints);
        if let Some(clause) = &self.draw_time {
            let text = "a draw is held when it was planned, and prizes are paid after it".to_owned();
            add("draw_time".to_owned(), text, clause);
        }
        let text = "what is compromised waits or is cancelled, and the inspectorate is informed that day".to_owned();
        add("integrity".to_owned(), text, &self.integrity);
        out
    }
}

fn plain(word: &str) -> String {
    word.replace('_', " ")
}

fn words(kinds: &[PrizeKind]) -> String {
    kinds.iter().map(|kind| plain(kind.word())).collect::<Vec<_>>().join(", ")
}

fn keys(kinds: &[PrizeKind]) -> String {
    kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>().join("+")
}
