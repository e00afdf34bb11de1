-- Settings of the whole site: checked by the database, kept in versions, and traced.

create function private.setting_error(key text, value jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := value #>> '{}';
  wrong text;
begin
  case key
    when 'feedback_publication' then
      return case when value is null or value not in ('"at once"', '"after approval"') then 'Feedback is published at once or after approval' end;
    when 'site_name' then
      return case when jsonb_typeof(value) is distinct from 'string' or char_length(btrim(words)) > 60 or words ~ '[[:cntrl:]<>]'
        then 'The site''s name is at most 60 characters without < and >' end;
    when 'contact_email' then
      return case when jsonb_typeof(value) is distinct from 'string' or char_length(words) > 200
          or (words <> '' and words !~ '^[^\s@<>"?&]+@[^\s@<>"?&]+\.[^\s@<>"?&]+$')
        then 'Please enter a valid email address' end;
    when 'social_links' then
      if jsonb_typeof(value) is distinct from 'object' then return 'Social links are one address for each network'; end if;
      select l.key into wrong from jsonb_each(value) as l
        where l.key not in ('facebook', 'instagram', 'linkedin', 'x', 'youtube', 'tiktok') or jsonb_typeof(l.value) <> 'string'
          or char_length(l.value #>> '{}') > 300 or l.value #>> '{}' !~ '^https://[A-Za-z0-9.-]+\.[A-Za-z]{2,}(/[^\s<>"]*)?$' limit 1;
      return case when wrong is not null then format('The address of %s must begin with https://', left(wrong, 40)) end;
    when 'maintenance_notice' then
      return case when jsonb_typeof(value) is distinct from 'object' or value - array['on', 'text'] <> '{}'
          or jsonb_typeof(value -> 'on') is distinct from 'boolean' or jsonb_typeof(value -> 'text') is distinct from 'string'
        then 'A notice is a text and whether it is shown'
        when char_length(value ->> 'text') > 300 then 'A notice is at most 300 characters'
        when (value -> 'on')::boolean and btrim(value ->> 'text') = '' then 'Write what the notice should say' end;
    when 'legal_terms', 'legal_privacy' then
      return case when jsonb_typeof(value) is distinct from 'string' or btrim(words) = '' then 'This page needs a text'
        when char_length(words) > 40000 then 'This text is at most 40,000 characters' end;
    else
      return 'There is no such setting';
  end case;
end $$;
comment on function private.setting_error(text, jsonb) is 'Why a setting cannot have this value, in words for people; null when it can.';

create table public.site_setting_revisions (
  id bigint generated always as identity primary key,
  key text not null references public.site_settings (key) on delete cascade,
  value jsonb not null,
  replaced_at timestamptz not null default now(),
  replaced_by uuid references public.profiles (id) on delete set null
);
comment on table public.site_setting_revisions is 'What a setting was before each change, who changed it and when: so that it can be restored.';
create index site_setting_revisions_of_key on public.site_setting_revisions (key, id desc);
create index site_setting_revisions_of_admin on public.site_setting_revisions (replaced_by);
alter table public.site_setting_revisions enable row level security;
create policy "admins read" on public.site_setting_revisions for select to authenticated using ((select private.is_admin()));
revoke all on public.site_setting_revisions from anon, authenticated;
grant select on public.site_setting_revisions to authenticated, service_role;

create function private.keep_setting() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong text := private.setting_error(new.key, new.value);
begin
  if wrong is not null then
    raise exception '%', wrong using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' and new.value is distinct from old.value then
    new.updated_by := (select auth.uid());
    insert into public.site_setting_revisions (key, value, replaced_by) values (old.key, old.value, new.updated_by);
  end if;
  return new;
end $$;
comment on function private.keep_setting() is 'Trigger: refuses what a setting cannot be, and keeps what it was.';
create trigger keep before insert or update on public.site_settings for each row execute function private.keep_setting();

-- Empty: as the configuration of the server says.
insert into public.site_settings (key, value) values
  ('site_name', '""'), ('contact_email', '""'),
  ('social_links', '{"facebook": "https://www.facebook.com/solutionz", "instagram": "https://www.instagram.com/solutionz", "linkedin": "https://www.linkedin.com/company/solutionz", "x": "https://x.com/solutionz"}'),
  ('maintenance_notice', '{"on": false, "text": ""}'),
  ('legal_terms', to_jsonb($text$These terms say what you can expect of us, and what we expect of you, when you use this site. By making an account you agree to them.

## What this site is

We bring together people who need a service (Solutionz Seekers) and people who offer one (Solutionz Providers). We are not a party to what you agree with each other: the work, its price and its quality are between the two of you.

## Your account

- You must be at least 18 and give your real name and a working e-mail address.
- Keep your password to yourself. What is done from your account counts as done by you until you tell us otherwise.
- You can delete your account in its settings at any time. Signing in within 14 days brings it back; after that your data are erased.

## Posting a job

Seekers post jobs without a fee. Describe the work honestly. Your contact details are shown only to providers with a live membership who ask for them, and you can see who did. Close the job when you have found somebody.

## Membership of providers

- A membership lists you in the directory and lets you see who posted a job. Its price is shown before you pay.
- A membership renews itself until you cancel. You can cancel at any time in your account; it then runs to the end of the time you have paid for.
- A free year by coupon ends by itself and never turns into a charge without your own act.

## Feedback

Feedback must come from your own experience and be true. We may hide or edit feedback that breaks these terms, say that it was edited, and keep the original. Anybody can report a profile, a job or feedback, and appeal once against our decision.

## What is not allowed

Nothing unlawful, deceptive or abusive; no reviews of yourself; no collecting of other people's details; nothing that gets around the security of the site. We may hide or deactivate accounts that do this, and tell you why.

## Our responsibility

We take reasonable care to keep the site running and your data safe. We do not check every provider, and we do not promise that the site is always available. Nothing here limits our responsibility for what the law does not allow us to limit, or your rights as a consumer.

## Changes and law

When we change these terms we say so here before they take effect. The law of England and Wales applies; if you live in Scotland or Northern Ireland you may also go to the courts there.$text$::text)),
  ('legal_privacy', to_jsonb($text$This notice says which data about you we keep, why, and what you can do about it.

## What we keep

- **Your account**: name, e-mail address, telephone number, location, and what you write in your profile.
- **What you do here**: jobs, feedback, enquiries, bookmarks, reports, and which contact details were shown to you.
- **Membership**: your plan and its dates. Card details go to our payment provider and never reach us.
- **Security**: when and from which kind of device you signed in.

## Why we may

We need most of it to do what you ask of us (a contract with you). We keep security records, and the log of what our moderators do, because we have a legitimate interest in a safe site. We keep invoices because the law asks for it. We send marketing only if you agreed, and you can take that back in every mail.

## Who sees it

- A provider's profile is public, without the e-mail address, and without the telephone number unless the provider chose to show it.
- The contact details of a job are shown to its poster, and to members who ask for them; each look is recorded and shown to the poster.
- Our support team sees your settings only while you allow it.
- Our payment and e-mail providers process data on our behalf. We sell nothing to anybody.

## How long

As long as you have an account. When you delete it, your data are erased 14 days later. Feedback you gave stays without your name, and invoices stay as long as the law demands.

## Cookies

We store what keeps you signed in and what you were typing, in your own browser. There are no advertising or tracking cookies.

## Your rights

You can see, correct and download your data in your account settings, and delete your account there. You may also object to a use, or ask us to restrict it: write to the contact address at the foot of this page. If we do not put something right, you can complain to the [Information Commissioner's Office](https://ico.org.uk).$text$::text));

create function private.setting_version(setting_key text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(max(r.id), 0) from public.site_setting_revisions r where r.key = setting_key
$$;
comment on function private.setting_version(text) is 'Grows with every change of a setting; what an admin saw, for comparing.';

create function public.admin_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'settings', (
      select jsonb_object_agg(s.key, jsonb_build_object('value', s.value, 'version', private.setting_version(s.key),
        'revisions', (
          select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'value', r.value, 'replaced_at', r.replaced_at,
            'replaced_by', r.name) order by r.id desc), '[]')
          from (select v.*, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '') as name
            from public.site_setting_revisions v left join public.profiles p on p.id = v.replaced_by
            where v.key = s.key order by v.id desc limit 10) as r)))
      from public.site_settings s),
    'coupons', (
      select coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'months', c.months, 'is_active', c.is_active,
        'max_redemptions', c.max_redemptions, 'redeemed', c.redeemed) order by c.code), '[]')
      from public.coupons c));
end $$;
comment on function public.admin_settings() is 'For /admin/settings: every setting with its version and its last ten values, and the coupons.';

create function public.admin_save_setting(setting_key text, new_value jsonb, seen bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
  perform private.require_admin();
  perform from public.site_settings s where s.key = setting_key for update;
  wrong := case when not found then 'There is no such setting' else private.setting_error(setting_key, new_value) end;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'PT400';
  end if;
  if seen is not null and private.setting_version(setting_key) <> seen then
    raise exception 'Another admin has changed this setting since you opened it. Nothing was overwritten: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  update public.site_settings s set value = new_value where s.key = setting_key and s.value <> new_value;
end $$;
comment on function public.admin_save_setting(text, jsonb, bigint) is
  'Changes a setting; seen, the version that the caller saw, refuses to overwrite a later change. An earlier value is restored by saving it.';

create function public.admin_restore_setting(revision_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  revision public.site_setting_revisions;
begin
  perform private.require_admin();
  select * into revision from public.site_setting_revisions r where r.id = revision_id;
  if revision.id is null then
    raise exception 'This version does not exist.' using errcode = 'PT404';
  end if;
  perform public.admin_save_setting(revision.key, revision.value);
end $$;
comment on function public.admin_restore_setting(bigint) is 'Gives a setting the value of an earlier version.';

create function public.admin_set_coupon(coupon_code text, active boolean, most integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.coupons;
begin
  perform private.require_admin();
  select * into before from public.coupons c where c.code = coupon_code for update;
  if before.code is null then
    raise exception 'This coupon does not exist.' using errcode = 'PT404';
  end if;
  if active is null or most is null or most not between 1 and 100000 then
    raise exception 'The maximum is a number from 1 to 100,000' using errcode = 'PT400';
  end if;
  if most < before.redeemed then
    raise exception 'The coupon has been used % times already: the maximum cannot be lower', before.redeemed using errcode = 'PT400';
  end if;
  if (before.is_active, before.max_redemptions) is distinct from (active, most) then
    update public.coupons c set is_active = active, max_redemptions = most where c.code = coupon_code;
    perform private.record('change coupon', 'coupons', coupon_code,
      jsonb_build_object('is_active', before.is_active, 'max_redemptions', before.max_redemptions),
      jsonb_build_object('is_active', active, 'max_redemptions', most));
  end if;
end $$;
comment on function public.admin_set_coupon(text, boolean, integer) is 'Switches a coupon on or off and sets how often it can be used; never below what was used.';

do $$
declare
  signature text;
begin
  foreach signature in array array['admin_settings()', 'admin_save_setting(text, jsonb, bigint)',
    'admin_restore_setting(bigint)', 'admin_set_coupon(text, boolean, integer)'] loop
    execute format('revoke execute on function public.%s from public, anon', signature);
    execute format('grant execute on function public.%s to authenticated, service_role', signature);
  end loop;
end $$;
