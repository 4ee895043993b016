/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text, as logged.
    Text,
    /// Text that is another in nearly every row.
    Various,
    /// A whole number of 64 bits, money in minor units among them.
    Int,
    /// A whole number that grows from row to row.
    Serial,
    /// True or false.
    Flag,
    /// A day of the calendar.
    Day,
    /// A moment, in microseconds, UTC.
    Instant,
    /// What a clock on the wall showed, in microseconds, of no zone.
    Local,
    /// A decimal of 38 digits, 12 of them behind the point.
    Decimal,
    /// A whole number of up to 38 digits.
    Big,
}

impl Kind {
    /// The type, as Parquet has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text | Self::Various => "STRING",
            Self::Int | Self::Serial => "INT64",
            Self::Flag => "BOOLEAN",
            Self::Day => "DATE",
            Self::Instant => "TIMESTAMP(MICROS, UTC)",
            Self::Local => "TIMESTAMP(MICROS)",
            Self::Decimal => "DECIMAL(38, 12)",
            Self::Big => "DECIMAL(38, 0)",
        }
    }

    /// Digits behind the point.
    #[must_use]
    pub fn scale(self) -> u32 {
        if self == Self::Decimal { Self::SCALE } else { 0 }
    }

    /// Digits behind the point of [`Kind::Decimal`].
    pub const SCALE: u32 = 12;
}
