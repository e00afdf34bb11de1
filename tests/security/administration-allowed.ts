import type { World } from "#tests/security/people.ts";

/** What the database lets callers do, by name: whatever is not here must be refused. */
const BOTH = ["anon", "authenticated"] as const;
const SIGNED_IN = ["authenticated"] as const;

type Allowed = Record<string, readonly ("anon" | "authenticated")[]>;

const each = <T>(names: string, value: T) =>
  names.split(/\s+/).map((name) => [name, value] as const);

/** Tables and views that a role may select from, as far as columns and policies let it. */
export const MAY_READ: Allowed = Object.fromEntries([
  ...each(
    `audit_log business_claims consents coupon_redemptions coupons enquiries enquiry_blocks
     enquiry_messages feedback_revisions job_contact_reveals job_matches hires job_quotes
     notification_settings payments profiles provider_categories report_events reports
     review_links saved_jobs saved_providers subscribers user_sessions`,
    SIGNED_IN,
  ),
  ...each(
    `availability businesses categories feedback feedback_replies jobs public_providers reviews
     services site_settings`,
    BOTH,
  ),
]);

/** What accounts may write by the tables, as far as columns and policies let them; visitors write nothing. */
export const MAY_WRITE: Record<string, string> = {
  availability: "insert update",
  business_claims: "insert",
  businesses: "insert update",
  categories: "insert update",
  feedback: "insert update",
  feedback_replies: "insert update",
  jobs: "delete insert update",
  notification_settings: "update",
  profiles: "update",
  saved_jobs: "delete insert",
  saved_providers: "delete insert",
  services: "delete insert update",
};

/**
 * Who may call a function: `anyone`, visitors too; whoever is `signed in`, with a session that counts and past the
 * second step; `admins` alone; or whoever has given the password, at the `first step` (visitors get nothing).
 */
export type Callers = "anyone" | "signed in" | "admins" | "first step";

/** Every function in public that may be called. `accounts/valid-tokens.test.ts` tries each as everybody else. */
export const MAY_CALL: Record<string, Callers> = Object.fromEntries<Callers>([
  ...each<Callers>(
    `answer_claim answer_job_question appeal_report category_moved category_page claim_by_link
     coupon_remaining feedback_summary has_admin is_business_email job_page job_question
     parse_budget provider_page remove_review report_case report_content reset_needs_second_step
     review_link_owner review_requests stop_review_mail
     search_businesses search_jobs search_providers sitemap_page sitemap_starts start_draft suggest_search
     trial_providers undo_unsubscribe unsubscribe`,
    "anyone",
  ),
  ...each<Callers>(
    `accept_quote allow_support answer_enquiry ask_for_reviews ask_provider block_enquirer cancel_email_change
     claim_business confirm_hire decline_ask decline_quote deletion_cancelled end_device
     enquiry_others feedback_right finish_sign_up is_session_valid job_answers job_hire
     job_reveals list_support_views mark_job_done mark_job_hired membership_worth
     must_choose_password my_contacts my_devices my_enquiries my_jobs my_quotes my_review_link my_saved_jobs
     notify_claim open_job_quotes read_enquiry reorder_services reveal_job_contact
     revoke_job_contact see_job send_enquiry send_quote set_feedback_pictures sign_up_unfinished
     uncount_own_view withdraw_quote withdraw_support write_about_quote`,
    "signed in",
  ),
  ...each<Callers>(
    `admin_allow_job admin_analytics admin_answers admin_audit_log admin_categories admin_category_reach
     admin_dashboard_counts admin_decide_claim admin_decide_report admin_delete_feedback
     admin_delete_job admin_delete_user admin_edit_feedback admin_export_users admin_feedback
     admin_figures admin_health admin_hide_feedback_picture admin_hide_job_picture admin_mails
     admin_make_provider admin_merge_categories admin_moderate_feedback
     admin_remove_message_pictures admin_reorder_categories admin_repeated_hires
     admin_reported_message admin_restore_setting admin_retry_mail admin_run_task
     admin_save_setting admin_send_claim_link admin_send_test_mail admin_sent_mail
     admin_set_coupon admin_set_membership admin_settings admin_stop_job admin_support_view
     admin_switch_users admin_take_report admin_toggle_user_status admin_update_user admin_users
     count_profiles_by_date count_profiles_by_type get_admin_businesses get_admin_claims
     get_admin_user_details verify_audit_log`,
    "admins",
  ),
  ...each<Callers>(`own_account_type`, "first step"),
]);

/** The roles that a rule needs. */
export const rolesFor = (callers: Callers | undefined): readonly ("anon" | "authenticated")[] =>
  callers === undefined ? [] : callers === "anyone" || callers === "first step" ? BOTH : SIGNED_IN;

/** Every policy, and the file that tries to get around it. */
export const COVERED: Record<string, string> = {
  ...Object.fromEntries(
    `business_claims consents coupon_redemptions enquiry_blocks job_contact_reveals job_matches
     notification_settings payments profiles provider_categories saved_jobs saved_providers subscribers`
      .split(/\s+/)
      .map((table) => [`public.${table}: require valid session`, "accounts/valid-tokens.test.ts"]),
  ),
  "public.jobs: require valid session": "accounts/two-step.test.ts",
  "storage.objects: require valid session": "accounts/two-step.test.ts",
  "public.audit_log: admins read": "site/administration.test.ts",
  "public.availability: providers change their own": "providers/availability.test.ts",
  "public.availability: providers write their own": "providers/availability.test.ts",
  "public.availability: readable with the profile": "providers/availability.test.ts",
  "public.business_claims: claimants and admins read": "businesses/businesses.test.ts",
  "public.business_claims: confirmed users claim": "businesses/businesses.test.ts",
  "public.businesses: admins add": "businesses/businesses.test.ts",
  "public.businesses: admins change": "businesses/businesses.test.ts",
  "public.businesses: everyone reads names": "businesses/businesses.test.ts",
  "public.categories: admins add": "site/administration.test.ts",
  "public.categories: admins change": "site/administration.test.ts",
  "public.categories: everyone reads active categories": "site/administration.test.ts",
  "public.consents: admins read where support is allowed": "accounts/consents.test.ts",
  "public.consents: owners read": "accounts/consents.test.ts",
  "public.coupon_redemptions: owners and admins read": "membership/membership.test.ts",
  "public.coupons: admins read": "membership/membership.test.ts",
  "public.enquiries: participants read": "enquiries/enquiries.test.ts",
  "public.enquiry_blocks: owners read": "enquiries/enquiries.test.ts",
  "public.enquiry_messages: participants read": "enquiries/enquiries.test.ts",
  "public.feedback: admins moderate": "feedback/feedback.test.ts",
  "public.feedback: authors and admins read": "feedback/feedback.test.ts",
  "public.feedback: confirmed users review providers": "feedback/feedback.test.ts",
  "public.feedback: everyone reads public feedback": "feedback/feedback.test.ts",
  "public.feedback_replies: readable with the feedback": "feedback/given.test.ts",
  "public.feedback_replies: the provider edits the reply": "feedback/replies.test.ts",
  "public.feedback_replies: the reviewed provider replies": "feedback/replies.test.ts",
  "public.feedback_revisions: admins read": "feedback/given.test.ts",
  "public.job_matches: members read their own": "jobs/matches.test.ts",
  "public.review_links: providers read their own": "feedback/invited.test.ts",
  "public.hires: both sides and admins read": "feedback/hires.test.ts",
  "public.job_quotes: provider and poster read": "jobs/quotes.test.ts",
  "public.job_contact_reveals: providers read their own": "jobs/contacts-revealed.test.ts",
  "public.jobs: confirmed clients post": "jobs/jobs.test.ts",
  "public.jobs: everyone reads open jobs": "jobs/contacts.test.ts",
  "public.jobs: hired providers read": "jobs/hired.test.ts",
  "public.jobs: posters and admins read": "jobs/jobs.test.ts",
  "public.jobs: posters change their own": "jobs/jobs.test.ts",
  "public.jobs: posters delete their own": "jobs/jobs.test.ts",
  "public.notification_settings: owners change": "notifications/notifications.test.ts",
  "public.notification_settings: owners read": "notifications/notifications.test.ts",
  "public.payments: payers and admins read": "membership/life.test.ts",
  "public.profiles: owners and admins read": "accounts/accounts.test.ts",
  "public.profiles: owners change their own": "accounts/accounts.test.ts",
  "public.provider_categories: owners and admins read": "accounts/accounts.test.ts",
  "public.report_events: admins read": "reports/cases.test.ts",
  "public.reports: admins read": "reports/reports.test.ts",
  "public.saved_jobs: owners read": "accounts/bookmarks.test.ts",
  "public.saved_jobs: owners unsave": "accounts/bookmarks.test.ts",
  "public.saved_jobs: providers save": "accounts/bookmarks.test.ts",
  "public.saved_providers: owners read": "accounts/bookmarks.test.ts",
  "public.saved_providers: owners save": "accounts/bookmarks.test.ts",
  "public.saved_providers: owners unsave": "accounts/bookmarks.test.ts",
  "public.services: providers add their own": "providers/services.test.ts",
  "public.services: providers change their own": "providers/services.test.ts",
  "public.services: providers delete their own": "providers/services.test.ts",
  "public.services: readable with the profile": "providers/services.test.ts",
  "public.site_settings: everyone reads": "site/administration.test.ts",
  "public.subscribers: members and admins read": "membership/membership.test.ts",
  "storage.objects: add own files": "site/storage.test.ts",
  "storage.objects: remove own files": "site/storage.test.ts",
  "storage.objects: replace own files": "site/storage.test.ts",
  "storage.objects: read own files": "site/storage.test.ts",
  "storage.objects: read pictures of own conversations": "enquiries/pictures.test.ts",
  "storage.objects: shown files are added once": "providers/shown-files.test.ts",
  "storage.objects: shown files are not replaced": "providers/shown-files.test.ts",
  "storage.objects: within quota to add": "site/storage-limits.test.ts",
  "storage.objects: within quota to replace": "site/storage-limits.test.ts",
};

/**
 * Every function of public that a condition names, with something of the right type for each of its arguments: a
 * caller without the right is refused before anybody looks at it.
 */
export const callsIn = async (
  world: World,
  given: { uuid: string; json: unknown; text: string },
  which = "",
) => {
  const anyOf = (type: string): unknown => {
    if (type.endsWith("[]")) return [];
    if (type === "uuid") return given.uuid;
    if (type === "boolean") return true;
    if (type === "json" || type === "jsonb") return given.json;
    if (/int|numeric|double/.test(type)) return 1;
    return type.startsWith("timestamp") || type === "date" ? "2026-01-01" : given.text;
  };
  const found = await world.sql<{ name: string; names: string[]; types: string[] }>(
    `select p.proname as name, coalesce(p.proargnames[:p.pronargs], '{}') as names,
        array(select t::regtype::text from unnest(p.proargtypes::oid[]) as t) as types
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' ${which} order by 1`,
  );
  return found.map(({ name, names, types }) => ({
    name,
    args: Object.fromEntries(names.map((arg, at) => [arg, anyOf(types[at] ?? "text")])),
  }));
};
