
-- Who was on duty: coups, irregularities and findings of each dealer, supervisor and shift; `not known` is what arose while
-- nobody is named, of posts that are known for some. That it is uncertain which rules applied counts for nobody.
create or replace view on_duty as
with posts as (
  select 'coup' as what, venue, "table", currency, dealer, supervisor, shift, severity, staked, returned, due from coups where counts
  union all
  select 'irregularity', venue, "table", currency, dealer, supervisor, shift, null, null, null, null from irregularities where subject = 'irregularity'
  union all
  select 'finding', venue, "table", currency, dealer, supervisor, shift, severity, null, null, null from findings
  where code <> 'ruleset/uncertain'
), by_post as (
  select *, 'dealer' as post, dealer as id from posts
  union all
  select *, 'supervisor', supervisor from posts
  union all
  select *, 'shift', shift from posts
)
select venue, post, coalesce(id, 'not known') as id,
  count(*) filter (what = 'coup') as coups,
  count(*) filter (what = 'irregularity') as irregularities,
  count(*) filter (what = 'finding' and severity = 'critical') as critical,
  count(*) filter (what = 'finding' and severity = 'major') as major,
  count(*) filter (what = 'finding' and severity = 'minor') as minor,
  count(*) filter (what = 'irregularity') / nullif(count(*) filter (what = 'coup'), 0) as irregularities_a_coup
from by_post
where venue is not null and post in (select post from by_post where id is not null)
group by all
order by critical desc, major desc, minor desc, venue, post, id;

-- Irregularities by kind and by who dealt.
create or replace view irregularities_by_dealer as
select venue, dealer, kind, count(*) as entries, count(*) filter (found_fault) as found_fault
from irregularities
where dealer is not null and subject = 'irregularity'
group by venue, dealer, kind
order by entries desc, venue, dealer, kind;

-- Win, hold and theoretical hold of each dealer, as in win_by_day; of venues of which a dealer is known.
create or replace view win_by_dealer as
with sums as (
  select
    file, line, sum(stake) as staked, sum(win) as win, sum(theoretical_win) as theoretical_win,
    sum(stake) filter (where theoretical_win is not null) as staked_by_chance,
    sum(win) filter (where theoretical_win is not null) as win_by_chance
  from wagers
  group by file, line
)
select
    coups.venue, coups.currency, coalesce(dealer, 'not known') as dealer,
    count(*) filter (where counts) as coups,
    coalesce(sum(sums.staked), 0) as staked,
    coalesce(sum(win), 0) as win,
    coalesce(sum(staked_by_chance), 0) as staked_by_chance,
    coalesce(sum(win_by_chance), 0) as win_by_chance,
    sum(sums.theoretical_win) as theoretical_win,
    sum(win) / nullif(sum(sums.staked), 0) as hold,
    sum(sums.theoretical_win) / nullif(sum(staked_by_chance), 0) as theoretical_hold
from coups left join sums using (file, line)
where coups.unit = 'money' and coups.venue in (select venue from coups where dealer is not null)
group by all
order by all;
