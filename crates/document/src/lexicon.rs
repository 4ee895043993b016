//! Words of rule documents in both languages, to compare halves by what they speak of.

/// A thing that clauses speak of, with the words for it. One language may have none: then a clause that speaks of it
/// parts from its counterpart.
pub(crate) struct Word {
    /// The thing, as departures name it.
    pub name: &'static str,
    /// Lower-case English words; any of them will do.
    pub english: &'static [&'static str],
    /// Chinese words.
    pub chinese: &'static [&'static str],
}

const fn word(name: &'static str, english: &'static [&'static str], chinese: &'static [&'static str]) -> Word {
    Word { name, english, chinese }
}

/// Longer words before those that they hold: a word counts once, where it is longest.
pub(crate) const WORDS: &[Word] = &[
    word("Player", &["\"player\""], &["闲家"]),
    word("Banker", &["\"banker\""], &["庄家"]),
    word("Tie", &["\"tie\""], &["和局", "“和”", "\"和\""]),
    word("Super 7's", &["super 7"], &["超级7"]),
    word("a wager called \"Supreme 7\"", &[], &["至尊7"]),
    word("natural", &["natural"], &["天牌"]),
    word("initial deal", &["initial deal"], &[]),
    word("opening round", &[], &["初局"]),
    word("preliminary handling", &[], &["初步处理"]),
    word("dealt", &["dealt", "deal a"], &["发"]),
    word("handled", &["handled"], &["已处理", "已经处理"]),
    word("known", &["are known"], &["知道"]),
    word("usually", &["usually"], &["一般"]),
    word("announces", &["announce"], &["宣布", "公布", "声明"]),
    word("bets closed", &["no more bets", "closing of bets"], &["不能进行下注", "下注结束"]),
    word("betting area", &["betting area"], &["下注区"]),
    word("no wager withdrawn", &["no wager may be withdrawn"], &["不可收回", "不能收回", "不得收回"]),
    word("a negation", &[" no ", "\"no ", " not ", "cannot", "without"], &["不", "没有", "无需"]),
    word("draws", &["draws"], &["时抽牌", "\"庄家\"抽牌", "\"闲家\"抽牌"]),
    word("stands on a total", &["\" stands", "and stands"], &["停牌"]),
    word("one surplus card", &[], &["一张多余"]),
    word("increased", &["increased"], &["增加"]),
    word("refused", &["refused"], &["拒绝"]),
    word("honoured", &["honored", "honoured"], &["兑现"]),
    word("and/or", &["and/or"], &["和/或"]),
    word("to a certain degree", &[], &["一定程度"]),
    word("diagram", &["diagram"], &["示意图", "附图"]),
    word("as a table shows", &[], &["如下表"]),
    word("if so required", &["if so required"], &["如需", "如有需要"]),
    word("if applicable", &["if applicable"], &["如适用", "如有"]),
    word("concluding", &["concluding"], &["终结"]),
    word("completed", &["completed"], &["完整"]),
    word("all completed hands", &[], &["所有完整"]),
    word("mandatory", &["mandatory"], &["强制", "必有"]),
    word("entrusted", &[], &["托管"]),
    word("void", &["be void"], &["视为无效"]),
    word("invalid cards", &[], &["无效的牌"]),
    word("insufficient", &["insufficient"], &["不足"]),
    word("foreign card", &["foreign card"], &["外来", "不属于"]),
    word("an act of card error", &[], &["纸牌错误"]),
    word("previous games", &["previous"], &["之前", "以前", "先前"]),
    word("stand", &["will stand"], &["有效", "维持"]),
    word("suspended", &[], &["暂停"]),
    word("reconstructed", &["reconstructed"], &["重组", "重建", "还原"]),
    word("reshuffled", &[], &["重洗牌"]),
    word("exposed", &["exposed"], &["暴露"]),
    word("simultaneously", &["simultaneously"], &["同时有", "同时被"]),
    word("device", &["device"], &["装置", "设备"]),
    word("shoe", &["shoe"], &["牌靴"]),
    word("order ascertained", &["ascertain the order"], &["确定"]),
    word("dealt in card order", &[], &["按照牌序"]),
    word("highest", &["highest"], &["最高"]),
    word("winning as a condition", &[], &["赢得情况下"]),
    word("joker", &["joker"], &["王牌"]),
    word("settlement", &["settlement", "won or lost"], &["结算"]),
    word("paytable", &["paytable"], &["赔付表"]),
    word("irregularities", &["irregularit"], &["违规", "异常"]),
];

/// Things that count: a table of play says them once a row.
pub(crate) const COUNTED: &[&str] = &["draws", "stands on a total"];

/// Names of the game, whose digits count nothing.
pub(crate) const NAMES: &[&str] = &["7 up baccarat", "七喜", "7喜"];

/// Numbers as words. "One" and 一 are left out: they are articles as well.
pub(crate) const ENGLISH_NUMBERS: &[(&str, u32)] = &[
    ("zero", 0),
    ("two", 2),
    ("second", 2),
    ("three", 3),
    ("third", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
];

/// Chinese numerals, the longer ones first.
pub(crate) const CHINESE_NUMBERS: &[(&str, u32)] =
    &[("二", 2), ("两", 2), ("三", 3), ("四", 4), ("五", 5), ("六", 6), ("七", 7), ("八", 8), ("九", 9), ("十", 10)];
