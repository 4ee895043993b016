//! Coups on the eve of a document.

use jiff::civil::date;
use resettle_reference::Rules;

use crate::fault::{Course, Fault, fault, near, nothing};
use crate::moment::{Moment, local};

const FIRST_OF_THEIR_GAME: &[Rules] =
    &[Rules::MbsSevenUp2011, Rules::MbsBaccarat2017, Rules::MbsElectronic2023, Rules::StarSevenUp2016];
const V6: &[Rules] = &[Rules::MbsSevenUp2017];

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "opened_on_the_eve",
        "ruleset/none-in-force",
        FIRST_OF_THEIR_GAME,
        "The first coup commences a millisecond before the document is in force, and ends after it.",
        nothing,
    )
    .log(|course| {
        course.first_commenced = Some(in_force(course.rules) - 1);
        course.expected.push("ruleset/none-in-force");
    }),
    near(
        "opened_at_the_very_hour",
        FIRST_OF_THEIR_GAME,
        "The first coup commences at the moment from which the document is in force.",
        nothing,
    )
    .log(|course| course.first_commenced = Some(in_force(course.rules))),
    fault(
        "opened_under_the_older_rules",
        "ruleset/uncertain",
        V6,
        "The first coup opens a millisecond before version 6 is in force, and is judged by the 2011 rules.",
        nothing,
    )
    .log(under_2011),
    near("opened_with_version_6", V6, "The first coup opens at the moment from which version 6 is in force.", nothing)
        .log(|course| course.first_commenced = Some(in_force(course.rules))),
];

fn in_force(rules: Rules) -> Moment {
    match rules {
        Rules::MbsSevenUp2011 => local(date(2011, 8, 26), 0, 480),
        Rules::MbsSevenUp2017 | Rules::MbsBaccarat2017 => local(date(2017, 2, 17), 0, 480),
        Rules::MbsElectronic2023 => local(date(2023, 5, 8), 0, 480),
        // used from the signing on
        Rules::StarSevenUp2016 => local(date(2016, 8, 17), 0, 600),
    }
}

fn under_2011(course: &mut Course) {
    course.first_commenced = Some(in_force(course.rules) - 1);
    course.first_rules = Some(Rules::MbsSevenUp2011);
    course.expected.push("ruleset/uncertain");
}
