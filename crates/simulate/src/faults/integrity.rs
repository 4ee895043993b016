//! Lines changed, cut out or misdated after they were chained.

use crate::chain::Tamper;
use crate::fault::{ANY, Fault, fault, near};
use crate::fields::Fields;
use crate::moment::Moment;
use crate::scene::{Extra, Scene};

pub(super) const FAULTS: &[Fault] = &[
    fault("chained_to_another_line", "integrity/chain-broken", ANY, "A record's `prev` is another hash.", |scene| {
        tampered(scene, Tamper::Prev, "integrity/chain-broken")
    }),
    fault(
        "changed_after_the_fact",
        "integrity/chain-broken",
        ANY,
        "A blank was slipped into a line that had been chained.",
        |scene| tampered(scene, Tamper::AfterTheFact, "integrity/chain-broken"),
    ),
    fault(
        "line_cut_out",
        "integrity/chain-broken",
        ANY,
        "A line was cut out: `prev` and `seq` of the next line both fail, and it is reported once.",
        |scene| {
            let mut fields = Fields::new();
            fields.text("shoe", &scene.draft.shoe.clone()).text("event", "cut_card");
            let at = scene.last_at + 300;
            scene.orders.before.push(Extra::Record { at, kind: "shoe", fields, tamper: Some(Tamper::Lost) });
            scene.find_in_log("integrity/chain-broken");
            Some(())
        },
    ),
    fault(
        "number_skipped",
        "integrity/sequence-gap",
        ANY,
        "A record's `seq` leaps by one although `prev` is right.",
        |scene| tampered(scene, Tamper::Seq(1), "integrity/sequence-gap"),
    ),
    fault(
        "number_repeated",
        "integrity/sequence-gap",
        ANY,
        "A record's `seq` is that of the record before although `prev` is right.",
        |scene| tampered(scene, Tamper::Seq(-1), "integrity/sequence-gap"),
    ),
    fault(
        "clock_back_a_millisecond",
        "integrity/time-reversal",
        ANY,
        "A record's `at` is a millisecond earlier than the record before.",
        |scene| {
            let at = scene.last_at - 1;
            misdated(scene, at);
            scene.find_in_log("integrity/time-reversal");
            Some(())
        },
    ),
    near("clock_standing_still", ANY, "A record's `at` is that of the record before: not earlier.", |scene| {
        misdated(scene, scene.last_at);
        Some(())
    }),
    near(
        "clock_of_another_zone",
        ANY,
        "A record's `at` is written in UTC, the same moment in other figures.",
        |scene| {
            scene.orders.tamper = Some(Tamper::Utc);
            Some(())
        },
    ),
];

/// A record before the coup that says that it was written then.
fn misdated(scene: &mut Scene<'_>, at_stated: Moment) {
    let mut fields = Fields::new();
    fields.text("shoe", &scene.draft.shoe).text("event", "cut_card");
    let at = scene.last_at;
    scene.orders.before.push(Extra::Record { at, kind: "shoe", fields, tamper: Some(Tamper::At(at_stated)) });
}

fn tampered(scene: &mut Scene<'_>, tamper: Tamper, code: &'static str) -> Option<()> {
    scene.orders.tamper = Some(tamper);
    scene.find_in_log(code);
    Some(())
}
