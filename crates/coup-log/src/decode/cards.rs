use resettle_game::To;
use resettle_sealed_log::strict::{ObjectReader, Value};

use crate::card::CardCode;

pub(super) fn cards(reader: &mut ObjectReader<'_, '_>, name: &str) -> Option<Vec<CardCode>> {
    reader.items(name, "a card (rank A23456789TJQK and suit CDHS, or ?? or XX)", |item| match item {
        Value::Text(text) => CardCode::parse(text),
        _ => None,
    })
}

/// `P`, `B`, `X`, `N`, one letter per card; the text must have `len` letters.
pub(super) fn destinations(reader: &mut ObjectReader<'_, '_>, name: &str, len: Option<usize>) -> Option<Vec<To>> {
    let letters = reader.text(name)?;
    let mut out = Vec::with_capacity(letters.len());
    for letter in letters.chars() {
        match To::parse(letter.encode_utf8(&mut [0; 4])) {
            Some(to) => out.push(to),
            None => {
                reader.fault(name, format!("unknown letter `{letter}`; one of: P, B, X, N"));
                return None;
            }
        }
    }
    let wanted = len.unwrap_or(0);
    if out.len() != wanted {
        reader.fault(name, format!("{} letters for {wanted} cards", out.len()));
        return None;
    }
    Some(out)
}
