//! What a person approves, as it was reviewed.

use resettle_ruleset::{list, show};

#[test]
fn every_ruleset_shows_as_reviewed() {
    let registry = resettle_rulesets::registry().unwrap();
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for ruleset in registry.iter() {
            insta::assert_snapshot!(ruleset.id.replace('/', "_"), show(ruleset));
        }
        insta::assert_snapshot!("list", list(&registry));
    });
}
