/// Declares an enumeration by its words.
///
/// ```
/// resettle_game::words! {
///     /// How a card lies.
///     Lies {
///         /// So that it can be read.
///         Open = "face_up",
///         /// So that it cannot.
///         Hidden = "face_down",
///     }
/// }
///
/// assert_eq!(Lies::parse("face_up"), Some(Lies::Open));
/// assert_eq!(Lies::Hidden.word(), "face_down");
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            /// Every word with its meaning.
            pub const ALL: &[(&str, Self)] = &[$(($word, Self::$variant)),+];

            /// Every word.
            pub const WORDS: &[&str] = &[$($word),+];

            /// Reads the word; `None` when the format does not list it.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
            }

            /// The word as the format writes it.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }
    };
}
