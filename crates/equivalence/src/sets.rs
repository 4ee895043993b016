//! A set of points, said in as few products as is easily found.

use std::collections::{BTreeMap, BTreeSet};

/// One value for each dimension.
pub(crate) type Point = Vec<u8>;

/// A product: of each dimension the values that belong to it.
pub(crate) type Product = Vec<BTreeSet<u8>>;

/// Products that together hold these points, and no other point of the universe. Where a dimension need not be named to
/// say so, all its values are in the product.
pub(crate) fn products(points: &BTreeSet<Point>, universe: &BTreeSet<Point>) -> Vec<Product> {
    let mut out = Vec::new();
    cover(points, universe, &mut out);
    let whole = around(universe);
    for product in &mut out {
        for (at, all) in whole.iter().enumerate() {
            let mut wider = product.clone();
            if let Some(values) = wider.get_mut(at) {
                values.clone_from(all);
            }
            if universe.iter().all(|point| !within(point, &wider) || points.contains(point)) {
                *product = wider;
            }
        }
    }
    out
}

fn around(points: &BTreeSet<Point>) -> Product {
    let dimensions = points.first().map_or(0, Vec::len);
    let values = |at: usize| points.iter().filter_map(|point| point.get(at).copied()).collect();
    (0..dimensions).map(values).collect()
}

/// Whether a product holds a point.
pub(crate) fn within(point: &[u8], product: &[BTreeSet<u8>]) -> bool {
    point.iter().zip(product).all(|(value, values)| values.contains(value))
}

fn cover(points: &BTreeSet<Point>, universe: &BTreeSet<Point>, out: &mut Vec<Product>) {
    let product = around(points);
    let held = universe.iter().filter(|point| within(point, &product)).count();
    if held == points.len() {
        out.extend((!points.is_empty()).then_some(product));
        return;
    }
    // Values of one dimension behind which the same points are belong together.
    let parted = |at: usize| -> Vec<BTreeSet<Point>> {
        let mut slices: BTreeMap<u8, BTreeSet<Point>> = BTreeMap::new();
        for point in points {
            let mut rest = point.clone();
            if let Some(value) = rest.get_mut(at).map(std::mem::take) {
                slices.entry(value).or_default().insert(rest);
            }
        }
        let mut groups: BTreeMap<BTreeSet<Point>, BTreeSet<u8>> = BTreeMap::new();
        for (value, slice) in slices {
            groups.entry(slice).or_default().insert(value);
        }
        let of = |values: &BTreeSet<u8>| {
            let own = points.iter().filter(|point| point.get(at).is_some_and(|value| values.contains(value)));
            own.cloned().collect()
        };
        groups.values().map(of).collect()
    };
    let groups = (0..product.len()).map(parted).filter(|groups| groups.len() > 1).min_by_key(Vec::len);
    match groups {
        Some(groups) => groups.iter().for_each(|group| cover(group, universe, out)),
        // The set is a product but for what cannot happen and holds none of it: each point is said alone.
        None => out.extend(points.iter().map(|point| point.iter().map(|value| BTreeSet::from([*value])).collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(of: &[[u8; 2]]) -> BTreeSet<Point> {
        of.iter().map(|point| point.to_vec()).collect()
    }

    #[test]
    fn a_set_is_said_in_products_that_hold_it_and_nothing_else() {
        let square: Vec<[u8; 2]> = (0..4).flat_map(|a| (0..4).map(move |b| [a, b])).collect();
        let universe = points(&square);
        for bits in 0..1u32 << 16 {
            if bits % 97 != 0 {
                continue;
            }
            let set: BTreeSet<Point> = universe
                .iter()
                .enumerate()
                .filter(|(at, _)| bits >> at & 1 == 1)
                .map(|(_, point)| point.clone())
                .collect();
            let products = products(&set, &universe);
            let held = universe.iter().filter(|point| products.iter().any(|product| within(point, product)));
            assert_eq!(held.cloned().collect::<BTreeSet<Point>>(), set);
        }
    }

    #[test]
    fn what_cannot_happen_does_not_part_a_set() {
        let universe = points(&[[0, 0], [0, 1], [1, 1], [2, 0]]);
        assert_eq!(products(&points(&[[0, 0], [0, 1], [1, 1]]), &universe).len(), 1);
        assert_eq!(products(&points(&[[0, 0], [1, 1]]), &universe).len(), 2);
        // Two alone has a nought behind it: the first dimension says it.
        assert_eq!(products(&points(&[[2, 0]]), &universe), [vec![BTreeSet::from([2]), BTreeSet::from([0, 1])]]);
        assert!(products(&BTreeSet::new(), &universe).is_empty());
    }
}
