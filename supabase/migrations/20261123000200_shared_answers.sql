-- What the directory answers is the same for everybody who asks without an account, and says so: whoever keeps answers
-- for all (the backend, backend/rest/kept) may give it again until something that it rests on changes.

create function private.share_listings() returns void
language plpgsql stable as $$
declare
  -- Never past what time alone changes: the end of a membership, and midnight, when the turn moves on.
  lasts double precision := extract(epoch from least(
    (select min(l.membership_end) from private.listings l where l.membership_end > now()),
    ((now() at time zone 'Europe/London')::date + 1)::timestamp at time zone 'Europe/London') - now());
begin
  perform set_config('response.headers',
    format('[{"Cache-Control": "public, max-age=0, s-maxage=%s"}]', floor(least(lasts, 60))), true);
end $$;
comment on function private.share_listings() is 'Says of the answer under way that it may be shared by everybody, for at most a minute.';

create function private.forget_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Told when the transaction commits, once however often it was said.
  perform pg_notify('pgrst', 'forget answers');
  return null;
end $$;
comment on function private.forget_answers() is 'Trigger: tells whoever keeps shared answers that what they rest on has changed.';

create trigger forget_answers after insert or delete on private.listings
  for each row execute function private.forget_answers();
create trigger forget_answers_changed after update on private.listings
  for each row when (old.* is distinct from new.*) execute function private.forget_answers();
create trigger forget_answers_emptied after truncate on private.listings
  for each statement execute function private.forget_answers();
create trigger forget_answers after insert or update or delete or truncate on public.search_synonyms
  for each statement execute function private.forget_answers();
create trigger forget_answers after insert or update or delete or truncate on private.places
  for each statement execute function private.forget_answers();
