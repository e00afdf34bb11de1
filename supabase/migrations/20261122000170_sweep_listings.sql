-- Memberships that end in quiet hours: whoever wrote next swept out twenty of them, and until then every search left
-- each of them out one by one. Now they go within five minutes, whether anybody writes or not.

create function private.sweep_listings() returns void
language sql security definer set search_path = '' as $$
  delete from private.listings where provider_id in (
    select l.provider_id from private.listings l where l.membership_end <= now()
    order by l.membership_end limit 200 for update skip locked)
$$;
comment on function private.sweep_listings() is 'Task: listings whose membership is over go, up to 200 a time.';
insert into private.scheduled_tasks (name, run_every, procedure) values
  ('sweep-listings', '5 minutes', 'private.sweep_listings()');
