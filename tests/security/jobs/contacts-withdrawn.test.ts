import { beforeEach, describe, expect, it } from "vitest";
import { CONTACT_DAYS } from "#domain/jobs/lifecycle.ts";
import {
  allowed,
  FORBIDDEN,
  NAMES,
  type Name,
  outcome,
  refused,
  rows,
} from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { SECRET, SECRETS, SHOWN } from "./contacts-world.ts";
import { quoteActs } from "./quotes-acts.ts";

// Contacts that a poster withdraws from one provider, that are hidden when a job ends, and that are erased later.

const world = testWorld();
let job: string;
const acts = quoteActs(() => world);
const { own, processExpiry, put, idOf, clear } = acts;
beforeEach(async () => {
  await clear();
  job = await acts.post(SECRET);
});

const reveal = (who: Name) => acts.reveal(job, who);
const revoke = (who: Name | "visitor", provider_id = idOf("member"), job_id = job) =>
  world.rpc(who, "revoke_job_contact", { job_id, provider_id });
const update = (changes: object) =>
  world.from("seeker", "jobs").update(changes).eq("id", job).select("id");
const ledger = () => world.count("public.job_contact_reveals");
const stored = async () =>
  (await own("select contact_name, contact_email, contact_phone from public.jobs"))[0];

describe("withdrawn access", () => {
  beforeEach(() => rows(reveal("member")));

  it("is for the poster alone", async () => {
    const before = await world.picture("public.job_contact_reveals");
    for (const who of NAMES.filter((name) => name !== "seeker")) {
      const refusals = [FORBIDDEN, "404 PT404"];
      expect(refusals, who).toContain(await outcome(revoke(who)));
    }
    await refused(revoke("seeker", idOf("plain")), "404 PT404");
    await refused(revoke("seeker", idOf("member"), crypto.randomUUID()), "404 PT404");
    expect(await world.picture("public.job_contact_reveals")).toBe(before);
  });

  it("refuses that provider from then on, in every way, and nobody else", async () => {
    await rows(reveal("hidden"));
    await allowed(revoke("seeker"));
    await allowed(revoke("seeker"));
    for (let turn = 0; turn < 2; turn++) {
      const refused = await reveal("member");
      expect(`${refused.status} ${refused.error?.code}`).toBe("403 PT403");
      expect(JSON.stringify(refused)).not.toMatch(SECRETS);
    }
    await refused(acts.send("member", job), "403 PT403");
    const { client } = world.people.member;
    expect(await rows(client.from("job_contact_reveals").select())).toEqual([]);
    expect(await rows(reveal("hidden"))).toEqual([SHOWN]);
    // Also while the job is closed, and when it is open again.
    await rows(update({ status: "closed" }));
    await refused(reveal("member"), "403 PT403");
    await rows(update({ status: "open" }));
    await refused(reveal("member"), "403 PT403");
  });

  it("is in the exports as a fact: with the provider's name for the poster, without the job for the provider", async () => {
    await rows(revoke("seeker"));
    const held = async (who: Name) => {
      const { data } = await world.rpc("service", "export_account", { p_user: idOf(who) });
      return JSON.stringify(data);
    };
    const members = await held("member");
    expect(members).toMatch(
      /\{"job":null,"job_id":null,"revealed_at":"[^"]*","access_withdrawn_at":"/,
    );
    for (const foreign of [/hush@/, new RegExp(job)]) expect(members).not.toMatch(foreign);
    expect(await held("seeker")).toMatch(/member Ltd.*access_withdrawn_at/);
    await rows(world.from("seeker", "jobs").delete().eq("id", job).select("id"));
    expect(await held("member")).not.toContain("access_withdrawn_at");
  });

  it("is given back by a hire", async () => {
    await rows(revoke("seeker"));
    await rows(acts.hired("seeker", job, "here", "member"));
    expect(await rows(reveal("member"))).toEqual([SHOWN]);
  });

  it("holds against a reveal at the same moment", async () => {
    const [, ...reveals] = await Promise.all([
      outcome(revoke("seeker")),
      ...Array.from({ length: 4 }, () => outcome(reveal("member"))),
    ]);
    for (const one of reveals) expect(["let in", "403 PT403"]).toContain(one);
    await refused(reveal("member"), "403 PT403");
  });
});

describe("a contact", () => {
  const shows = async (who: Name) => (await outcome(reveal(who))) === "let in";

  it.each([
    ["open", true],
    ["closed", false],
    ["expired", false],
    ["paused", false],
    ["stopped", false],
  ])("of a job that is %s is shown to whoever unlocked it: %s", async (status, expected) => {
    await rows(reveal("member"));
    await put(job, status);
    expect(await shows("member")).toBe(expected);
    for (const who of ["seeker", "admin"] as const)
      expect(await rows(reveal(who))).toEqual([SHOWN]);
  });

  it("is hidden when the time is over, before the clock's task has run", async () => {
    await rows(reveal("member"));
    await own("update public.jobs set expires_at = now() - interval '1 second'");
    await refused(reveal("member"), "403 PT403");
  });

  it.each(["closed", "expired", "stopped"])(
    "of a job that is %s is erased after as many days as people read, and who unlocked it is not",
    async (status) => {
      await rows(reveal("member"));
      await own("update public.jobs set status = $1", [status]);
      const age = (days: number) =>
        own("update public.jobs set ended_at = now() - $1 * interval '1 day'", [days]);
      await age(CONTACT_DAYS - 0.1);
      await processExpiry();
      expect(await stored()).toEqual(SECRET);
      await age(CONTACT_DAYS + 0.1);
      await processExpiry();
      const erased = { contact_name: null, contact_email: null, contact_phone: null };
      expect(await stored()).toEqual(erased);
      expect(await ledger()).toBe(1);
      expect(await rows(reveal("seeker"))).toEqual([{ ...erased, sector: null }]);
      await refused(reveal("member"), "403 PT403");
    },
  );

  it("of a job that goes on is not erased, however old it is, and a new end counts anew", async () => {
    await own("update public.jobs set posted_date = now() - interval '1 year'");
    await processExpiry();
    expect(await stored()).toEqual(SECRET);
    await rows(update({ status: "closed" }));
    await own("update public.jobs set ended_at = now() - interval '89 days'");
    await rows(update({ status: "open" }));
    await rows(update({ status: "closed" }));
    await processExpiry();
    expect(await stored()).toEqual(SECRET);
    expect(await world.count("public.jobs where ended_at > now() - interval '1 minute'")).toBe(1);
  });

  it("that was erased has to be entered again before the job is reopened, by anybody", async () => {
    const erase = async (status: string) => {
      await put(job, status);
      await own("update public.jobs set ended_at = now() - interval '91 days'");
      await processExpiry();
      expect(await world.see("select contact_erased from public.jobs")).toBe(true);
    };
    await erase("stopped");
    const allow = world.rpc("admin", "admin_allow_job", { job_id: job });
    await refused(allow, "400 23514");
    await erase("closed");
    await refused(update({ status: "open" }), "400 23514");
    await allowed(update({ status: "open", contact_email: "new@b.example" }));
    expect(await rows(reveal("member"))).toMatchObject([{ contact_email: "new@b.example" }]);
    // Nor can the poster take it out of an open job.
    await refused(update({ contact_email: null }), "400 23514");
    // Entered while the job stays closed, it is erased only after as long again.
    await erase("closed");
    await rows(update({ contact_email: "again@b.example" }));
    await processExpiry();
    expect(await stored()).toMatchObject({ contact_email: "again@b.example" });
  });
});

describe("the poster is emailed of an unlock", () => {
  const notices = () =>
    own(
      "select user_id, data, due_at > now() as waits from notify.notices where kind = 'job_unlocked' order by due_at",
    );

  it("once for each, several together, and never by their own or an admin's look", async () => {
    await rows(reveal("seeker"));
    await rows(reveal("admin"));
    expect(await notices()).toEqual([]);
    await Promise.all(
      (["member", "hidden", "member", "member", "hidden", "member"] as const).map((who) =>
        rows(reveal(who)),
      ),
    );
    const [notice, ...more] = await notices();
    expect(more).toEqual([]);
    const data = { job_id: job, many: 2 };
    expect(notice).toMatchObject({ user_id: idOf("seeker"), waits: true, data });
    const { providers } = (notice as { data: { providers: string[] } }).data;
    expect(providers.toSorted()).toEqual(["hidden Ltd", "member Ltd"]);
    expect(JSON.stringify(notice)).not.toMatch(SECRETS);
  });

  it("by the next email, when one is being sent", async () => {
    await rows(reveal("member"));
    await own("update notify.notices set claimed_until = now() + interval '10 minutes'");
    await rows(reveal("hidden"));
    const mails = (await notices()) as { data: { providers: string[] } }[];
    expect(mails.map(({ data }) => data.providers)).toEqual([["member Ltd"], ["hidden Ltd"]]);
  });

  it("by the quote's own email alone, when it comes with a quote", async () => {
    await rows(acts.send("member", job));
    expect(await notices()).toEqual([]);
    expect(await ledger()).toBe(1);
  });

  it("unless they want no mail", async () => {
    await rows(reveal("member"));
    await own("update notify.notices set due_at = now()");
    const settings = (email_notifications: boolean) =>
      world
        .from("seeker", "notification_settings")
        .update({ email_notifications })
        .eq("user_id", idOf("seeker"))
        .select("user_id");
    await rows(settings(false));
    expect(await rows(world.rpc("service", "take_notices", {}))).toEqual([]);
    await rows(settings(true));
  });
});
