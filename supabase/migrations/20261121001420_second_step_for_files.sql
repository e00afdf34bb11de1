-- A session that was ended, or that has not passed its owner's second step, changes nothing: neither files
-- that the public sees nor what somebody is told by mail.

create policy "the second step comes first to add" on storage.objects as restrictive for insert to authenticated
  with check ((select private.session_stands()));
create policy "the second step comes first to replace" on storage.objects as restrictive for update to authenticated
  using ((select private.session_stands())) with check ((select private.session_stands()));
create policy "the second step comes first to remove" on storage.objects as restrictive for delete to authenticated
  using ((select private.session_stands()));
create policy "the second step comes first" on public.notification_settings as restrictive for update to authenticated
  using ((select private.session_stands()));
