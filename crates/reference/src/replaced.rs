//! Cards taken out of a shoe and put in have to be the same.

use crate::Face;

/// A card that an irregularity of the shoe accounts for: one whole (`None` where it is not named).
pub type Accounted = Option<Face>;

/// Whether the cards put in are those taken out, in any order, apart from surplus and foreign cards taken out and
/// missing ones put in; `??` means any card.
pub fn same_cards(out: &[Face], put_in: &[Face], surplus: &[Accounted], missing: &[Accounted]) -> bool {
    let (mut out, mut put_in) = (out.to_vec(), put_in.to_vec());
    out.retain(|face| match put_in.iter().position(|other| other == face) {
        Some(place) => {
            put_in.remove(place);
            false
        }
        None => true,
    });
    // what could not be read was any of those that are left
    read_as(&mut out, &mut put_in);
    read_as(&mut put_in, &mut out);
    accounted(out, surplus) && accounted(put_in, missing)
}

/// Each card that could not be read on the one side matches any on the other.
fn read_as(unread: &mut Vec<Face>, read: &mut Vec<Face>) {
    while !read.is_empty()
        && let Some(place) = unread.iter().position(|face| *face == Face::Unreadable)
    {
        unread.remove(place);
        read.pop();
    }
}

fn accounted(mut left: Vec<Face>, by: &[Accounted]) -> bool {
    for named in by.iter().filter_map(|one| *one) {
        if let Some(place) = left.iter().position(|face| *face == named) {
            left.remove(place);
        }
    }
    left.len() <= by.iter().filter(|one| one.is_none()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Card;

    fn faces(text: &str) -> Vec<Face> {
        text.split(' ')
            .filter(|text| !text.is_empty())
            .map(|text| Card::read(text).map_or(Face::Unreadable, Face::Is))
            .collect()
    }

    #[test]
    fn in_any_order_and_unread() {
        assert!(same_cards(&faces("4C TD"), &faces("TD 4C"), &[], &[]));
        assert!(same_cards(&faces("4C ??"), &faces("TD 4C"), &[], &[]));
        assert!(!same_cards(&faces("KS"), &faces("7H"), &[], &[]));
        assert!(!same_cards(&faces(""), &faces("7H"), &[], &[]));
    }

    #[test]
    fn one_card_for_one_irregularity() {
        let seven = faces("7H").first().copied();
        assert!(same_cards(&faces(""), &faces("7H"), &[], &[None]));
        assert!(!same_cards(&faces(""), &faces("7H 7D"), &[], &[None]));
        assert!(same_cards(&faces("7H"), &faces(""), &[seven], &[]));
        assert!(!same_cards(&faces("7D"), &faces(""), &[seven], &[]));
    }
}
