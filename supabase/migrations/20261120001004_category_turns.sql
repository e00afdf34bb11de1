-- A category's change reaches into many profiles; two at once would wait for each other in a ring.

create function private.take_turns_on_categories() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('take_turns_on_categories'));
  return null;
end $$;
comment on function private.take_turns_on_categories() is
  'Trigger: changes that follow_category() carries on are made one after the other. Numbering alone needs no turn.';
create trigger take_turns before update of name, group_name, is_active on public.categories
  for each statement execute function private.take_turns_on_categories();
