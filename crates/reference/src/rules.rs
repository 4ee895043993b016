use crate::{mbs_7up_2011, mbs_7up_2017, mbs_baccarat_2017, mbs_electronic_2023, star_7up_2016};

/// Which of the five documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// MBS 7 Up Baccarat, 26 August 2011.
    MbsSevenUp2011,
    /// MBS 7 Up Baccarat, version 6, 17 February 2017.
    MbsSevenUp2017,
    /// MBS Baccarat, version 7, 17 February 2017.
    MbsBaccarat2017,
    /// MBS Electronic 7 Up Baccarat, 8 May 2023.
    MbsElectronic2023,
    /// The Star 7-Up Baccarat, order of 17 August 2016.
    StarSevenUp2016,
}

impl Rules {
    /// All five.
    pub const ALL: [Rules; 5] = [
        Rules::MbsSevenUp2011,
        Rules::MbsSevenUp2017,
        Rules::MbsBaccarat2017,
        Rules::MbsElectronic2023,
        Rules::StarSevenUp2016,
    ];

    /// The id of the ruleset: jurisdiction, venue, game and date, by slashes.
    pub fn id(self) -> &'static str {
        match self {
            Rules::MbsSevenUp2011 => "sg/mbs/7-up-baccarat/2011-08-26",
            Rules::MbsSevenUp2017 => "sg/mbs/7-up-baccarat/2017-02-17",
            Rules::MbsBaccarat2017 => "sg/mbs/baccarat/2017-02-17",
            Rules::MbsElectronic2023 => "sg/mbs/electronic-7-up-baccarat/2023-05-08",
            Rules::StarSevenUp2016 => "au-nsw/star/7-up-baccarat/2016-08-17",
        }
    }

    /// The rules of that id.
    pub fn read(id: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.id() == id)
    }

    /// Whether it is one of Marina Bay Sands' documents.
    pub fn is_mbs(self) -> bool {
        self != Rules::StarSevenUp2016
    }

    /// Whether the Player's first card is a 7 that is never drawn.
    pub fn permanent_seven(self) -> bool {
        match self {
            // 3.7 of both documents
            Rules::MbsSevenUp2011 | Rules::MbsSevenUp2017 => true,
            // 3.7.1: the Player's first card is dealt
            Rules::MbsBaccarat2017 => false,
            // 3.6
            Rules::MbsElectronic2023 => true,
            // 7.3, 3.3.3
            Rules::StarSevenUp2016 => true,
        }
    }

    /// The least and the greatest number of decks.
    pub fn decks(self) -> (u32, u32) {
        match self {
            Rules::MbsSevenUp2011 => mbs_7up_2011::DECKS,
            Rules::MbsSevenUp2017 => mbs_7up_2017::DECKS,
            Rules::MbsBaccarat2017 => mbs_baccarat_2017::DECKS,
            Rules::MbsElectronic2023 => mbs_electronic_2023::DECKS,
            Rules::StarSevenUp2016 => star_7up_2016::DECKS,
        }
    }

    /// Whether the device takes the cards of the round before back after each round.
    pub fn cards_return(self) -> bool {
        match self {
            Rules::MbsSevenUp2011 | Rules::MbsSevenUp2017 | Rules::MbsBaccarat2017 | Rules::MbsElectronic2023 => false,
            // 8.4
            Rules::StarSevenUp2016 => true,
        }
    }

    /// Whether the first card is burned before play.
    pub fn burns_first_card(self) -> bool {
        // the Star 4.4; no MBS document burns
        self == Rules::StarSevenUp2016
    }

    /// Whether rounds may be dealt without wagers.
    pub fn knows_no_bet_coups(self) -> bool {
        // the Star 7.4, 12.1.1, 12.3, 12.4; no MBS document has them
        self == Rules::StarSevenUp2016
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back() {
        for rules in Rules::ALL {
            assert_eq!(Rules::read(rules.id()), Some(rules));
        }
        assert_eq!(Rules::read("sg/mbs/baccarat/2016-01-01"), None);
    }
}
