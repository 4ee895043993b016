//! Cards, hands, point totals, odds and money: the vocabulary of the baccarat family.
