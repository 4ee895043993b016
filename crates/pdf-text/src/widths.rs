//! Widths of glyphs as `pdf-extract` can read them.
//!
//! A composite font lists its widths as `first [w w w]` or as `first last w`. The library (0.12.1) takes the first
//! number of the second form for all three, so that glyphs get the default width, and blanks end up inside of
//! words. Browsers write that form for every font. Here the second form becomes the first.

use pdf_extract::{Document, Object, ObjectId};

/// The glyphs that a composite font may have.
const MAX_GLYPHS: i64 = 65_536;

/// Rewrites the widths of all composite fonts.
pub(crate) fn mend(document: &mut Document) {
    let mended: Vec<(ObjectId, Option<Vec<Object>>, Option<i64>)> = document
        .objects
        .iter()
        .filter_map(|(id, object)| {
            let font = object.as_dict().ok()?;
            let composite =
                font.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name.starts_with(b"CIDFont"));
            let widths = resolved(document, font.get(b"W").ok()?).and_then(|widths| widths.as_array().ok());
            // The library reads whole numbers only, and takes 1000 for others.
            let default = font.get(b"DW").ok().and_then(|default| resolved(document, default));
            let default = default.and_then(|default| match default {
                Object::Real(width) => whole(&width.to_string()),
                _ => None,
            });
            composite.then(|| (*id, widths.map(|widths| listed(document, widths)), default))
        })
        .collect();
    for (id, widths, default) in mended {
        let Some(Object::Dictionary(font)) = document.objects.get_mut(&id) else { continue };
        if let Some(widths) = widths {
            font.set("W", Object::Array(widths));
        }
        if let Some(default) = default {
            font.set("DW", Object::Integer(default));
        }
    }
}

/// The widths in the form `first [w w w]` alone. What follows a fault is left out: such glyphs have the default width.
fn listed(document: &Document, widths: &[Object]) -> Vec<Object> {
    let mut out = Vec::new();
    let mut glyphs = 0i64;
    let mut rest = widths.iter().map_while(|object| resolved(document, object));
    while let (Some(first), Some(second)) = (rest.next(), rest.next()) {
        let Some(from) = number(first).filter(|from| (0..MAX_GLYPHS).contains(from)) else { break };
        let own = match second {
            Object::Array(own) => own
                .iter()
                .map_while(|width| resolved(document, width).filter(|width| is_width(width)))
                .cloned()
                .collect(),
            _ => {
                let (Some(to), Some(width)) = (number(second), rest.next().filter(|width| is_width(width))) else {
                    break;
                };
                // Entries that overlap without end would not.
                let count = (to.min(MAX_GLYPHS) - from + 1).clamp(0, MAX_GLYPHS);
                vec![width.clone(); usize::try_from(count).unwrap_or(0)]
            }
        };
        glyphs = glyphs.saturating_add(i64::try_from(own.len()).unwrap_or(i64::MAX));
        if glyphs > MAX_GLYPHS * 4 {
            break;
        }
        out.extend([Object::Integer(from), Object::Array(own)]);
    }
    out
}

fn resolved<'d>(document: &'d Document, object: &'d Object) -> Option<&'d Object> {
    document.dereference(object).ok().map(|(_, object)| object)
}

fn is_width(object: &Object) -> bool {
    matches!(object, Object::Integer(_) | Object::Real(_))
}

/// A glyph's number; some writers give it a decimal point.
fn number(object: &Object) -> Option<i64> {
    match object {
        Object::Integer(number) => Some(*number),
        Object::Real(number) => whole(&number.to_string()),
        _ => None,
    }
}

/// What comes before the decimal point.
fn whole(number: &str) -> Option<i64> {
    number.split('.').next().and_then(|whole| whole.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(widths: Vec<Object>) -> Vec<Object> {
        listed(&Document::new(), &widths)
    }

    fn row(widths: &[i64]) -> Object {
        Object::Array(widths.iter().copied().map(Object::Integer).collect())
    }

    #[test]
    fn a_range_becomes_a_row() {
        let own = vec![3.into(), row(&[250]), 36.into(), 38.into(), 667.into(), 40.into(), row(&[611, 778])];
        assert_eq!(mended(own), [3.into(), row(&[250]), 36.into(), row(&[667, 667, 667]), 40.into(), row(&[611, 778])]);
    }

    #[test]
    fn what_is_no_width_ends_the_list() {
        assert_eq!(mended(vec![3.into(), row(&[250]), Object::Null, row(&[1])]), [3.into(), row(&[250])]);
        assert_eq!(mended(vec![3.into(), 9.into()]), []);
        assert_eq!(mended(vec![(-3).into(), 9.into(), 500.into()]), []);
        assert_eq!(mended(vec![9.into(), 3.into(), 500.into()]), [9.into(), row(&[])]);
    }

    #[test]
    fn a_range_without_end_is_bounded() {
        let endless: Vec<Object> = (0..1_000).flat_map(|_| [0.into(), i64::MAX.into(), 500.into()]).collect();
        let glyphs: usize = mended(endless).iter().filter_map(|object| object.as_array().ok()).map(Vec::len).sum();
        assert!(glyphs <= 4 * 65_536, "{glyphs}");
    }
}
