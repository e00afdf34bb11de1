import { beforeAll, describe, expect, it } from "vitest";
import { type Functions, type Person, runUntil } from "#tests/functions.ts";
import { allowed } from "#tests/security/people.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

/** Words of people without an account: nobody reaches them before the press that publishes them, once. */
const functions = testFunctions();
const visitor = () => functions.visitor();
const sql: Functions["sql"] = (...query) => functions.sql(...query);

const categories = ["IT"];
let provider: Person;
beforeAll(async () => {
  provider = await functions.person("provider", "paula");
  await functions.join(provider);
});

const JOB = () => ({
  title: "Rewire a flat",
  description: "Rewire a flat of two rooms.",
  categories,
  location: "Leeds",
  budget: "£500",
});
const start = async (email: string, content: object = JOB(), more: object = {}) =>
  visitor().rpc("start_draft", {
    p_kind: "job",
    p_email: email,
    p_name: "Nora Newman",
    p_content: content as never,
    p_age: 9000,
    ...more,
  });
/** What the newest mail to an address contains. */
const mailed = async (email: string) => {
  const [notice] = await sql<{ kind: string; data: { token: string; code: string } }>(
    "select kind, data from notify.notices where address = $1 order by created_at desc limit 1",
    [email],
  );
  return notice;
};
const finish = (body: object) =>
  functions.answerTo<Record<string, string>>(null, "finish-draft", body);
const jobsOf = (email: string) =>
  sql<{ id: string }>("select id from public.jobs where contact_email = $1", [email]);

it("publishes by the link, makes a client without a password, and signs in", async () => {
  await allowed(start("Nora@new.example"));
  expect(await jobsOf("nora@new.example")).toEqual([]);
  expect(await sql("select from public.profiles where email = 'nora@new.example'")).toEqual([]);
  const { token } = (await mailed("nora@new.example"))?.data ?? { token: "" };
  const done = await finish({ token });
  expect(done).toMatchObject({ status: 200, body: { kind: "job", no_password: true } });
  const db = visitor();
  const token_hash = done.body.tokenHash ?? "";
  await allowed(db.auth.verifyOtp({ token_hash, type: "magiclink" }));
  const { id } = (await db.auth.getUser()).data.user ?? { id: "" };
  const posted = await db.from("jobs").select("title, budget_min").eq("user_id", id);
  expect(posted.data).toEqual([{ title: "Rewire a flat", budget_min: 50000 }]);
  const wording = expect.stringMatching(/Terms of use\. Version of/);
  expect((await db.from("consents").select("purpose, granted, wording")).data).toEqual([
    { purpose: "terms", granted: true, wording },
  ]);
  // Again gives the same, and no second job.
  expect((await finish({ token })).body.result).toBe(done.body.result);
  await sql("update private.drafts set finished_at = now() - interval '2 hours'");
  expect((await finish({ token })).body).toMatchObject({
    result: done.body.result,
    tokenHash: null,
  });
});

it("publishes once under 20 presses at a time, by link and code", async () => {
  const { data: draft } = await start("many@new.example");
  const { token, code } = (await mailed("many@new.example"))?.data ?? {};
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) => finish(n % 2 ? { token } : { draft, code })),
  );
  const given = new Set(
    all.map(({ status, body }) => `${status} ${body.result} ${body.message ?? ""}`),
  );
  expect([...given]).toEqual([expect.stringMatching(/^200 /)]);
  expect(all[0]?.status).toBe(200);
  expect(await jobsOf("many@new.example")).toHaveLength(1);
});

it.each(["/rpc/finish_draft", "/admin/generate_link"])(
  "is completed by another press when the process ends before %s",
  async (path) => {
    const email = `killed${path.length}@new.example`;
    await start(email);
    const { token } = (await mailed(email))?.data ?? {};
    await runUntil(path, () => finish({ token }));
    expect((await finish({ token })).body.tokenHash).toBeTruthy();
    expect(await jobsOf(email)).toHaveLength(1);
  },
);

it("takes the code with the address in another browser, and tells nobody what waits for it", async () => {
  await start("else.where@new.example", { ...JOB(), title: "The older" });
  const { code } = (await mailed("else.where@new.example"))?.data ?? {};
  await start("else.where@new.example");
  const email = "Else.Where@new.example";
  const wrong = code === "000000" ? "000001" : "000000";
  for (const body of [
    { email, code: wrong },
    { email: "nobody@new.example", code },
    { email: ["x"], code },
    { code },
  ])
    expect(await finish(body)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^This code is not right/) },
    });
  expect(await finish({ email, code })).toMatchObject({ status: 200, body: { kind: "job" } });
  expect(await jobsOf("else.where@new.example")).toHaveLength(1);
});

it("refuses an unknown postcode before anything is stored", async () => {
  await sql(
    `insert into search.places (kind, name, latitude, longitude) select 'sector', 'xx1 ' || n, 54, -1 from generate_series(1, 600) as n
     union all select 'outward', 'ls6', 53.8, -1.5`,
  );
  for (const location of ["ZZ99 9ZZ", "zz9", "Z Z 9 9 9 Z Z"])
    expect((await start("lost@new.example", { ...JOB(), location })).error?.message).toMatch(
      /^We do not know the postcode/,
    );
  for (const location of ["LS6 3AB", "l s 6 3 a b", "Unit A4, Leeds", "Nowhere"])
    await allowed(start(`found${location.length}@new.example`, { ...JOB(), location }));
  await sql("delete from search.places where kind in ('sector', 'outward')");
});

it.each([{ toString: 1 }, ["1"], 7, null])("takes the code %j for a wrong one", async (code) => {
  const { data: draft } = await start("typed@new.example");
  expect(await finish({ draft, code })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/not right/) },
  });
});

it("counts wrong codes, and is void after five, also for the right one", async () => {
  const { data: draft } = await start("codes@new.example");
  const { code, token } = (await mailed("codes@new.example"))?.data ?? {};
  const wrong = code === "000000" ? "000001" : "000000";
  for (let tried = 0; tried < 5; tried++)
    expect((await finish({ draft, code: wrong })).body.message).toMatch(/not right/);
  expect((await finish({ draft, code })).body.message).toMatch(/no longer valid/);
  expect(await jobsOf("codes@new.example")).toEqual([]);
  for (const body of [{}, { draft }, { draft: "x", code }, { token: "0".repeat(64) }, { token: 7 }])
    expect((await finish(body)).status).toBe(409);
  expect((await finish({ token })).status).toBe(200);
});

it("counts a wrong code for every draft of a mailbox, by its address and by any id", async () => {
  const email = "many.codes@new.example";
  const drafts: { draft: string | null; code: string | undefined }[] = [];
  for (const title of ["The first", "The second", "The third"]) {
    const { data: draft } = await start(email, { ...JOB(), title });
    drafts.push({ draft, code: (await mailed(email))?.data.code });
  }
  const [first, second, third] = drafts;
  const wrong = ["000000", "000001", "000002", "000003"].find((code) =>
    drafts.every((one) => one.code !== code),
  );
  for (const body of [{ email }, { email }, { draft: first?.draft }, { draft: third?.draft }])
    expect((await finish({ ...body, code: wrong })).status).toBe(409);
  // Right for another draft is wrong for this one.
  expect((await finish({ draft: first?.draft, code: second?.code })).status).toBe(409);
  for (const { draft, code } of drafts)
    for (const body of [{ email }, { draft }])
      expect((await finish({ ...body, code })).status).toBe(409);
  expect(await jobsOf(email)).toEqual([]);
});

it("ends: the code after an hour, all of it after seven days", async () => {
  const { data: draft } = await start("late@new.example");
  const age = (ago: string) =>
    sql("update private.drafts set created_at = now() - $2::interval where id = $1", [draft, ago]);
  const { token, code } = (await mailed("late@new.example"))?.data ?? {};
  await age("61 minutes");
  expect((await finish({ draft, code })).status).toBe(409);
  await age("7 days");
  expect((await finish({ token })).status).toBe(409);
  await sql("select private.delete_old_rows()");
  expect(await sql("select from private.drafts where id = $1", [draft])).toEqual([]);
});

describe("the answer", () => {
  it("is the same for every address, and only the mail says why not", async () => {
    const client = await functions.person("client", "clara");
    const admin = await functions.person("admin", "ada");
    const deactivated = await functions.person("client", "deactivated");
    await functions.setProfile(deactivated, "is_active = false");
    for (const [email, kind] of [
      ["fresh@new.example", "draft_confirm"],
      [client.email, "draft_confirm"],
      [provider.email, "draft_refused"],
      [admin.email, "draft_refused"],
      [deactivated.email, "draft_refused"],
    ] as const) {
      const { data, error, status } = await start(email);
      expect([typeof data, error, status]).toEqual(["string", null, 200]);
      expect((await mailed(email))?.kind).toBe(kind);
    }
    const { token } = (await mailed(client.email))?.data ?? {};
    expect((await finish({ token })).status).toBe(200);
    expect(await sql("select from public.jobs where user_id = $1", [client.id])).toHaveLength(1);
  });

  it("refuses at the press who has become a provider, was deactivated, or is leaving", async () => {
    for (const [change, words] of [
      ["update public.profiles set account_type = 'provider' where id = $1", /Only clients/],
      ["update public.profiles set is_active = false where id = $1", /deactivated/],
      [
        "insert into public.account_deletions (user_id, was_visible) values ($1, false)",
        /about to be deleted/,
      ],
    ] as const) {
      const person = await functions.person("client", `turned${words.source.length}`);
      await start(person.email);
      const { token } = (await mailed(person.email))?.data ?? {};
      await sql(change, [person.id]);
      expect(await finish({ token })).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(words) },
      });
      expect(await sql("select from public.jobs where user_id = $1", [person.id])).toEqual([]);
    }
  });

  /** Signs up with an address that is never confirmed, and confirms a draft of the same one. */
  const signUpThenDraft = async (email: string, account_type: string, given?: string) => {
    const db = visitor();
    const account = { email, password: "chosen by who knows" };
    const data = {
      account_type,
      first_name: "Rude",
      last_name: "Words",
      location: "Elsewhere",
      phone_number: "07700 900123",
      business_name: "Rude Words Ltd",
      categories,
    };
    expect((await db.auth.signUp({ ...account, options: { data } })).error).toBeNull();
    if (given) await sql(given, [email]);
    await start(email);
    const done = await finish({ token: (await mailed(email))?.data.token });
    expect((await db.auth.signInWithPassword(account)).error).not.toBeNull();
    const profile = await functions.see(
      "select concat_ws(' ', account_type, first_name, last_name, location, phone_number, business_name) from public.profiles where email = $1",
      [email],
    );
    return [done.status, profile];
  };

  it.each(["client", "provider"])(
    "keeps nothing of a stranger's sign-up as a %s that the mailbox never confirmed",
    async (type) =>
      expect(await signUpThenDraft(`owner.${type}@new.example`, type)).toEqual([
        200,
        "client Nora Newman",
      ]),
  );

  it("deletes no sign-up that was given a membership", async () => {
    const given =
      "insert into public.subscribers (user_id, email) select id, email from public.profiles where email = $1";
    expect(await signUpThenDraft("given@new.example", "provider", given)).toEqual([
      409,
      "provider Rude Words Elsewhere 07700 900123 Rude Words Ltd",
    ]);
  });
});

it("sends an enquiry by the rules of the signed-in form", async () => {
  const content = { provider_id: provider.id, subject: "A socket", message: "One socket, please." };
  const of = (email: string) => start(email, content, { p_kind: "enquiry" });
  await allowed(of("asker@new.example"));
  expect(await sql("select from public.enquiries")).toEqual([]);
  const { token } = (await mailed("asker@new.example"))?.data ?? {};
  const done = await finish({ token });
  expect(
    await sql("select subject from public.enquiries where id = $1", [done.body.result]),
  ).toEqual([{ subject: "A socket" }]);
  await of(provider.email);
  const own = (await mailed(provider.email))?.data;
  expect((await finish({ token: own?.token })).body.message).toMatch(/yourself/);
  await of("late-asker@new.example");
  const late = (await mailed("late-asker@new.example"))?.data;
  await functions.setProfile(provider, "is_visible = false");
  expect((await of("later@new.example")).error?.code).toBe("PT404");
  expect((await finish({ token: late?.token })).body.message).toMatch(/not taking enquiries/);
});

it("refuses programs, doubles of a mailbox, and long or unknown words", async () => {
  const trapped = await start("bot@new.example", JOB(), { p_website: "http://spam.example" });
  expect(trapped.data).toMatch(/^[0-9a-f-]{36}$/);
  expect(await mailed("bot@new.example")).toBeUndefined();
  const OTHERS = Array.from({ length: 11 }, (_, n) => `Other: ${n}`);
  for (const [content, more, words] of [
    [JOB(), { p_age: 300 }, /wait a moment/],
    [{ ...JOB(), description: "x".repeat(10_000) }, {}, /at most 5,000 characters/],
    [{ ...JOB(), categories: ["Nothing > Such"] }, {}, /ategory/],
    [{ ...JOB(), title: "\u200b" }, {}, /say what you need/],
    [JOB(), { p_name: " " }, /your name/],
    [JOB(), { p_kind: "other" }, /log in/],
    [{}, {}, /say what you need/],
    [["texts"], {}, /not sent as texts/],
    [{ ...JOB(), title: { a: 1 } }, {}, /not sent as texts/],
    [{ ...JOB(), location: [1] }, {}, /not sent as texts/],
    [{ ...JOB(), categories: OTHERS }, {}, /at most 10 categories/],
  ] as const)
    expect((await start("words@new.example", content, more)).error?.message).toMatch(words);
  expect((await start("no address")).error?.message).toMatch(/valid email/);
  expect(
    await sql("select from private.drafts where email in ('bot@new.example', 'words@new.example')"),
  ).toEqual([]);

  const doubles =
    "d.ot@gmail.com dot@gmail.com do.t+a@googlemail.com dot+b@gmail.com DOT@gmail.com";
  for (const email of doubles.split(" ")) await allowed(start(email));
  expect((await start("d.o.t@googlemail.com")).error).toMatchObject({ code: "PT429" });
  await allowed(start("dot@other.example"));
});

it("emails new jobs to whoever confirmed it, once a morning, until one press", async () => {
  const of = (content: object) =>
    start("alert@new.example", content, { p_kind: "alert", p_name: "" });
  expect((await of({})).error?.message).toMatch(/category or a place/);
  await allowed(of({ category: "IT", location: "" }));
  const { token } = (await mailed("alert@new.example"))?.data ?? {};
  expect(await sql("select from private.job_alerts")).toEqual([]);
  const both = await Promise.all([finish({ token }), finish({ token })]);
  const once = { status: 200, body: { kind: "alert", tokenHash: null } };
  expect(both).toMatchObject([once, once]);
  expect(await sql("select from public.profiles where email = 'alert@new.example'")).toEqual([]);
  const sent = () =>
    sql<{ data: { many: number; jobs: object[] } }>(
      "select data from notify.notices where address = 'alert@new.example' and kind = 'visitor_jobs'",
    );
  const morning = async () => {
    await sql("update private.job_alerts set since = now() - interval '25 hours'");
    await sql("select notify.send_job_alerts()");
    await sql("select notify.send_job_alerts()");
  };
  await sql("select notify.send_job_alerts()");
  expect(await sent()).toEqual([]);
  await morning();
  const [mail] = await sent();
  expect(await sent()).toHaveLength(1);
  expect(mail?.data.many).toBeGreaterThan(0);
  expect(JSON.stringify(mail)).not.toMatch(/@new\.example|contact/);
  const [link] = await sql<{ unsubscribe_token: string }>(
    "select unsubscribe_token from public.take_notices(100) where kind = 'visitor_jobs'",
  );
  const stop = { p_token: link?.unsubscribe_token ?? "", p_topic: "job_alerts" };
  expect((await visitor().rpc("unsubscribe", { ...stop, p_topic: "email" })).data).toBe(false);
  expect((await visitor().rpc("unsubscribe", stop)).data).toBe(true);
  await morning();
  expect(await sent()).toHaveLength(1);
  expect((await visitor().rpc("undo_unsubscribe", stop)).data).toBe(true);
  expect((await visitor().rpc("unsubscribe", stop)).data).toBe(true);
  await sql("update private.job_alerts set ended_at = now() - interval '8 days'");
  await sql("select private.delete_old_rows()");
  expect(await sql("select from private.job_alerts")).toEqual([]);
});

it("emails new jobs by no more than ten wishes of one mailbox", async () => {
  await sql(
    "insert into private.job_alerts (email, category, location) select 'ten+' || n || '@new.example', 'IT', '' from generate_series(1, 10) n",
  );
  const wish = { category: "IT", location: "" };
  await allowed(start("ten@new.example", wish, { p_kind: "alert", p_name: "" }));
  const { token } = (await mailed("ten@new.example"))?.data ?? {};
  expect((await finish({ token })).status).toBe(409);
});

it("is reached by nobody: no table, function, search, export or list has it", async () => {
  const secret = "A very secret chimney";
  const { data: draft } = await start("secret@new.example", { ...JOB(), title: secret });
  const admin = await functions.person("admin", "nosy");
  const client = await functions.person("client", "curious");
  for (const { client: db } of [admin, client, { client: visitor() }]) {
    for (const schema of ["public", "private"] as const) {
      const drafts = db.schema(schema as "public").from("drafts" as "jobs");
      expect((await drafts.select("*", { count: "exact" })).error).not.toBeNull();
    }
    for (const [name, args] of [
      ["open_draft", { p_draft: draft, p_code: "000000" }],
      ["finish_draft", { p_draft: draft }],
      ["publish_draft", {}],
      ["add_draft", {}],
    ] as const)
      expect((await db.rpc(name as never, args as never)).error).not.toBeNull();
    const found = await db.rpc("search_jobs", { words: "chimney" } as never);
    expect(JSON.stringify(found)).not.toContain(secret);
    expect((await finish({ draft })).status).toBe(409);
  }
  const held = await client.client.rpc("export_account" as never);
  const users = await admin.client.rpc("admin_users" as never, { search: "secret@new" } as never);
  const about = { p_address: "secret@new.example" };
  const mails = await admin.client.rpc("admin_sent_mail" as never, about as never);
  const { token, code } = (await mailed("secret@new.example"))?.data ?? { token: "", code: "" };
  for (const seen of [held, users, mails])
    for (const word of [secret, token, code]) expect(JSON.stringify(seen)).not.toContain(word);
  const published = "from pg_catalog.pg_publication_tables where schemaname = 'private'";
  expect(await sql(`select ${published}`)).toEqual([]);
});
