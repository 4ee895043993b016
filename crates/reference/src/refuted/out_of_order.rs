use crate::Logged;

/// The log shows that every card went where the rules send it.
pub(super) fn refuted(coup: &Logged) -> bool {
    let places = coup.first_to.as_ref().or(coup.to.as_ref());
    places.is_some() && coup.sent().as_ref() == places
}
