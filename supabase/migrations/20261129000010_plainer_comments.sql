-- Plainer comments and local names, and one refusal in the product's words.
comment on schema notify is 'The queue of emails, and which emails each account wants.';
comment on schema billing is 'Data from the payment provider, and the periods of membership.';
comment on function private.set_updated_at() is 'Trigger: sets the time of the last change, whatever the caller sends.';
comment on function private.public_name(uuid) is
  'The name of an account in public: the business, else the person.';
comment on function private.is_provider(uuid) is 'Whether this account is a provider.';

create or replace function private.metadata_texts(metadata jsonb, key text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce((
    select array_agg(word order by place)
    from (select left(btrim(item #>> '{}'), 120) as word, min(place) as place
          from jsonb_array_elements(
            case when jsonb_typeof(metadata -> key) = 'array' then metadata -> key else '[]' end)
            with ordinality as listed (item, place)
          where jsonb_typeof(item) = 'string' and btrim(item #>> '{}') <> ''
          group by word order by place limit 40) as texts), '{}')
$$;
comment on function private.is_application() is
  'Whether the caller is another application, which a person signed in to with their account here.';
comment on column public.audit_log.actor_name is
  'The admin''s name at that time, because the account may be deleted later.';
comment on function public.is_audit_head_valid(text) is
  'For admins and the command: whether a head that was saved elsewhere is still a link of the chain.';
comment on function private.check_site_setting() is 'Trigger: refuses an invalid value, and saves the earlier one as a revision.';
comment on table public.notification_settings is
  'Which emails an account wants (spec 1 section 9); applied by take_notices(). Emails about security, money and deletion are always sent.';
comment on column public.notification_settings.unsubscribe_token is
  'Part of the unsubscribe links of this account''s emails. Its holder can switch emails off, and nothing else.';
comment on table notify.notices is
  'The queue of notices to accounts or bare addresses. A sent notice has its kind and time, no longer its content.';
comment on function notify.queue_notice(uuid,text,text,jsonb,text,timestamptz) is
  'Queues a notice, and wakes the scheduler when the transaction commits.';

create or replace function public.take_notices(
  p_limit integer default 20
) returns table (id uuid, kind text, topic text, address text, first_name text, data jsonb, unsubscribe_token uuid)
language plpgsql security definer set search_path = '' as $$
declare
  claimed uuid[];
begin
  loop
    select array_agg(due.id) into claimed from (
      select n.id from notify.notices n
      where n.sent_at is null and n.dropped_at is null and n.due_at <= now()
        and (n.claimed_until is null or n.claimed_until <= now())
      order by n.due_at limit least(greatest(p_limit, 1), 100) for update skip locked) due;
    exit when claimed is null;
    return query
    with weighed as (
      select n.id, k.topic, coalesce(n.address, p.email) as address, p.first_name, s.unsubscribe_token,
        n.user_id is null or (p.email is not null and coalesce(notify.accepts_topic(s, k.topic), k.topic = 'account')
          and (k.topic = 'account' or p.is_active and u.email_confirmed_at is not null)) as wanted
      from notify.notices n
        join notify.notice_kinds k on k.kind = n.kind
        left join public.profiles p on p.id = n.user_id
        left join auth.users u on u.id = n.user_id
        left join public.notification_settings s on s.user_id = n.user_id
      where n.id = any (claimed)
    ), claims as (
      update notify.notices n set
        claimed_until = case when w.wanted then now() + interval '10 minutes' end,
        attempts = n.attempts + 1,
        dropped_at = case when not w.wanted then now() end,
        last_error = case when not w.wanted then 'not wanted' else n.last_error end,
        data = case when w.wanted then n.data else '{}' end
      from weighed w where w.id = n.id
      returning n.id, n.kind, n.data, n.dropped_at
    )
    select k.id, k.kind, w.topic, w.address, coalesce(w.first_name, ''), k.data, w.unsubscribe_token
    from claims k join weighed w on w.id = k.id where k.dropped_at is null;
    -- If all of those were dropped, the next ones are claimed: an empty result means that nothing is due.
    exit when found;
  end loop;
end $$;
comment on function notify.address(text,text,jsonb,text,timestamptz) is
  'Queues a notice to an address without an account; only for notices that were requested from that address or must be sent.';
comment on function notify.admin_action(uuid,text,jsonb) is
  'Queues a notice to an account about an admin''s change, unless that admin is the account.';
comment on function public.unsubscribe(uuid,text) is
  'Switches a topic off by an email''s link (122 random bits), signed in or not; false for an unknown link. A second call changes nothing.';
comment on function notify.new_device() is
  'Trigger: emails the account about a sign-in with a new kind of browser or system, except the very first.';
comment on function notify.credentials_changed() is
  'Trigger: emails a change of password to the account, and a change of address to the old address (P-20).';
comment on function notify.application_connected() is
  'Trigger: emails the account that it gave another application access, or more access than before.';
comment on table public.consents is
  'Consents given and withdrawn: by whom, for what, in which words, where and when. Append-only; the newest row of a purpose counts. Deleted with the account.';
comment on function public.allow_support(integer) is
  'Allows support access to the caller''s account for 24 hours or 7 days; returns the end.';
comment on function private.support_access_until(uuid) is
  'The end of support access to this account; null if there is none.';
comment on function public.admin_support_view(uuid) is
  'What an admin may additionally see of an account while its owner allows it: choices, consents, devices without addresses, kinds of mails. Each view is recorded.';
comment on function public.list_support_views() is
  'When support viewed the caller''s account, newest first, without the admin''s name.';
comment on table public.account_deletions is
  'Requested deletions of accounts. Signing in within the grace period cancels one; after it, erase-accounts erases the account. Reached through functions only.';
comment on column public.account_deletions.was_visible is
  'The value of is_visible after a cancelled deletion, including an admin''s change during the grace period.';
comment on column public.account_deletions.cancelled_at is
  'Set when the person signed in and so cancelled; the row is deleted once the page has told them.';
comment on function private.cancel_deletion_on_sign_in() is
  'Trigger: a sign-in within the grace period cancels the deletion, and restores the listing and the jobs.';
comment on function public.deletion_cancelled() is
  'Whether the caller''s sign-in has just cancelled a deletion; true once only.';
comment on column public.categories.merged_into is
  'The category that this one was merged into: its address leads there, and later selections of it become that one.';
comment on function private.category_reach(uuid) is
  'How many selected a category itself, by kind. Selections of its whole group count only if it is the group''s last one.';
comment on function public.category_page(text,text,integer) is
  'What a category''s page shows, for the whole country or one town: how many are listed, their ratings, the eight best, each subcategory''s count, and the other towns with the most of them.';
comment on function notify.membership_changed() is
  'Trigger: emails members that their membership has started, will not renew, or will renew after all.';
comment on table public.payments is
  'One row for each paid invoice, by the payment provider''s id; written by the webhook and by reconciling. It outlives its payer''s account, without the payer, because the law requires books.';
comment on function public.notify_failed_payment(text,uuid) is
  'For the webhook: emails a member, once for each invoice, that its payment failed.';
comment on table billing.membership_periods is
  'Each period of membership without a gap; follows subscribers by trigger. Deleted with the account.';
comment on function public.admin_set_membership(uuid,date,text) is
  'Grants a membership, or moves its end, to the end of that British day; null ends it now. Needs a reason, which the member sees. Refuses a membership that is paid for.';
comment on function notify.feedback_received() is 'Trigger: emails the provider once, when the feedback becomes public.';
comment on function private.record_feedback_moderation() is
  'Trigger: records a moderator''s change in the audit log, and emails the author the change and the reason.';
comment on function private.accept_feedback_edit_reason() is
  'Trigger: an update that sets edit_reason gives the reason of this change. The column still has the reason of the last edit.';
comment on function notify.reply_received() is 'Trigger: emails the author once about the provider''s reply.';
comment on table public.feedback_revisions is
  'The text of feedback before each moderator''s edit, with who, when and why (P-16).';
comment on function private.feedback_state(boolean,timestamptz) is
  'The one meaning of the three states (P-15): pending is not moderated yet; hidden is moderated and not approved.';
comment on function public.admin_moderate_feedback(jsonb,boolean,text) is
  'Approves or hides up to 100 items, [{id, version}], in one transaction with one reason (hiding needs one), and returns the outcome of each: done, unchanged or refused with a message.';
comment on function public.admin_delete_feedback(uuid,text,text) is
  'Deletes feedback with a reason, which is emailed to its author; the audit log has the text (P-16).';
comment on function search.refresh_listing_of_profile() is 'Trigger: updates the listing.';
comment on function search.refresh_listing_of_member() is 'Trigger: updates the listing.';
comment on function search.listing_text(public.profiles) is
  'A provider''s words: strong ones name the person, trade, skills and town; weak ones are in the description only.';
comment on function search.listing_document(text[],text[],text,text[]) is
  'The document that every condition of a search is matched with.';
comment on function private.valid_hours(jsonb) is
  'Per weekday (mon to sun) "closed", "appointment" or {opens, closes} as HH:MM; closing at or before opening is on the next day, midnight to midnight is the whole day. A missing day is not stated.';
comment on function private.valid_places(text[]) is
  'At most 30 towns or outward postcodes, each once, of at most 60 letters, digits and the punctuation of names.';

create or replace function public.reveal_job_contact(
  job_id uuid
) returns table (contact_name text, contact_email text, contact_phone text)
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  me uuid := auth.uid();
begin
  select * into job from public.jobs j where j.id = reveal_job_contact.job_id;
  if job.user_id = me or private.is_admin() then
    if job.id is null then
      raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
    end if;
    return query select job.contact_name, job.contact_email, job.contact_phone;
    return;
  end if;
  perform private.require_active_account();
  if not (private.has_account_type('provider') and private.is_member(me)) then
    raise exception 'Subscription required' using errcode = '42501', hint = 'Activate a membership to see contact details.';
  end if;
  if job.id is null then
    raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me) then
    -- Concurrent reveals wait here for one another, so that the limit holds; closing the job waits too.
    select * into job from public.jobs j where j.id = reveal_job_contact.job_id for no key update;
    if job.id is null then
      raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
    end if;
    if job.status <> 'open' or job.expires_at <= now() then
      raise exception 'This job is closed. Please choose another one.' using errcode = 'PT409';
    end if;
    if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me)
       and (select count(*) from public.job_contact_reveals r where r.job_id = job.id) >= job.reveal_limit then
      raise exception 'This Solutionz Seeker has heard from enough professionals. Please choose another job.'
        using errcode = 'PT409';
    end if;
    insert into public.job_contact_reveals (job_id, provider_id) values (job.id, me) on conflict do nothing;
  end if;
  return query select job.contact_name, job.contact_email, job.contact_phone;
end $$;
comment on function public.reveal_job_contact(uuid) is
  'A job''s contact, for its poster, an admin, or a provider with a live membership while the poster''s limit is not reached; a provider''s first reveal is recorded (P-07).';
comment on table public.job_alerts is
  'A provider''s wish for emails about new jobs in any of these categories (none: all) and in this area (none: anywhere). At most 10 a person.';
comment on column public.job_alerts.area is
  'Part of a place''s name, or an outward postcode such as LS6, which then must be a whole word.';
comment on column public.job_alerts.seen_until is 'Jobs posted before this moment were compared already.';
comment on function private.next_alert_time(text) is 'When an alert that is processed now is due again.';

create or replace function notify.send_job_alerts() returns void
language plpgsql security definer set search_path = '' as $$
declare
  person record;
begin
  for person in
    with due as (
      select a.* from public.job_alerts a
      where a.is_on and a.next_at <= now()
        -- Often there is nothing new, and no alert is read.
        and exists (select from public.jobs j where j.status = 'open' and j.posted_date > a.seen_until - interval '10 minutes')
      order by a.next_at limit 1000 for update skip locked),
    moved as (
      update public.job_alerts a set next_at = private.next_alert_time(a.frequency), seen_until = now() from due where a.id = due.id),
    matching as (
      select distinct due.user_id, j.id, j.posted_date from due
      join public.profiles p on p.id = due.user_id and p.account_type = 'provider' and p.is_active
      -- A job may be committed a little after its posted_date, so ten minutes overlap; deliveries prevent repeats.
      join public.jobs j on j.status = 'open' and j.user_id <> due.user_id and j.posted_date > due.seen_until - interval '10 minutes'
        and j.posted_date > due.created_at - interval '1 second'
        and (due.categories = '{}' or j.category_keys && due.categories) and private.is_in_area(j.location, due.area)),
    delivered as (
      insert into private.job_alert_deliveries (user_id, job_id) select user_id, id from matching on conflict do nothing
      returning user_id, job_id)
    select delivered.user_id, count(*) as many,
      (array_agg(json_build_object('id', j.id, 'title', j.title, 'category', j.category, 'location', j.location, 'budget', j.budget)
        order by j.posted_date desc))[:10] as jobs
    from delivered join public.jobs j on j.id = delivered.job_id group by delivered.user_id
  loop
    perform notify.account(person.user_id, 'job_alert', jsonb_build_object('many', person.many, 'jobs', to_jsonb(person.jobs)));
  end loop;
  delete from private.job_alert_deliveries where sent_at < now() - interval '120 days';
end $$;
comment on function notify.send_job_alerts() is
  'Task: emails each provider with a due alert the new jobs that match: one mail, no job twice, never a contact.';
comment on function private.cascade_category_to_alerts() is
  'Trigger: renames or moves a category in every job alert. A deleted one stays, because an alert without categories matches all jobs.';
comment on function private.add_enquiry_message(uuid,uuid,uuid,text,text) is
  'Adds a message within the limits, unless one side blocked the other, and emails the other side.';
comment on table public.enquiry_blocks is 'Whose messages an account has blocked. Only the account that blocked can read it.';
comment on table public.business_claims is
  'Claims that a business is one''s own, until the business''s own address or an admin confirms it (P-27).';
comment on function private.assign_business(uuid,uuid,uuid) is
  'Gives a business to a claimant, and refuses its other pending claims.';
comment on function private.create_business_claim(uuid,uuid) is
  'Makes a claim for an account: approved at once if its confirmed address is the business''s own, else pending.';
comment on function notify.claim_created() is
  'Trigger: emails the business''s own address and the admins about a pending claim, however it was made.';
comment on function public.claim_by_link(text) is
  'The question of a mail''s link; null if it is answered or expired. Reading it does not use the link, because mail scanners open links.';
comment on function notify.claim_decided() is
  'Trigger: emails the decision to the claimant, the admins and the business.';
comment on table public.report_events is
  'The history of a case; actor_id is the admin, or null for the reporter.';
comment on function notify.reporter(uuid,text,text) is 'Emails the reporter, if there is an address.';

create or replace function search.parse_words(
  typed text, OUT terms text[], OUT alternatives integer[], OUT groups integer[], OUT corrected text, OUT known
  boolean
) returns record
language plpgsql stable as $$
declare
  plain text := lower(btrim(typed));
  words text[] := case when plain ~ '^[a-z]{1,40}$' then array[plain] else (search.split_words(left(typed, 200)))[:12] end;
  n int := cardinality(words);
  only_little boolean;
  at int := 1;
  wide int;
  slips int := 0;
  group_nr int := 0;
  meanings text[];
  phrases text[];
  near text;
begin
  known := true;
  terms := '{}';
  alternatives := '{}';
  groups := '{}';
  if n = 0 then
    known := coalesce(btrim(typed), '') = '';
    return;
  end if;
  while at <= n loop
    meanings := null;
    select array_length(string_to_array(s.term, ' '), 1), array_agg(s.means) into wide, meanings
    from public.search_synonyms s
    where s.term = any (array[words[at], words[at] || ' ' || words[at + 1], words[at] || ' ' || words[at + 1] || ' ' || words[at + 2]])
    group by s.term order by char_length(s.term) desc limit 1;
    wide := coalesce(wide, 1);
    if wide = 1 and ts_lexize('pg_catalog.english_stem', words[at]) = '{}' then
      only_little := coalesce(only_little,
        not exists (select from unnest(words) as word where ts_lexize('pg_catalog.english_stem', word) <> '{}'));
      if meanings is null or not only_little then
        at := at + 1;
        continue;
      end if;
    end if;
    if meanings is null then
      phrases := search.find_lexemes(words[at], at = n);
      if phrases is null and slips < 2 and char_length(words[at]) between 4 and 30 and words[at] !~ '[0-9]' then
        near := search.nearest_word(words[at]);
        if near is not null then
          slips := slips + 1;
          words[at] := near;
          continue;
        end if;
      end if;
    else
      -- Each alternative is lexemes that must all be there.
      select array_agg(distinct together) into phrases from (
        select (select string_agg((ts_lexize('pg_catalog.english_stem', word))[1], ' ') from unnest(search.split_words(phrase)) as word) as together
        from unnest(meanings || array_to_string(words[at : at + wide - 1], ' ')) as phrase) as wordings
      where together is not null;
    end if;
    if phrases is null then
      known := false;
      return;
    end if;
    group_nr := group_nr + 1;
    for nr in 1 .. cardinality(phrases) loop
      terms := terms || string_to_array(phrases[nr], ' ');
      groups := groups || array_fill(group_nr, array[cardinality(terms) - cardinality(groups)]);
      alternatives := alternatives || array_fill(nr, array[cardinality(terms) - cardinality(alternatives)]);
    end loop;
    at := at + wide;
  end loop;
  if slips > 0 then
    corrected := array_to_string(words, ' ');
  end if;
end $$;
comment on function search.parse_words(text) is
  'Typed text as terms: of each group one alternative must be held with all its terms. Not known: nobody can be found.';
comment on function search.normalise_synonym() is 'Trigger: stores a synonym as the search splits words.';
comment on column search.places.town is 'Of an area: the town that gives its position.';

create or replace function search.locate(
  typed text, OUT latitude real, OUT longitude real, OUT name text, OUT area text
) returns record
language plpgsql stable as $$
declare
  words text[] := (array_replace(search.split_words(left(typed, 120)), 'saint', 'st'))[:12];
  code text := search.outward_code(typed);
  part text;
begin
  if code is not null then
    select p.latitude, p.longitude, upper(code) into latitude, longitude, name
    from search.places p where p.kind = 'outward' and p.name = code;
    if found then
      return;
    end if;
  end if;
  -- 'York Road, Leeds': a part between commas that is a place goes first; then the longest name; then the last.
  foreach part in array coalesce(string_to_array(left(typed, 120), ','), '{}') loop
    select p.latitude, p.longitude, p.name into latitude, longitude, name from search.places p
    where p.kind = 'town' and p.name = array_to_string(array_replace(search.split_words(part), 'saint', 'st'), ' ');
    if found then
      return;
    end if;
  end loop;
  for wide in reverse least(4, cardinality(words)) .. 1 loop
    for at in reverse cardinality(words) - wide + 1 .. 1 loop
      select p.latitude, p.longitude, p.name into latitude, longitude, name from search.places p
      where p.kind = 'town' and p.name = array_to_string(words[at : at + wide - 1], ' ');
      if found then
        return;
      end if;
    end loop;
  end loop;
  if code is not null then
    select p.latitude, p.longitude, p.town, upper(p.name) into latitude, longitude, name, area
    from search.places p where p.kind = 'area' and p.name = substring(code from '^[a-z]+');
  end if;
end $$;

drop function search.parse_place(text,text,integer);
create function search.parse_place(
  typed text, typed_place text, radius integer, OUT service text, OUT place text, OUT within integer, OUT latitude real,
  OUT longitude real, OUT name text, OUT area text, OUT corrected boolean
) returns record
language plpgsql stable as $$
declare
  spoken text[];
  located record;
begin
  service := left(typed, 200);
  typed_place := nullif(btrim(left(typed_place, 120)), '');
  within := radius;
  corrected := false;
  if typed_place is null and service ~* '\m(near|within)\M' then
    spoken := regexp_match(service, '^(.*)\mwithin\s+(\d{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$', 'i');
    if spoken is null then
      spoken := regexp_match(service, '^(.*)\m(near)\s+(\S.*)$', 'i');
      spoken[2] := case when spoken is not null then '10' end;
    end if;
    if (search.locate(spoken[3])).latitude is not null then
      service := spoken[1];
      typed_place := spoken[3];
      within := coalesce(within, spoken[2]::int);
    end if;
  elsif typed_place ~* '^within\M' then
    spoken := regexp_match(typed_place, '^within\s+(\d{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$', 'i');
    typed_place := coalesce(spoken[2], typed_place);
    within := coalesce(within, spoken[1]::int);
  end if;
  place := search.normalise_place(typed_place);
  if place is null then
    return;
  end if;
  -- A town by its exact name needs no further search.
  select p.latitude, p.longitude, p.name into latitude, longitude, name from search.places p where p.kind = 'town' and p.name = place;
  if found then
    within := case when within is not null then least(greatest(within, 1), 200) end;
    return;
  end if;
  located := search.locate(place);
  -- Symbols are not typing errors.
  if located.latitude is null and place !~ '[^[:alnum:] ''.,-]' and not exists (select from search.terms t where t.kind = 'token' and t.term >= '@' and t.term < 'A'
      and t.term like '@%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%') then
    name := search.nearest_place(place);
    if name is not null then
      corrected := true;
      place := name;
      located := search.locate(place);
    end if;
  end if;
  latitude := located.latitude;
  longitude := located.longitude;
  area := located.area;
  name := coalesce(located.name, name);
  within := case when within is not null then least(greatest(within, 1), 200) end;
  if within is null and latitude is not null and search.outward_code(place) is not null
      and not exists (select from search.terms t where t.kind = 'token' and t.term = '@' || place) then
    -- A postcode means the area around it.
    within := 10;
  end if;
end $$;
comment on function search.parse_place(text,text,integer) is
  'Typed service and place, separated: ''plumber near Leeds'' and ''within 10 miles of LS6'' are understood, slips are put right.';
comment on function search.town_of_location(text) is
  'The town of a location: the part before the first comma, unless it is a postcode.';

create or replace function search.slot_matches(
  holder integer, terms text[], alternatives integer[], groups integer[]
) returns boolean
language sql stable as $$
  select coalesce(bool_and(one_of_them), false) from (
    select bool_or(all_of_it) as one_of_them from (
      select wanted.grp, bool_and(wanted.term = any (coalesce(
        (select tsvector_to_array(l.document) || '*'::text from search.listings l where l.slot = holder), '{}'))) as all_of_it
      from unnest(groups, alternatives, terms) as wanted (grp, alternative, term)
      group by wanted.grp, wanted.alternative) as each
    group by grp) as every
$$;
comment on table search.listing_order is
  'What the directory is ordered by, a narrow row a listing; written by trigger, at once.';
comment on table search.admin_account_search is
  'What /admin/users lists by, one narrow row an account; written by trigger.';
comment on table search.admin_feedback_search is
  'What /admin/feedback lists by, one narrow row an item; written by triggers on feedback and on the provider''s names.';
comment on table search.admin_business_search is
  'What /admin/businesses lists by, one narrow row a business; written by trigger.';
comment on function search.like_pattern(text) is
  'The like-pattern of what was typed, null for nothing: anywhere in the words; one or two letters, which are in nearly every row, at the beginning of a word.';
comment on table stats.figure_sources is
  'What each figure counts: SQL over a row of a table. Triggers and stats.rebuild_figures() read it here alone.';

create or replace function stats.apply_figure_changes() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time; who reads or writes waits for nothing.
  lock table stats.daily_figures in share row exclusive mode;
  with taken as (
    delete from stats.figure_changes where id in (select id from stats.figure_changes order by id limit 50000)
    returning figure, day, amount
  )
  insert into stats.daily_figures as total (figure, day, amount)
  select figure, day, sum(amount) from taken group by figure, day
  on conflict (figure, day) do update set amount = total.amount + excluded.amount;
  if found then
    perform realtime.send('{}', 'changed', 'admin:figures');
  end if;
end $$;
comment on function stats.apply_figure_changes() is
  'Task: adds up the appended changes, and notifies open admin screens that figures have changed, not which.';

create or replace function stats.apply_admin_list_changes() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time; the lock blocks neither readers nor writers of the changes.
  lock table stats.admin_list_counts in share row exclusive mode;
  with taken as (
    delete from stats.admin_list_changes where id in (select id from stats.admin_list_changes order by id limit 50000)
    returning list, kind, part, items
  )
  insert into stats.admin_list_counts as total (list, kind, part, items)
  select list, kind, part, sum(items) from taken group by list, kind, part
  on conflict (list, kind, part) do update set items = total.items + excluded.items;
end $$;
comment on function stats.find_admin_list_part(text,text,bigint,boolean) is
  'The part of a list that contains the row after so many, and how many rows precede that part, from the first part or from the last; null past the end.';
comment on function private.protect_last_admin() is
  'Trigger: keeps at least one active admin (P-03).';
comment on function public.admin_update_user(uuid,jsonb) is
  'Changes the named columns of an account; every text is trimmed. reason is recorded in the audit log and emailed to the person; a change made after seen, the updated_at that the caller read, is not overwritten.';
comment on function public.admin_delete_user(uuid,text) is
  'Deletes an account and all its rows, and emails the reason to its confirmed address. Feedback it gave stays without its name.';
comment on function public.admin_toggle_user_status(uuid,text,boolean,text,timestamptz) is
  'Activates or deactivates, shows or hides an account, emails the person the reason, and refuses if the account changed after seen. Deactivating ends its sessions.';
comment on function public.admin_switch_users(jsonb,text,boolean,text) is
  'Switches up to 100 accounts, [{id, seen}], in one transaction with one reason, and returns the outcome of each: done, unchanged or refused with a message.';
comment on function private.list_admin_accounts(text,text,integer,integer,text) is
  'A page of accounts by newest, oldest or name.';
