
-- Who was on duty: coups, irregularities and findings of each dealer, supervisor and shift; `not known` is what arose while
-- nobody is named, of posts that are known for some.
create or replace view on_duty as
with posts as (
  select 'coup' as what, venue, "table", currency, dealer, supervisor, shift, severity, staked, returned, due from coups where counts
  union all
  select 'irregularity', venue, "table", currency, dealer, supervisor, shift, null, null, null, null from irregularities where subject = 'irregularity'
  union all
  select 'finding', venue, "table", currency, dealer, supervisor, shift, severity, null, null, null from findings
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

-- Win, hold and theoretical hold of each dealer, as in win_by_day.
create or replace view win_by_dealer as
select
    coups.venue, coups.currency, coalesce(dealer, 'not known') as dealer,
    count(distinct (file, line)) as coups,
    sum(stake) as staked,
    sum(win) as win,
    coalesce(sum(stake) filter (where wagers.theoretical_win is not null), 0) as staked_by_chance,
    coalesce(sum(win) filter (where wagers.theoretical_win is not null), 0) as win_by_chance,
    sum(wagers.theoretical_win) as theoretical_win,
    sum(win) / sum(stake) as hold,
    sum(wagers.theoretical_win) / sum(stake) filter (where wagers.theoretical_win is not null) as theoretical_hold
from wagers join coups using (file, line)
where wagers.unit = 'money'
group by all
order by all;
