import { beforeEach, describe, expect, it } from "vitest";
import { quoteActs } from "#tests/security/jobs/quotes-acts.ts";
import { A_JOB, allowed, type Name, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** What one account can have mailed to others in a day: by an array, one by one, and in parallel. */
const world = testWorld();
const acts = quoteActs(() => world);
const { own, idOf } = acts;
const LIMITED = "429 PT429";

const numbers = (many: number) => [...Array(many).keys()];
const insert = (who: Name, table: string, list: object | object[]) =>
  world.from(who, table).insert(list);
const noticesOf = async (kind: string) => (await acts.notices(kind)).length;
const countOf = (table: string) => world.count(`${table}`);
/** Members beyond the cast, as many as are to be written about. */
const MANY = 60;
const member = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

beforeEach(async () => {
  await own(
    `delete from public.businesses; delete from public.feedback; delete from public.jobs;
     delete from notify.notices; delete from private.rate_limits`,
  );
  await own(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'member' || n || '@many.example', now(),
       '{"first_name": "M", "last_name": "N", "account_type": "provider", "business_name": "M", "categories": ["IT"]}'
     from generate_series(0, $1 - 1) n on conflict do nothing`,
    [MANY],
  );
});

describe("claims of businesses", () => {
  const businesses = async () =>
    rows<{ id: string }>(
      world.service
        .from("businesses")
        .insert(numbers(14).map((n) => ({ business_name: `Bakery ${n}` })))
        .select("id"),
    );
  const claimsOf = (list: { id: string }[]) =>
    list.map(({ id }) => ({ business_id: id, claimant_id: idOf("seeker") }));

  it("are 5 a day: an array of more makes none, and no mail", async () => {
    const list = await businesses();
    await refused(insert("seeker", "business_claims", claimsOf(list)), LIMITED);
    expect(await countOf("public.business_claims")).toBe(0);
    expect(await noticesOf("claim_waiting")).toBe(0);
    await allowed(insert("seeker", "business_claims", claimsOf(list.slice(0, 5))));
    for (const { id } of list) {
      const call = world.rpc("seeker", "claim_business", { business_id: id });
      // The claims that are there can be asked for again.
      await refused(call, list.findIndex((one) => one.id === id) < 5 ? "let in" : LIMITED);
    }
    expect(await countOf("public.business_claims")).toBe(5);
    expect(await noticesOf("claim_waiting")).toBe(5);
  });

  it("are 5 a day also of many requests at once", async () => {
    const list = await businesses();
    const calls = claimsOf(list).map((one) => outcome(insert("seeker", "business_claims", one)));
    expect((await Promise.all(calls)).filter((one) => one === "let in")).toHaveLength(5);
    expect(await countOf("public.business_claims")).toBe(5);
  });

  it("say when to come back", async () => {
    const list = await businesses();
    const response = await world.request("/rest/v1/business_claims", {
      as: "seeker",
      method: "POST",
      body: claimsOf(list),
    });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(86_000);
    expect(response.text).toContain("You have reached the limit of 5 claims a day.");
  });

  it("of however many accounts mail the admins 20 times a day; the screen has the rest", async () => {
    const list = await businesses();
    await own(
      `insert into public.business_claims (business_id, claimant_id)
       select b.id, p.id from public.businesses b
       cross join (select id from public.profiles where account_type = 'client' limit 2) p`,
    );
    expect(await countOf("public.business_claims")).toBe(2 * list.length);
    expect(await noticesOf("claim_waiting")).toBe(20);
  });
});

describe("reviews", () => {
  const reviews = (many: number) =>
    numbers(many).map((n) => ({
      ...{ provider_id: member(n), user_id: idOf("seeker"), rating: 1, title: "Bad" },
    }));

  it("are 20 a day: an array of more writes and mails none", async () => {
    await refused(insert("seeker", "feedback", reviews(21)), LIMITED);
    expect(await noticesOf("feedback_received")).toBe(0);
    await allowed(insert("seeker", "feedback", reviews(20)));
    await refused(insert("seeker", "feedback", reviews(21).slice(20)), LIMITED);
    await allowed(insert("rival", "feedback", { ...reviews(1)[0], user_id: idOf("rival") }));
    expect(await noticesOf("feedback_received")).toBe(21);
  });

  it("are answered 50 times a day", async () => {
    await own(
      `insert into public.feedback (provider_id, user_id, rating, title)
       select $1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 5, 'Good' from generate_series(0, 50) n`,
      [idOf("member")],
    );
    const replies = (await own("select id from public.feedback")).map(({ id }) => ({
      ...{ feedback_id: id, provider_id: idOf("member"), reply_text: "Thanks" },
    }));
    await refused(insert("member", "feedback_replies", replies), LIMITED);
    expect(await noticesOf("feedback_reply")).toBe(0);
    await allowed(insert("member", "feedback_replies", replies.slice(1)));
  });
});

describe("jobs", () => {
  const job = () => ({ ...A_JOB, user_id: idOf("seeker") });

  it("are 20 a day, however many of them were deleted", async () => {
    await refused(insert("seeker", "jobs", numbers(21).map(job)), LIMITED);
    await allowed(insert("seeker", "jobs", numbers(20).map(job)));
    await allowed(world.from("seeker", "jobs").delete().eq("user_id", idOf("seeker")));
    await refused(insert("seeker", "jobs", job()), LIMITED);
  });

  /** As many open jobs as the day's limit of a member, and one more. */
  const openJobs = async () => {
    await own(
      `insert into public.jobs (title, description, category, contact_email, user_id)
       select 'Job ' || n, 'It drips', 'IT', 'hush@secret.example', $1 from generate_series(0, 50) n`,
      [idOf("seeker")],
    );
    return (await own("select id from public.jobs")).map(({ id }) => String(id));
  };

  it("are unlocked 50 times a day by one member", async () => {
    const list = await openJobs();
    const reveal = (job?: string) => outcome(acts.reveal(job));
    for (const id of list.slice(0, 50)) expect(await reveal(id)).toBe("let in");
    expect(await reveal(list[50])).toBe(LIMITED);
    // What is unlocked stays so.
    expect(await reveal(list[0])).toBe("let in");
    expect(await countOf("public.job_contact_reveals")).toBe(50);
  });

  it("get 50 quotes a day of one member, new or changed", async () => {
    const list = await openJobs();
    for (const id of list.slice(0, 49)) await allowed(acts.send("member", id));
    await allowed(acts.send("member", list[0]));
    await refused(acts.send("member", list[49]), LIMITED);
    expect(await countOf("public.job_quotes")).toBe(49);
  });
});

/** The functions that queue mail, by what bounds it. A new one is to be bounded, and named here. */
const BOUND = {
  "they queue what another function decided":
    `notify.account notify.address notify.admin_action notify.admins notify.from_person
    notify.reporter notify.security_change`.split(/\s+/),
  "only admins": `admin_decide_report admin_delete_feedback admin_delete_job admin_delete_user
    admin_hide_feedback_picture admin_hide_job_picture admin_send_claim_link
    admin_send_test_mail admin_set_membership admin_update_user private.moderate_job
    private.record_feedback_moderation private.set_account_status`.split(/\s+/),
  "only to the account itself":
    `erase_account notify.credentials_changed notify.membership_changed notify.new_device
    notify.passkeys_changed notify.two_step_changed private.cancel_deletion_on_sign_in
    schedule_deletion`.split(/\s+/),
  "the payment provider": ["notify_failed_payment", "record_payment"],
  "the clock, each thing once":
    `notify.alert_admins notify.send_deletion_reminders notify.send_job_alerts notify.send_membership_reminders
    notify.send_visitor_alerts private.email_about_review private.process_job_expiry
    private.tell_members private.widen_quiet_jobs`.split(/\s+/),
  "5 claims a day, and 20 mails to admins": `notify.claim_created notify.claim_decided
    notify.request_claim_confirmation notify_claim`.split(/\s+/),
  "30 asks a day": ["ask_provider"],
  "20 reviews a day": ["notify.feedback_received"],
  "50 replies a day": ["notify.reply_received"],
  "20 messages a day": ["private.add_enquiry_message"],
  "5 refusals a day": ["receive_reply"],
  "50 places a day": ["notify.job_unlocked", "reveal_job_contact"],
  "50 quotes a day, each declined once": ["decline_quote", "send_quote"],
  "20 hires a day, and one mail a day to each who quoted": [
    "private.follow_job_status",
    "private.hire",
    "private.question_done",
  ],
  "5 mails a day to a mailbox, and one for each that it confirms": [
    "private.add_draft",
    "private.publish_review",
  ],
  "20 requests a week, and one reminder each": ["private.mail_review_invitation"],
  "10 reports an hour, and 3 mails a day to an address that is not proven": ["report_content"],
};

it("is bounded by something that this test names", async () => {
  const queue = await own(
    `select p.oid::regprocedure::text as name from pg_catalog.pg_proc p
     where p.prosrc ~ 'notify\\.(account|address|admins|admin_action|from_person|reporter|security_change|job_unlocked|request_claim_confirmation)\\(|into notify\\.notices'`,
  );
  expect(queue.map(({ name }) => String(name).replace(/\(.*/, "")).toSorted()).toEqual(
    Object.values(BOUND).flat().toSorted(),
  );
});
