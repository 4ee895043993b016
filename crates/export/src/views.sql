-- Money is in minor units of `currency`, and is never added over two currencies. `win` is what the house won, stakes less
-- what went back; `hold` is its share of what was staked, since logs record no drop. `theoretical_win` and `theoretical_hold` are those of `staked_by_chance`: the
-- stakes that were at risk in coups that the cards settled; `win_by_chance` is what was won of them.

-- Win, hold and theoretical hold of each table, gaming day and bet.
create or replace view win_by_bet as
select
    jurisdiction, venue, game, "table", currency, gaming_day, bet,
    count(*) as wagers,
    sum(stake) as staked,
    sum(returned - commission) as returned,
    sum(due) as due,
    sum(win) as win,
    coalesce(sum(stake) filter (where theoretical_win is not null), 0) as staked_by_chance,
    coalesce(sum(win) filter (where theoretical_win is not null), 0) as win_by_chance,
    sum(theoretical_win) as theoretical_win,
    sum(win) / sum(stake) as hold,
    sum(theoretical_win) / sum(stake) filter (where theoretical_win is not null) as theoretical_hold
from wagers
where unit = 'money'
group by all
order by all;

-- The same of each table and gaming day.
create or replace view win_by_day as
select
    jurisdiction, venue, game, "table", currency, gaming_day,
    count(*) as wagers,
    sum(stake) as staked,
    sum(returned - commission) as returned,
    sum(due) as due,
    sum(win) as win,
    coalesce(sum(stake) filter (where theoretical_win is not null), 0) as staked_by_chance,
    coalesce(sum(win) filter (where theoretical_win is not null), 0) as win_by_chance,
    sum(theoretical_win) as theoretical_win,
    sum(win) / sum(stake) as hold,
    sum(theoretical_win) / sum(stake) filter (where theoretical_win is not null) as theoretical_hold,
    sum(greatest(error, 0)) as overpaid,
    sum(greatest(-error, 0)) as underpaid
from wagers
where unit = 'money'
group by all
order by all;

-- The same of each hour of the venue's clock.
create or replace view win_by_hour as
select
    jurisdiction, venue, game, "table", currency, gaming_day,
    hour(commenced_local) as local_hour,
    count(*) filter (where counts) as coups,
    sum(wagers) as wagers,
    sum(staked) as staked,
    sum(staked) - sum(returned) as win,
    sum(theoretical_win) as theoretical_win,
    count(*) filter (where severity is not null) as flagged
from coups
where unit = 'money'
group by all
order by all;

-- Stakes that the cards could neither win nor lose, and why: refused, taken back, late, of a void coup and so on.
create or replace view stakes_not_at_risk as
select
    jurisdiction, venue, game, "table", currency, gaming_day, not_at_risk,
    count(*) as wagers,
    sum(stake) as staked,
    sum(returned - commission) as returned,
    count(*) filter (where error <> 0) as wrongly_returned
from wagers
where unit = 'money' and not_at_risk is not null
group by all
order by all;

-- Irregularities by kind, and by who decided them.
create or replace view irregularities_by_kind as
select
    jurisdiction, venue, game, "table", currency, subject, kind,
    count(*) as entries,
    count(*) filter (where ruling = 'void') as voided,
    count(*) filter (where evidence = 'word') as on_word,
    count(*) filter (where found_fault) as found_fault
from irregularities
group by all
order by all;

create or replace view irregularities_by_decider as
select
    jurisdiction, venue, coalesce("by", 'nobody named') as decider, kind, coalesce(ruling, 'none') as ruling,
    count(*) as entries,
    count(*) filter (where found_fault) as found_fault
from irregularities
where subject = 'irregularity'
group by all
order by all;

-- Whose coups show irregularities: of each account, else seat, how many coups it wagered in, and in how many of them
-- something was logged.
create or replace view players_and_irregularities as
select
    jurisdiction, venue, game, "table",
    coalesce(player, 'seat ' || seat, 'not known') as person,
    count(distinct (w.file, w.line)) as coups,
    count(distinct (w.file, w.line)) filter (where c.irregularities > 0) as irregular_coups,
    count(distinct (w.file, w.line)) filter (where c.severity is not null) as flagged_coups
from wagers w
join (select file, line, irregularities, severity from coups) c on c.file = w.file and c.line = w.line
group by all
order by irregular_coups desc, jurisdiction, venue, game, "table", person;

-- Wagers by stake, the largest first, and those that won by what the player won.
create or replace view top_wagers as
select
    row_number() over (partition by currency order by stake desc, file, line, nth) as rank,
    currency, stake, returned - commission as returned, win, bet, result,
    jurisdiction, venue, game, "table", gaming_day, shoe, coup, wager, player, seat, file, line, nth
from wagers
where unit = 'money'
order by currency, rank;

create or replace view top_wins as
select
    row_number() over (partition by currency, bet order by win, file, line, nth) as rank,
    currency, bet, -win as won, stake, returned - commission as returned, result,
    jurisdiction, venue, game, "table", gaming_day, shoe, coup, wager, player, seat, file, line, nth
from wagers
where unit = 'money' and win < 0
order by currency, bet, rank;

-- What goes wrong again and again: the same fault at one table, and the same error of one bet.
create or replace view repeated_findings as
select
    jurisdiction, venue, game, "table", currency, code, severity,
    count(*) as findings,
    count(distinct gaming_day) as days,
    sum(money) as money,
    min(gaming_day) as first_day,
    max(gaming_day) as last_day
from findings
where code <> 'ruleset/uncertain'
group by all
having count(*) > 1
order by findings desc, jurisdiction, venue, game, "table", currency, code, severity;

create or replace view repeated_errors as
select
    jurisdiction, venue, game, "table", currency, bet, error,
    count(*) as wagers,
    count(distinct coalesce(player, 'seat ' || seat)) as persons,
    sum(error) as money
from wagers
where unit = 'money' and error <> 0
group by all
having count(*) > 1
order by wagers desc, jurisdiction, venue, game, "table", currency, bet, error;
