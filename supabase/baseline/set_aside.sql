-- A database of before the baseline: what the earlier migrations made there is put aside here, and its rows are
-- brought back at the end of this file. All of it is one transaction, so that it has happened or has not.
-- In a new database this does nothing.
do $$
declare
  -- Migrations that such a database has, and those that it may have.
  required constant text[] := array[
    '20261120000100', '20261120000200', '20261120000300', '20261120000350', '20261120000400', '20261120000500',
    '20261120000600', '20261120000700', '20261120000800', '20261120000900', '20261120001000', '20261120001001',
    '20261120001002', '20261120001003', '20261120001004', '20261120001100', '20261120001110', '20261121000100',
    '20261121000110', '20261121000200', '20261121000301', '20261121000302', '20261121000303', '20261121000304',
    '20261121000401', '20261121000410', '20261121000500', '20261121000501', '20261121000510', '20261121000600',
    '20261121000610', '20261121000620', '20261121000621', '20261121000622', '20261121000700', '20261121000801',
    '20261121000900', '20261121000910', '20261121000920', '20261121001000', '20261121001101', '20261121001102',
    '20261121001200', '20261121001201', '20261121001400', '20261121001410', '20261121002200', '20261122000100',
    '20261122000110', '20261122000120', '20261122000130', '20261122000150', '20261122000155', '20261122000160',
    '20261122000170', '20261122000180', '20261122000200', '20261122000201', '20261122000210', '20261122000300',
    '20261122000310', '20261122000320', '20261122000400', '20261122000600', '20261122000610', '20261123000200',
    '20261123000210', '20261123000501', '20261123000601', '20261124000300', '20261124000701', '20261124000801',
    '20261125000101', '20261125000201', '20261125000301'];
  optional constant text[] := array[
    '20261126000301', '20261126000500', '20261126000510', '20261126000520', '20261126000600', '20261126000610',
    '20261126000620', '20261126000700', '20261126000800', '20261126000810', '20261126000820', '20261126001000',
    '20261126001150', '20261126001160', '20261127000100', '20261127000500', '20261127000510'];
  relations constant text[] := array[
    'account_deletions', 'audit_log', 'availability', 'business_claims', 'businesses', 'categories', 'consents',
    'coupon_redemptions', 'coupons', 'enquiries', 'enquiry_blocks', 'enquiry_messages', 'feedback',
    'feedback_replies', 'feedback_revisions', 'job_alerts', 'job_contact_reveals', 'jobs', 'notification_settings',
    'payments', 'profiles', 'provider_categories', 'public_providers', 'report_events', 'reports',
    'reports_number_seq', 'reviews', 'saved_jobs', 'saved_providers', 'search_synonyms', 'services',
    'site_setting_revisions', 'site_settings', 'subscribers', 'user_sessions'];
  functions constant text[] := array[
    'account_files', 'admin_allow_job', 'admin_analytics', 'admin_audit_log', 'admin_categories',
    'admin_category_reach', 'admin_dashboard_counts', 'admin_decide_claim', 'admin_decide_report',
    'admin_delete_feedback', 'admin_delete_job', 'admin_delete_user', 'admin_edit_feedback', 'admin_export_users',
    'admin_feedback', 'admin_figures', 'admin_make_provider', 'admin_merge_categories', 'admin_moderate_feedback',
    'admin_reorder_categories', 'admin_restore_setting', 'admin_save_setting', 'admin_send_claim_link',
    'admin_set_coupon', 'admin_set_membership', 'admin_settings', 'admin_stop_job', 'admin_support_view',
    'admin_switch_users', 'admin_take_report', 'admin_toggle_user_status', 'admin_update_user', 'admin_users',
    'allow_support', 'answer_claim', 'answer_enquiry', 'answer_job_question', 'appeal_report', 'apply_payment_event',
    'audit_log_holds', 'before_user_created', 'block_enquirer', 'cancel_email_change', 'category_moved',
    'category_page', 'claim_business', 'claim_by_link', 'count_attempt', 'count_profiles_by_date',
    'count_profiles_by_type', 'coupon_remaining', 'custom_access_token', 'deletion_cancelled', 'due_tasks',
    'end_device', 'erase_account', 'export_account', 'extend_task', 'feedback_summary', 'finish_notice',
    'finish_sign_up', 'finish_task', 'get_admin_businesses', 'get_admin_user_details', 'has_admin', 'how_to_prove',
    'is_business_email', 'job_page', 'job_question', 'job_reveals', 'make_first_admin', 'my_devices', 'my_enquiries',
    'notify_claim', 'own_account_type', 'parse_budget', 'postpone_deletion', 'provider_gone', 'read_enquiry',
    'record_payment', 'record_refund', 'recorded_refunds', 'redeem_coupon', 'reorder_services', 'report_case',
    'report_content', 'reset_needs_second_step', 'reveal_job_contact', 'run_task', 'schedule_deletion',
    'search_businesses', 'search_jobs', 'search_providers', 'send_enquiry', 'session_stands', 'sign_up_unfinished',
    'sitemap_page', 'sitemap_starts', 'support_looks', 'take_deletions', 'take_notices', 'tell_failed_payment',
    'trial_providers', 'undo_unsubscribe', 'unsubscribe', 'unused_portfolio_files', 'verify_audit_log',
    'withdraw_support'];
  policies constant text[] := array[
    'add own files', 'admins hear that figures changed', 'remove own files', 'replace own files', 'see own files',
    'the second step comes first to add', 'the second step comes first to remove',
    'the second step comes first to replace', 'the session counts', 'the session counts to see',
    'there is room to add', 'there is room to replace'];
  applied text[];
  foreign_to_us text;
  found record;
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return;
  end if;
  select array_agg(version::text) into applied from supabase_migrations.schema_migrations;
  if applied is null then
    return;
  end if;
  -- What is not of these migrations would be lost, or half understood: nothing of it is touched.
  select coalesce(
    (select format('it lacks the migration %s', v) from unnest(required) as v where v <> all (applied) order by v limit 1),
    (select format('it has a migration %s', v) from unnest(applied) as v where v <> all (required || optional) order by v limit 1),
    (select format('public.%s is not of this project', c.relname) from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relname <> all (relations)
        and not exists (select from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1),
    (select format('public.%s() is not of this project', p.proname) from pg_catalog.pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname <> all (functions)
        and not exists (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e') limit 1)) into foreign_to_us;
  if foreign_to_us is not null then
    raise exception 'This database cannot be upgraded (%): start the release that it was made with, or export it with "pg_dump" and start with an empty one.', foreign_to_us;
  end if;

  create schema before_baseline;
  for found in select c.oid::regclass::text as name, c.relkind from pg_catalog.pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v') order by c.relkind = 'v' desc loop
    execute case found.relkind when 'v' then format('drop view if exists %s cascade', found.name)
      else format('alter table %s set schema before_baseline', found.name) end;
  end loop;
  -- With each function go the triggers and policies that call it, on tables of the services too.
  drop schema private cascade;
  for found in select p.oid::regprocedure::text as name from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = any (functions)
      and not exists (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute format('drop function if exists %s cascade', found.name);
  end loop;
  for found in select polname, polrelid::regclass as relation from pg_catalog.pg_policy
    where polrelid in ('storage.objects'::regclass, 'realtime.messages'::regclass) and polname = any (policies) loop
    execute format('drop policy %I on %s', found.polname, found.relation);
  end loop;
  -- As they are called now.
  alter table if exists before_baseline.attempts rename to rate_limits;
  alter table if exists before_baseline.audit_chain rename to chain;
  alter table if exists before_baseline.job_alerts_told rename to job_alert_deliveries;
  alter table if exists before_baseline.memberships rename to membership_periods;
  alter table if exists before_baseline.portfolio_sweep rename to portfolio_cleanup;
  alter table if exists before_baseline.jobs rename column asked_at to expiry_notice_at;
  alter table if exists before_baseline.job_questions rename column asked_at to sent_at;
  alter table if exists before_baseline.job_alert_deliveries rename column told_at to sent_at;
end $$;
