-- The rows of a database of before the baseline come back: what people and operators wrote is copied, what comes with a
-- release is as this one has it, and what triggers derive is derived anew.
do $$
declare
  -- Parents before what refers to them.
  copied constant text[] := array[
    'private.rate_limits', 'public.profiles', 'private.unfinished_sign_ups', 'private.known_devices',
    'public.audit_log', 'audit.chain', 'public.site_settings', 'public.site_setting_revisions',
    'public.notification_settings', 'notify.notices', 'notify.unsubscriptions', 'public.consents',
    'public.account_deletions', 'public.categories', 'public.provider_categories', 'private.removed_selections',
    'public.subscribers', 'public.coupons', 'public.coupon_redemptions', 'billing.payment_events', 'public.payments',
    'billing.refunds', 'billing.membership_periods', 'public.feedback', 'public.feedback_replies',
    'public.feedback_revisions', 'public.services', 'public.availability', 'public.saved_providers',
    'private.portfolio_cleanup', 'private.departed_providers', 'public.jobs', 'public.job_contact_reveals',
    'private.job_questions', 'public.saved_jobs', 'public.job_alerts', 'private.job_alert_deliveries',
    'public.enquiries', 'public.enquiry_messages', 'public.enquiry_blocks', 'public.businesses',
    'public.business_claims', 'private.claim_links', 'private.claim_invitations', 'public.reports',
    'public.report_events', 'public.search_synonyms', 'search.places', 'private.derived_repairs'];
  relation text;
  own text;
  columns text;
  checked record;
begin
  if to_regnamespace('before_baseline') is null then
    return;
  end if;
  -- These hold for what is written from now on; earlier rows may break them.
  create temporary table unproven on commit drop as
    select conrelid::regclass as relation, conname, pg_get_constraintdef(oid) as definition from pg_catalog.pg_constraint
    where not convalidated and connamespace <> 'before_baseline'::regnamespace and conrelid = any (copied::regclass[]);
  for checked in select * from pg_temp.unproven loop
    execute format('alter table %s drop constraint %I', checked.relation, checked.conname);
  end loop;
  foreach relation in array copied loop
    own := 'before_baseline.' || split_part(relation, '.', 2);
    continue when to_regclass(own) is null;
    select string_agg(quote_ident(n.attname), ', ' order by n.attnum) into columns
    from pg_catalog.pg_attribute n join pg_catalog.pg_attribute o on o.attrelid = own::regclass and o.attname = n.attname and not o.attisdropped
    where n.attrelid = relation::regclass and n.attnum > 0 and not n.attisdropped and n.attgenerated = '';
    execute format('alter table %s disable trigger user', relation);
    -- A setting that came with a later release stays; of all else that came with this one, what people made of it holds.
    execute case relation when 'public.site_settings'
      then 'delete from public.site_settings where key in (select key from before_baseline.site_settings)'
      else format('delete from %s', relation) end;
    execute format('insert into %s (%s) overriding system value select %2$s from %s', relation, columns, own);
    execute coalesce((select format('select setval(%L, last_value, is_called) from %s',
        pg_get_serial_sequence(relation, attname), pg_get_serial_sequence(own, attname))
      from pg_catalog.pg_attribute where attrelid = relation::regclass and attidentity <> ''), 'select 1');
  end loop;
  if not exists (select from pg_catalog.pg_attribute
    where attrelid = 'before_baseline.feedback'::regclass and attname = 'original_title') then
    update public.feedback f set original_title = r.title, original_description = r.description
    from (select distinct on (feedback_id) feedback_id, title, description
      from public.feedback_revisions order by feedback_id, replaced_at) as r
    where r.feedback_id = f.id;
  end if;
  set constraints all immediate;
  set constraints all deferred;
  foreach relation in array copied loop
    execute format('alter table %s enable trigger user', relation);
  end loop;
  for checked in select * from pg_temp.unproven loop
    execute format('alter table %s add constraint %I %s', checked.relation, checked.conname, checked.definition);
  end loop;
  drop schema before_baseline cascade;
  perform private.check_listings(piece) from generate_series(0, 63) as piece;
  perform search.rebuild_admin_search();
  perform search.rebuild_job_facets();
  perform stats.rebuild_figures();
  delete from supabase_migrations.schema_migrations;
end $$;
