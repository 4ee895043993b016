use std::collections::BTreeMap;

use super::shoe::Shoe;

/// Shoes by their ids. The one that was asked for last as one to be played from is at hand: nearly always the next record
/// names it too, and it is found as soon however many others there are.
#[derive(Debug, Default)]
pub(super) struct Held {
    latest: Option<(String, Box<Shoe>)>,
    others: BTreeMap<String, Box<Shoe>>,
}

impl Held {
    fn is_latest(&self, id: &str) -> bool {
        self.latest.as_ref().is_some_and(|(latest, _)| latest == id)
    }

    pub(super) fn contains(&self, id: &str) -> bool {
        self.is_latest(id) || self.others.contains_key(id)
    }

    pub(super) fn get(&self, id: &str) -> Option<&Shoe> {
        match &self.latest {
            Some((latest, shoe)) if latest == id => Some(shoe),
            _ => self.others.get(id).map(Box::as_ref),
        }
    }

    pub(super) fn get_mut(&mut self, id: &str) -> Option<&mut Shoe> {
        match &mut self.latest {
            Some((latest, shoe)) if latest == id => Some(shoe),
            _ => self.others.get_mut(id).map(Box::as_mut),
        }
    }

    /// The shoe of this id, which may be a new one.
    pub(super) fn entry(&mut self, id: &str) -> &mut Shoe {
        if !self.is_latest(id) {
            self.put_back();
            self.latest = Some((id.to_owned(), self.others.remove(id).unwrap_or_default()));
        }
        let (_, shoe) = self.latest.get_or_insert_with(|| (id.to_owned(), Box::default()));
        shoe
    }

    pub(super) fn insert(&mut self, id: String, shoe: Box<Shoe>) {
        match &mut self.latest {
            Some((latest, known)) if *latest == id => *known = shoe,
            _ => drop(self.others.insert(id, shoe)),
        }
    }

    pub(super) fn remove(&mut self, id: &str) -> Option<Box<Shoe>> {
        match self.latest.take_if(|(latest, _)| latest == id) {
            Some((_, shoe)) => Some(shoe),
            None => self.others.remove(id),
        }
    }

    /// All of them, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &Shoe)> {
        let latest = self.latest.iter().map(|(id, shoe)| (id, shoe));
        latest.chain(&self.others).map(|(id, shoe)| (id, shoe.as_ref()))
    }

    /// All of them, in the order of their ids.
    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut Shoe> {
        self.put_back();
        self.others.values_mut().map(Box::as_mut)
    }

    fn put_back(&mut self) {
        self.others.extend(self.latest.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shoe_is_found_whichever_was_asked_for_last() {
        let mut held = Held::default();
        for (id, number) in [("B", 2), ("A", 1), ("B", 3), ("C", 4)] {
            held.entry(id).last_number = Some(number);
        }
        held.insert("C".into(), Box::new(Shoe { last_number: Some(5), ..Shoe::default() }));
        held.insert("D".into(), Box::new(Shoe { last_number: Some(6), ..Shoe::default() }));
        let number = |held: &Held, id: &str| held.get(id).and_then(|shoe| shoe.last_number);
        assert_eq!(["A", "B", "C", "D", "E"].map(|id| number(&held, id)), [Some(1), Some(3), Some(5), Some(6), None]);
        assert_eq!(["C", "D", "E"].map(|id| held.contains(id)), [true, true, false]);
        let mut ids: Vec<&str> = held.iter().map(|(id, _)| id.as_str()).collect();
        ids.sort_unstable();
        assert_eq!(ids, ["A", "B", "C", "D"]);
        if let Some(shoe) = held.get_mut("C") {
            shoe.last_number = Some(7);
        }
        assert_eq!(held.remove("C").and_then(|shoe| shoe.last_number), Some(7));
        assert_eq!(held.remove("A").and_then(|shoe| shoe.last_number), Some(1));
        assert!(held.remove("C").is_none() && !held.contains("A"));
        held.entry("A").last_number = Some(8);
        let numbers: Vec<Option<u64>> = held.values_mut().map(|shoe| shoe.last_number).collect();
        assert_eq!(numbers, [Some(8), Some(3), Some(6)], "by id");
    }
}
