use resettle_game::Amount;

/// An amount as a cell holds it: 2500 minor units of SGD are `25.00`. `None` where the currency's minor units are not known.
pub(crate) fn written(minor: i128, currency: Option<&str>) -> Option<String> {
    Amount::new(minor, currency).decimal()
}
