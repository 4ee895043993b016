//! Pages that are below themselves, which `pdf-extract` follows without end.

use std::collections::HashSet;
use std::io;

use pdf_extract::{Dictionary, Document, Object, ObjectId};

/// # Errors
/// Some object is its own parent, or its parents' parent.
pub(crate) fn end(document: &Document) -> io::Result<()> {
    let mut ending: HashSet<ObjectId> = HashSet::new();
    for (id, object) in &document.objects {
        let mut path = HashSet::new();
        let mut next = Some((*id, object));
        while let Some((id, object)) = next {
            if ending.contains(&id) {
                break;
            }
            if !path.insert(id) {
                return Err(io::Error::other("a page stands below itself"));
            }
            next = object.as_dict().ok().and_then(|dictionary| parent(document, dictionary));
        }
        ending.extend(path);
    }
    Ok(())
}

fn parent<'d>(document: &'d Document, dictionary: &Dictionary) -> Option<(ObjectId, &'d Object)> {
    let id = dictionary.get(b"Parent").and_then(Object::as_reference).ok()?;
    document.objects.get(&id).map(|object| (id, object))
}
