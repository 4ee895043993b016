/// Each condition: its name in the format, its type, what counts where no log states it (nothing, if no value is given),
/// and how people read it: no and yes, or what stands before the words. Then what a log states beside, and no row asks for.
macro_rules! facts {
    (
        conditions {$(
            $(#[doc = $about:literal])+
            $fact:ident as $Fact:ident: $type:ident $(= $default:expr)?, [$($phrase:literal),+] $(, described as $described:literal)?;
        )+}
        beside {$(
            $(#[doc = $beside_about:literal])+
            $beside:ident as $Beside:ident: $beside_type:ty;
        )+}
    ) => {
        /// A fact of an irregularity.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Fact {
            $($(#[doc = $about])+ $Fact,)+
            $($(#[doc = $beside_about])+ $Beside,)+
        }

        /// The facts of one irregularity, each only if the log states it.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
        pub struct IrregularityFacts {
            $($(#[doc = $about])+ pub $fact: Option<$type>,)+
            $($(#[doc = $beside_about])+ pub $beside: Option<$beside_type>,)+
        }

        /// The circumstances of a row; what is `None` does not matter. In the lists, `None` means a
        /// fact that has no default and was not stated.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct IrregularityWhen {
            $($(#[doc = $about])+ pub $fact: facts!(@asked $type),)+
        }

        /// The facts of one logged irregularity, defaults applied, in the circumstances of its coup.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(clippy::struct_excessive_bools, reason = "they are the format's own facts")]
        pub struct ResolvedFacts {
            $($(#[doc = $about])+ pub $fact: facts!(@held $type $(= $default)?),)+
        }

        impl Fact {
            /// The facts that a row can ask for, in the order of the ruleset format.
            pub const ASKED: &[Self] = &[$(Self::$Fact),+];

            /// The name that logs and rulesets give it.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$Fact => stringify!($fact),)+
                    $(Self::$Beside => stringify!($beside),)+
                }
            }

            /// What is said of it, line by line.
            #[must_use]
            pub fn about(self) -> &'static [&'static str] {
                match self {
                    $(Self::$Fact => &[$($about),+],)+
                    $(Self::$Beside => &[$($beside_about),+],)+
                }
            }

            /// How the log format writes it.
            #[must_use]
            pub fn form(self) -> Form {
                match self {
                    $(Self::$Fact => <$type as Stated>::FORM,)+
                    $(Self::$Beside => <$beside_type as Stated>::FORM,)+
                }
            }

            /// The values that it may have in [`ResolvedFacts`], in the words of the format; none where no row asks for it.
            #[must_use]
            pub fn values(self) -> Vec<&'static str> {
                match self {
                    $(Self::$Fact => <facts!(@held $type $(= $default)?) as Held>::words(),)+
                    $(Self::$Beside => Vec::new(),)+
                }
            }

            /// What people read for no and for yes; of a word what stands before it; nothing where no row asks for it.
            pub(super) fn phrase(self) -> &'static [&'static str] {
                match self {
                    $(Self::$Fact => &[$($phrase),+],)+
                    $(Self::$Beside => &[],)+
                }
            }

            /// What the schema of rulesets says about it, where its name does not say it.
            #[must_use]
            pub fn described(self) -> Option<&'static str> {
                match self {
                    $($(Self::$Fact => Some($described),)?)+
                    _ => None,
                }
            }
        }

        impl IrregularityFacts {
            /// What is stated of a fact.
            #[must_use]
            pub fn said(&self, fact: Fact) -> Option<Said> {
                match fact {
                    $(Fact::$Fact => self.$fact.as_ref().map(Stated::said),)+
                    $(Fact::$Beside => self.$beside.as_ref().map(Stated::said),)+
                }
            }

            /// States a fact; what is not of its form leaves it unstated.
            pub fn state(&mut self, fact: Fact, said: Said) {
                match fact {
                    $(Fact::$Fact => self.$fact = Stated::of(said),)+
                    $(Fact::$Beside => self.$beside = Stated::of(said),)+
                }
            }

            /// What counts, with the defaults of what is unstated.
            #[must_use]
            pub fn resolved(&self) -> ResolvedFacts {
                ResolvedFacts { $($fact: facts!(@resolved self.$fact $(, $default)?),)+ }
            }
        }

        impl ResolvedFacts {
            /// What counts of an irregularity of which the log states no fact, noticed in time and before its coup was
            /// settled.
            pub const UNSTATED: Self = Self { $($fact: facts!(@resolved None $(, $default)?),)+ };

            /// The value of a fact, in the word of the format; empty where no row asks for it.
            #[must_use]
            pub fn word(&self, fact: Fact) -> &'static str {
                match fact {
                    $(Fact::$Fact => self.$fact.word(),)+
                    $(Fact::$Beside => "",)+
                }
            }

            /// The same with another value of one fact; as it was where the word is none of its values.
            #[must_use]
            pub fn with(mut self, fact: Fact, word: &str) -> Self {
                match fact {
                    $(Fact::$Fact => self.$fact = Held::of(word).unwrap_or(self.$fact),)+
                    $(Fact::$Beside => {})+
                }
                self
            }
        }

        impl IrregularityWhen {
            /// The values of a fact that fit, in the words of the format; `None` where it does not matter.
            #[must_use]
            pub fn asked(&self, fact: Fact) -> Option<Vec<&'static str>> {
                match fact {
                    $(Fact::$Fact => self.$fact.words(),)+
                    $(Fact::$Beside => None,)+
                }
            }

            /// Asks for these values of a fact, in the words of the format; with `None` it does not matter.
            pub fn ask(&mut self, fact: Fact, words: Option<&[&str]>) {
                match fact {
                    $(Fact::$Fact => self.$fact = Asked::of(words),)+
                    $(Fact::$Beside => {})+
                }
            }
        }
    };
    (@asked bool) => { Option<bool> };
    (@asked $type:ident) => { Option<Vec<Option<$type>>> };
    (@held $type:ident) => { Option<$type> };
    (@held $type:ident = $default:expr) => { $type };
    (@resolved None) => { None };
    (@resolved None, $default:expr) => { $default };
    (@resolved $stated:expr) => { $stated };
    (@resolved $stated:expr, $default:expr) => { $stated.unwrap_or($default) };
}
