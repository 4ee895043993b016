use crate::record::Body;

/// What an import could not read of its source.
#[derive(Debug, Default)]
pub(super) struct Unread {
    /// Rounds that it left out.
    pub(super) rounds: u64,
    /// Coups of which rows were left out, and how many.
    pub(super) partly_read: (u64, u64),
    /// Coups without cards, and coups without a declaration.
    pub(super) lacking: (u64, u64),
}

impl Unread {
    /// Counts what a record states about it.
    pub(super) fn add(&mut self, body: &Body) {
        let unread = match body {
            Body::Open(open) => open.unread_after,
            Body::Coup(coup) => coup.unread_after,
            _ => 0,
        };
        self.rounds = self.rounds.saturating_add(unread);
        if let Body::Coup(coup) = body {
            self.lack(coup.cards.is_some() || coup.reconstructed_cards.is_some(), coup.declared.is_some());
        }
        if let Body::Coup(coup) = body
            && coup.unread_rows > 0
        {
            let (coups, rows) = self.partly_read;
            self.partly_read = (coups.saturating_add(1), rows.saturating_add(coup.unread_rows));
        }
    }

    /// Counts a coup without cards or without a declaration.
    pub(super) fn lack(&mut self, has_cards: bool, has_declared: bool) {
        let (cards, declared) = self.lacking;
        let adds = |count: u64, has: bool| count.saturating_add(u64::from(!has));
        self.lacking = (adds(cards, has_cards), adds(declared, has_declared));
    }
}
