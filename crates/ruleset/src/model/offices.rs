//! Who counts as an office, and who decides what no row covers.

use resettle_game::Role;

use crate::clause::Cite;
use crate::irregularity::Consequence;
use crate::section::rule;

rule! {
    Office as "an office" => Procedure(|office| format!("from {}", office.from.word())) {
        from: Role,
        clause: Cite,
    }

    Otherwise {
        then: Consequence = ["referred"] => Settlement(by clause |then| then.word()),
        by: Role => Settlement(by clause |by| by.word()),
        clause: Cite,
    }
}
