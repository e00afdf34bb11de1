-- One rule for e-mail addresses, and a change of one's own that can be taken back.

create function private.is_email_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(address) <= 200
    and address ~* '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$'
$$;
comment on function private.is_email_address(text) is 'Whether this is an e-mail address; the same rule as isEmailAddress() in domain/accounts.ts.';
revoke execute on function private.is_email_address(text) from public;
grant execute on function private.is_email_address(text) to anon, authenticated, service_role;

-- What was stored before may break the rule; what is written from now on does not.
alter table public.jobs add constraint jobs_contact_email_is_an_address
  check (private.is_email_address(contact_email)) not valid;
alter table public.businesses add constraint businesses_email_is_an_address
  check (business_email is null or private.is_email_address(business_email)) not valid;

create function public.cancel_email_change() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  update auth.users set email_change = '', email_change_confirm_status = 0
    where id = (select auth.uid());
  delete from auth.one_time_tokens
    where user_id = (select auth.uid())
      and token_type in ('email_change_token_new', 'email_change_token_current');
end $$;
comment on function public.cancel_email_change() is 'Takes back a change of the caller''s e-mail address that is not confirmed yet: the links of its mails stop working.';
revoke execute on function public.cancel_email_change() from public, anon;
grant execute on function public.cancel_email_change() to authenticated, service_role;
