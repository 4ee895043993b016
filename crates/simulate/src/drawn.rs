use crate::dice::Dice;
use crate::fault::Fault;

/// The one of these that falls to a place.
///
/// Each draws a number by its own name, and the highest has the place. So one more of them takes some places, and
/// moves nothing between the others.
pub(crate) fn one_of(faults: &[&'static Fault], seed: u64, place: u64) -> Option<&'static Fault> {
    faults.iter().copied().max_by_key(|fault| Dice::of(seed, fault.name, place).number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults;

    #[test]
    fn one_more_takes_its_places_and_moves_no_other() {
        let all: Vec<&Fault> = faults::all().collect();
        for more in all.iter().step_by(20) {
            let before: Vec<&Fault> = all.iter().copied().filter(|fault| fault.name != more.name).collect();
            let mut taken = 0;
            for place in 0..2_000 {
                let drawn = one_of(&all, 7, place).map(|fault| fault.name);
                if drawn == Some(more.name) {
                    taken += 1;
                } else {
                    assert_eq!(drawn, one_of(&before, 7, place).map(|fault| fault.name), "{} at {place}", more.name);
                }
            }
            // Each has its share.
            let share = 2_000 / all.len();
            assert!((share / 3..=share * 3).contains(&taken), "{}: {taken} places", more.name);
        }
    }
}
