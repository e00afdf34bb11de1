-- 'Download my data' also holds job alerts and known devices; and the second step is session_stands()'s affair.

insert into private.export_parts (place, name, title, query) values
  (24, 'known_devices', 'Kinds of devices you signed in with', 'select device, first_seen from private.known_devices where user_id = $1 order by first_seen'),
  (62, 'job_alerts', 'Job alerts', 'select categories, area, frequency, is_on, created_at, updated_at from public.job_alerts where user_id = $1 order by created_at'),
  (63, 'jobs_you_were_told_of', 'Jobs we told you of', 'select t.job_id, j.title, t.told_at from private.job_alerts_told t join public.jobs j on j.id = t.job_id where t.user_id = $1 order by t.told_at desc');

create or replace function public.how_to_prove(p_user uuid, p_session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'has_password', coalesce(u.encrypted_password, '') <> '',
    'signed_in_just_now', coalesce(s.created_at > now() - interval '10 minutes', false))
  from auth.users u left join auth.sessions s on s.id = p_session and s.user_id = u.id
  where u.id = p_user
$$;
