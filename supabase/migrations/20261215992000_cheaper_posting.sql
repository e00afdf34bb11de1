-- Posting feedback and jobs costs less: one row at a time, and functions whose plans are cached.

create or replace function private.have_interacted(p_provider uuid, p_person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.job_contact_reveals r join public.jobs j on j.id = r.job_id
    where r.provider_id = p_provider and j.user_id = p_person)
  or exists (
    select from public.enquiries e
    where e.provider_id = p_provider and e.sender_id = p_person
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = p_provider)
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = p_person));
end $$;

create or replace function search.searchable_text(texts text[]) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return ' ' || lower(regexp_replace(array_to_string(texts, ' '), '\s+', ' ', 'g'));
end $$;

create or replace function search.symbols_of(words text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  signs constant text := regexp_replace(words, '[[:alnum:][:space:]]+', '', 'g');
begin
  return case when signs = '' then '{}' else array(select distinct sign from string_to_table(signs, null) as sign order by 1) end;
end $$;

create or replace function search.sync_admin_feedback_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into search.admin_feedback_search (feedback_id, state, created_at, words)
  select new.id, private.feedback_state(new.approved, new.moderated_at), new.created_at,
    search.searchable_text(array[new.title, new.author_name, concat_ws(' ', p.first_name, p.last_name, p.business_name)])
  from public.profiles p where p.id = new.provider_id
  on conflict (feedback_id) do update set state = excluded.state, created_at = excluded.created_at, words = excluded.words;
  return null;
end $$;

create or replace function stats.log_posted_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into stats.figure_changes (figure, day, amount) values ('jobs', private.uk_day(new.posted_date), 1);
  return null;
end $$;
comment on function stats.log_posted_job() is
  'Trigger: appends what stats.figure_sources says of a new job. SQL that is put together for each post takes four times as long.';

create or replace function stats.log_posted_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into stats.figure_changes (figure, day, amount) values ('feedback', private.uk_day(new.created_at), 1);
  return null;
end $$;

drop trigger log_figure_changes on public.jobs;
drop trigger log_figure_changes on public.feedback;
create trigger log_figure_changes after insert on public.jobs for each row execute function stats.log_posted_job();
create trigger log_figure_changes after insert on public.feedback for each row execute function stats.log_posted_feedback();
