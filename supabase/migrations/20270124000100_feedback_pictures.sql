-- Feedback's pictures are checked with the rest of it: one trigger and two conditions fewer for each.

create or replace function private.prepare_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  author text;
  hired boolean;
  reviewed boolean;
  at_once boolean;
  problem text;
  hire uuid;
  confirmed boolean;
begin
  -- The policy refuses this, and nothing before it may say whom somebody else hired or reviewed.
  if new.user_id <> me then
    return new;
  end if;
  -- One review of a person after the other: two at once would both be the first without a confirmed hire.
  select nullif(btrim(p.first_name || ' ' || p.last_name), '') into author
  from public.profiles p where p.id = new.user_id for no key update;
  if me is not null then
    new.author_name := coalesce(author, 'Anonymous User');
    if new.pictures <> '{}' then
      problem := private.picture_problem(new.pictures, '{}', 'pictures', me || '/');
      if problem is not null then
        raise exception '%', problem using errcode = 'PT400';
      end if;
    end if;
  end if;
  select exists (select from public.hires h where h.client_id = new.user_id and h.provider_id = new.provider_id),
    exists (select from public.feedback f where f.user_id = new.user_id and f.provider_id = new.provider_id),
    (select s.value = '"at once"' from public.site_settings s where s.key = 'feedback_publication')
  into hired, reviewed, at_once;
  if new.hire_id is not null and not exists (select from public.hires h where h.id = new.hire_id
      and h.client_id = new.user_id and h.provider_id = new.provider_id and h.undone_at is null) then
    raise exception 'We could not find this hire among yours. Please reload the page.' using errcode = 'PT404';
  end if;
  if hired then
    -- The lock: a confirmation under way is waited for, and a later one finds this feedback.
    select h.id, h.confirmed_at is not null into hire, confirmed from public.hires h
    where h.id in (select r.id from private.reviewable_hires(new.user_id, new.provider_id) r)
      and h.id = coalesce(new.hire_id, h.id)
    order by h.hired_at desc limit 1 for share;
  end if;
  if hire is null and reviewed then
    raise exception 'You have already submitted feedback for this provider'
      using errcode = '23505', hint = 'Open their profile to see your review.';
  end if;
  new.hire_id := hire;
  new.verified := coalesce(confirmed, false);
  new.in_contact := new.user_id is not null and private.have_interacted(new.provider_id, new.user_id);
  new.is_public := new.approved or (new.moderated_at is null and at_once);
  return new;
end $$;
comment on function private.prepare_feedback() is
  'Trigger: whatever the caller sent, the author''s name is the profile''s; feedback is about a hire that may be reviewed, the newest unless the author names one, and is verified if both confirmed it; without one it is the only one of its author; it shows only pictures that its author uploaded; whether it is public follows approval and the setting (P-15, P-45).';

drop trigger check_feedback_pictures on public.feedback;
drop function private.check_feedback_pictures();

create or replace function notify.feedback_received() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What the owner of the database loads (imports, the sample) needs no notice.
  if new.is_public and new.user_id is not null and auth.uid() is not null then
    perform notify.queue_notice(new.provider_id, null, 'feedback_received',
      jsonb_build_object('provider_id', new.provider_id, 'author', new.author_name, 'rating', new.rating, 'title', new.title),
      'feedback_received:' || new.id, now());
  end if;
  return null;
end $$;

drop trigger notify_feedback_received on public.feedback;
create trigger notify_feedback_received after insert on public.feedback
  for each row execute function notify.feedback_received();
