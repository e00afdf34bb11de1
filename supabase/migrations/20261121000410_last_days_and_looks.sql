-- The last word before an account is erased, and when support looked at it, for its owner.

create function private.remind_leavers() returns void
language sql security definer set search_path = '' as $$
  select private.notify(leaving.user_id, 'deletion_soon', jsonb_build_object('erase_on', leaving.erase_after), leaving.key)
  from (
    select d.user_id, d.erase_after, 'deletion_soon:' || d.user_id || ':' || extract(epoch from d.erase_after) as key
    from public.account_deletions d
    where d.cancelled_at is null and d.erasing_at is null
      and d.erase_after > now() and d.erase_after <= now() + interval '3 days'
  ) as leaving
  where not exists (select from private.notices n where n.key = leaving.key)
  order by leaving.erase_after limit 500
$$;
comment on function private.remind_leavers() is 'Task: three days before an account is erased its owner is told once more how to keep it.';
insert into private.notice_kinds (kind, topic) values ('deletion_soon', 'account');
insert into private.scheduled_tasks (name, run_every, procedure) values
  ('remind-leavers', '1 hour', 'private.remind_leavers()');

create function public.support_looks() returns setof timestamptz
language sql stable security definer set search_path = '' as $$
  select a.created_at from public.audit_log a
  where a.target_table = 'profiles' and a.target_id = (select auth.uid())::text and a.action = 'support view'
  order by a.created_at desc limit 20
$$;
comment on function public.support_looks() is 'When support looked at the caller''s account, the newest first; not who.';
revoke execute on function public.support_looks() from public, anon;
grant execute on function public.support_looks() to authenticated;

insert into private.export_parts (place, name, title, query) values
  (83, 'support_looks', 'When our team looked', 'select created_at as looked_at from public.audit_log where target_table = ''profiles'' and target_id = $1::text and action = ''support view'' order by created_at desc');
