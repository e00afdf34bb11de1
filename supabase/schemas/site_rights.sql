-- Site: who may call which function, and the rules that all tables share. No caller reaches what is not named here or granted
-- with its table.

-- Tables --------------------------------------------------------------------------------------------------------------

do $$
declare
  rows regclass;
begin
  -- Without a policy nobody but its owner and the service reads a row.
  for rows in select c.oid from pg_catalog.pg_class c
    where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'private', 'search', 'notify', 'stats', 'billing', 'audit')
  loop
    execute format('alter table %s enable row level security', rows);
  end loop;
  -- Tables of a person's own rows, which a token counts for only while its session does.
  foreach rows in array '{public.consents,public.coupon_redemptions,public.enquiry_blocks,
    public.job_contact_reveals,public.job_matches,public.notification_settings,public.payments,public.profiles,public.provider_categories,
    public.saved_jobs,public.saved_providers,public.subscribers}'::regclass[]
  loop
    execute format('create policy "require valid session" on %s as restrictive to authenticated using ((select private.is_session_valid()))', rows);
  end loop;
end $$;
create policy "require valid session" on realtime.messages as restrictive to authenticated
  using ((select private.is_session_valid()));
create policy "require valid session" on storage.objects as restrictive to authenticated
  using ((select private.is_session_valid()));

-- Functions -----------------------------------------------------------------------------------------------------------

-- Everybody, and the service: what policies, checks and views of a caller call.
grant execute on function private.caller_state, private.check_caller, private.fold, private.has_account_type,
  private.is_admin, private.is_email_address, private.is_listed, private.is_provider, private.is_session_valid,
  private.is_short_text, private.job_lifetime, private.plain_digits, private.plain_letters, private.refuse_if,
  private.require_active_account, private.valid_file_address, private.valid_hours, private.valid_phone,
  private.valid_skills, private.valid_social_links, private.valid_work_sample, private.valid_work_samples,
  private.visible_text, private.work_sample_files to anon, authenticated, service_role;
-- Everybody, signed in or not.
grant execute on function public.answer_claim, public.answer_job_question, public.appeal_report,
  public.category_moved, public.category_page, public.claim_by_link, public.coupon_remaining, public.feedback_summary,
  public.has_admin, public.is_business_email, public.job_page, public.job_question, public.own_account_type,
  public.parse_budget, public.provider_page, public.report_case, public.report_content,
  public.remove_review, public.reset_needs_second_step, public.review_link_owner,
  public.review_requests, public.search_businesses, public.search_jobs, public.search_providers,
  public.sitemap_page, public.sitemap_starts, public.start_draft, public.stop_review_mail, public.suggest_search, public.trial_providers, public.undo_unsubscribe,
  public.unsubscribe to anon, authenticated;
grant execute on function private.is_member, private.slugify, search.job_document, search.lexemes, search.split_words
  to authenticated, service_role;
-- Whoever is signed in. Those for admins and members ask for themselves.
grant execute on function private.can_write_file, private.is_hidden_picture, private.is_hired,
  private.may_see_enquiry_picture, private.replaces_shown_file, private.within_file_quota, public.accept_quote,
  public.admin_allow_job, public.admin_analytics, public.admin_answers, public.admin_audit_log, public.admin_categories,
  public.admin_category_reach, public.admin_dashboard_counts, public.admin_decide_claim, public.admin_decide_report,
  public.admin_delete_feedback, public.admin_delete_job, public.admin_delete_user, public.admin_edit_feedback,
  public.admin_export_users, public.admin_feedback, public.admin_figures, public.admin_health,
  public.admin_hide_feedback_picture, public.admin_hide_job_picture, public.admin_mails, public.admin_make_provider,
  public.admin_merge_categories, public.admin_moderate_feedback, public.admin_remove_message_pictures,
  public.admin_reorder_categories, public.admin_repeated_hires, public.admin_reported_message,
  public.admin_restore_setting, public.admin_retry_mail, public.admin_run_task, public.admin_save_setting,
  public.admin_send_claim_link, public.admin_send_test_mail, public.admin_sent_mail, public.admin_set_coupon,
  public.admin_set_membership, public.admin_settings, public.admin_stop_job, public.admin_support_view,
  public.admin_switch_users, public.admin_take_report, public.admin_toggle_user_status, public.admin_update_user,
  public.admin_users, public.allow_support, public.answer_enquiry, public.ask_for_reviews, public.ask_provider, public.block_enquirer,
  public.cancel_email_change, public.claim_business, public.confirm_hire, public.count_profiles_by_date,
  public.count_profiles_by_type, public.decline_ask, public.decline_quote, public.deletion_cancelled,
  public.end_device, public.enquiry_others, public.feedback_right, public.finish_sign_up, public.get_admin_businesses,
  public.get_admin_claims, public.get_admin_user_details, public.is_session_valid, public.job_answers,
  public.job_hire, public.job_reveals, public.list_support_views, public.mark_job_done, public.mark_job_hired,
  public.membership_worth, public.must_choose_password, public.my_contacts, public.my_devices, public.my_enquiries,
  public.my_jobs, public.my_quotes, public.my_review_link, public.my_saved_jobs, public.notify_claim, public.open_job_quotes,
  public.read_enquiry, public.reorder_services, public.reveal_job_contact, public.revoke_job_contact, public.see_job,
  public.send_enquiry, public.send_quote, public.set_feedback_pictures, public.sign_up_unfinished,
  public.uncount_own_view, public.verify_audit_log, public.withdraw_quote, public.withdraw_support,
  public.write_about_quote to authenticated;
grant execute on function private.renewal_grace, public.count_postcodes, public.load_postcodes to service_role;
-- The auth service: its hooks.
grant execute on function public.before_user_created, public.custom_access_token to supabase_auth_admin;
