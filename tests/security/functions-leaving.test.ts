import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type FunctionName,
  type Functions,
  PASSWORD,
  type Person,
  startFunctions,
} from "#tests/functions.ts";

let functions: Functions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions?.close());
beforeEach(async () => {
  await sql("delete from private.notices");
  functions.post.mails.length = 0;
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  functions.backend.db.query<R>(text, values);
const asServer = async (name: FunctionName) => {
  const answer = await functions.call(name, {
    headers: { authorization: `Bearer ${functions.env.SUPABASE_SERVICE_ROLE_KEY}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
};
const leave = async (person: Person | null, body: object = {}) => {
  const asked = { password: PASSWORD, confirmation: "DELETE", ...body };
  const answer = await functions.ask("delete-account", person, asked);
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};
const graceIsOver = (person: Person) =>
  sql("update public.account_deletions set erase_after = now() where user_id = $1", [person.id]);
const signIn = (person: Person) =>
  person.client.auth.signInWithPassword({ email: person.email, password: PASSWORD });
const rowsOf = async (person: Person) =>
  (
    await sql<{ n: number }>("select count(*)::int as n from auth.users where id = $1", [person.id])
  )[0]?.n;
const postedJob = async (person: Person) => {
  const { data, error } = await person.client
    .from("jobs")
    .insert({
      title: "Fix it",
      description: "x",
      category: "IT",
      contact_email: "a@b.example",
      user_id: person.id,
    })
    .select("id")
    .single();
  if (error) throw error;
  return data.id;
};
const statusOf = async (job: string) =>
  (await sql("select status from public.jobs where id = $1", [job]))[0]?.status;
const join = (person: Person) =>
  sql(
    `insert into public.subscribers (user_id, email, subscribed, subscription_tier, subscription_end)
     select id, email, true, 'yearly', now() + interval '1 year' from public.profiles where id = $1`,
    [person.id],
  );
const isListed = async (person: Person) =>
  (await sql("select from public.public_providers where id = $1", [person.id])).length === 1;

describe("delete-account", () => {
  it("needs the password and the word, of somebody signed in", async () => {
    const person = await functions.person("client", "careful");
    expect(await leave(null)).toMatchObject({ status: 401 });
    for (const confirmation of ["delete", "", 1, null]) {
      expect(await leave(person, { confirmation })).toMatchObject({
        status: 400,
        body: { code: "deletion_not_confirmed" },
      });
    }
    for (const password of ["wrong password", "", null, 7, {}, "x".repeat(5000)]) {
      expect(await leave(person, { password })).toMatchObject({
        status: 403,
        body: { code: "wrong_password", message: "Current password is incorrect" },
      });
    }
    expect(await sql("select from public.account_deletions")).toEqual([]);
    // Proving oneself leaves no session behind.
    const sessions = await sql("select from auth.sessions where user_id = $1", [person.id]);
    expect(sessions).toHaveLength(1);
  });

  it("asks for the two-step code where there is one, and for a fresh sign-in where there is no password", async () => {
    const person = await functions.person("client", "twice");
    await sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now(), 'x')`,
      [person.id],
    );
    expect(await leave(person)).toMatchObject({ body: { code: "not_signed_in" } });
    const social = await functions.person("client", "social");
    await sql("update auth.users set encrypted_password = '' where id = $1", [social.id]);
    await sql(
      "update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1",
      [social.id],
    );
    expect(await leave(social)).toMatchObject({ body: { code: "sign_in_again" } });
    await sql("update auth.sessions set created_at = now() where user_id = $1", [social.id]);
    expect((await leave(social)).status).toBe(200);
  });

  it("hides, closes, signs out and tells; asked again it gives the same day", async () => {
    const client = await functions.person("client", "poster");
    const provider = await functions.person("provider", "listed");
    await join(provider);
    const job = await postedJob(client);
    const closed = await postedJob(client);
    await client.client.from("jobs").update({ status: "closed" }).eq("id", closed);
    expect(await isListed(provider)).toBe(true);
    const { body } = await leave(client);
    expect((Date.parse(body.eraseAfter ?? "") - Date.now()) / 86_400_000).toBeCloseTo(14, 2);
    await leave(provider);
    expect(await isListed(provider)).toBe(false);
    expect(await statusOf(job)).toBe("closed");
    expect(await leave(client)).toMatchObject({ status: 401 });
    const again = await functions.service.rpc("schedule_deletion", { p_user: client.id });
    expect(Date.parse(again.data ?? "")).toBe(Date.parse(body.eraseAfter ?? ""));
    // An admin's switch does not list somebody who leaves.
    await sql("update public.profiles set is_visible = true where id = $1", [provider.id]);
    expect(await isListed(provider)).toBe(false);
    await asServer("deliver-notices");
    expect(functions.post.mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual(
      expect.arrayContaining([
        [
          client.email,
          expect.stringMatching(/^Your Solutionz account will be deleted on \d+ \w+ \d{4}$/),
        ],
        [provider.email, expect.stringMatching(/will be deleted on/)],
      ]),
    );
    expect(functions.post.mails).toHaveLength(2);
    // Three days before the end they are told once more, once only.
    const remind = () => sql("select private.remind_leavers()");
    const reminded = async () =>
      (await sql("select from private.notices where kind = 'deletion_soon'")).length;
    await remind();
    expect(await reminded()).toBe(0);
    await sql(
      "update public.account_deletions set erase_after = now() + interval '71 hours' where user_id = $1",
      [client.id],
    );
    for (let time = 0; time < 2; time += 1) await remind();
    expect(await reminded()).toBe(1);
    await asServer("deliver-notices");
    expect(functions.post.mails.at(-1)).toMatchObject({
      to: [{ address: client.email }],
      subject: "Last days to keep your Solutionz account",
    });
    // Not yet: the grace is not over.
    expect(await asServer("erase-accounts")).toEqual({ erased: 0, failed: 0 });

    // Signing in cancels, gives everything back as it was, and says so once.
    functions.post.mails.length = 0;
    for (const person of [client, provider]) expect((await signIn(person)).error).toBeNull();
    expect([await isListed(provider), await statusOf(job), await statusOf(closed)]).toEqual([
      true,
      "open",
      "closed",
    ]);
    expect((await client.client.rpc("deletion_cancelled")).data).toBe(true);
    expect((await client.client.rpc("deletion_cancelled")).data).toBe(false);
    await graceIsOver(provider);
    expect(await asServer("erase-accounts")).toEqual({ erased: 0, failed: 0 });
    await sql(
      "update public.account_deletions set cancelled_at = now(), erase_after = now() + interval '1 day' where user_id = $1",
      [provider.id],
    );
    await remind();
    await asServer("deliver-notices");
    expect(functions.post.mails.map(({ subject }) => subject)).toEqual([
      "Your Solutionz account stays",
      "Your Solutionz account stays",
    ]);
  });

  it("keeps hidden whom an admin hid meanwhile, also when the person stays", async () => {
    const person = await functions.person("provider", "hid");
    await join(person);
    await leave(person);
    await sql("update public.profiles set is_visible = false where id = $1", [person.id]);
    await signIn(person);
    expect(await isListed(person)).toBe(false);
  });

  it("keeps the last admin, of two who leave as well, and while the other one leaves", async () => {
    const [one, two] = [
      await functions.person("client", "one"),
      await functions.person("client", "two"),
    ];
    await sql("update public.profiles set account_type = 'admin' where id = $1", [one.id]);
    const LAST = {
      status: 409,
      body: { message: "The last admin cannot be deleted, deactivated or demoted." },
    };
    expect(await leave(one)).toMatchObject(LAST);
    await sql("update public.profiles set account_type = 'admin' where id = $1", [two.id]);
    expect((await leave(one)).status).toBe(200);
    expect(await leave(two)).toMatchObject(LAST);
    // The other one is deactivated meanwhile: whoever leaves is the last, and can still sign in.
    await sql("update public.profiles set is_active = false where id = $1", [two.id]);
    await graceIsOver(one);
    expect(await asServer("erase-accounts")).toEqual({ erased: 0, failed: 0 });
    expect((await signIn(one)).error).toBeNull();
  });
});

describe("erase-accounts", () => {
  it("is called by the server alone", async () => {
    const person = await functions.person("client", "nosy");
    for (const token of [person.token, functions.env.SUPABASE_ANON_KEY, null]) {
      const answer = await functions.call("erase-accounts", {
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
      expect([401, 403]).toContain(answer.status);
    }
  });

  it("never takes along the picture that an admin gave to somebody else", async () => {
    const owner = await functions.person("provider", "pictured");
    const thief = await functions.person("client", "envious");
    const address = "/storage/v1/object/public/business_logos/providers/given.png";
    await sql(
      "insert into storage.objects (bucket_id, name) values ('business_logos', 'providers/given.png')",
    );
    const give = (person: Person, url: string | null) =>
      sql("update public.profiles set profile_image_url = $2 where id = $1", [person.id, url]);
    const files = async (person: Person) =>
      (
        await sql("select name from private.files_of($1) where bucket = 'business_logos'", [
          person.id,
        ])
      ).length;
    await give(owner, address);
    expect(await files(owner)).toBe(1);
    for (const url of [address, `https://elsewhere.example${address}`, `${address}?v=1`]) {
      const { error } = await thief.client
        .from("profiles")
        .update({ profile_image_url: url })
        .eq("id", thief.id);
      expect(error?.code).toBe("23514");
    }
    for (const url of [address, "https://elsewhere.example/providers/given.png"]) {
      await give(thief, url);
      expect(await files(thief)).toBe(0);
    }
    await give(owner, null);
    expect(await files(thief)).toBe(0);
  });

  it("erases files, rows and the sign-in, once, and keeps the average that others have", async () => {
    const leaver = await functions.person("client", "leaver");
    const provider = await functions.person("provider", "reviewed");
    await join(provider);
    await leaver.client
      .from("feedback")
      .insert({ provider_id: provider.id, user_id: leaver.id, rating: 3, title: "Fair" });
    await postedJob(leaver);
    const picture = new Blob([PNG], { type: "image/png" });
    const stored = await leaver.client.storage
      .from("avatars")
      .upload(`${leaver.id}/avatar.png`, picture, { contentType: "image/png" });
    expect(stored.error).toBeNull();
    await leave(leaver);
    await graceIsOver(leaver);
    functions.post.mails.length = 0;
    const answers = await Promise.all([1, 2, 3].map(() => asServer("erase-accounts")));
    expect(answers.reduce((sum, { erased }) => sum + Number(erased), 0)).toBe(1);
    expect(await rowsOf(leaver)).toBe(0);
    const traces = await sql<{ table: string }>(
      `select 'profiles' as table from public.profiles where id = $1
       union all select 'jobs' from public.jobs where user_id = $1
       union all select 'consents' from public.consents where user_id = $1
       union all select 'deletions' from public.account_deletions where user_id = $1
       union all select 'objects' from storage.objects where name like $1::text || '/%'
       union all select 'audit' from auth.audit_log_entries where payload ->> 'actor_id' = $1::text`,
      [leaver.id],
    );
    expect(traces).toEqual([]);
    expect((await signIn(leaver)).error?.code).toBe("invalid_credentials");
    expect(
      await sql("select author_name, user_id, rating from public.feedback where provider_id = $1", [
        provider.id,
      ]),
    ).toEqual([{ author_name: "Former member", user_id: null, rating: 3 }]);
    const [listed] = await sql(
      "select rating_average::float as average, rating_count as count from public.public_providers where id = $1",
      [provider.id],
    );
    expect(listed).toEqual({ average: 3, count: 1 });
    await asServer("deliver-notices");
    expect(
      functions.post.mails.map(({ to, subject }) => [to?.[0]?.address, subject]),
    ).toContainEqual([leaver.email, "Your Solutionz account has been deleted"]);
  });

  it("goes on where it was killed, and the person cannot come back half erased", async () => {
    const person = await functions.person("client", "halfway");
    await leave(person);
    await graceIsOver(person);
    // As if it had died right after claiming.
    await functions.service.rpc("take_deletions", { p_limit: 5 });
    expect((await signIn(person)).error?.code).toBe("user_banned");
    expect(await asServer("erase-accounts")).toEqual({ erased: 0, failed: 0 });
    await sql("update public.account_deletions set claimed_until = now()");
    expect(await asServer("erase-accounts")).toEqual({ erased: 1, failed: 0 });
    expect(await rowsOf(person)).toBe(0);
  });

  it("puts off whoever cannot be erased, says why, and erases the others", async () => {
    const [stuck, free] = [
      await functions.person("provider", "stuck"),
      await functions.person("client", "free"),
    ];
    for (const person of [stuck, free]) {
      await leave(person);
      await graceIsOver(person);
    }
    await join(stuck);
    await sql("update public.subscribers set payment_subscription = 'sub_x' where user_id = $1", [
      stuck.id,
    ]);
    const address = functions.env.STRIPE_API_URL;
    functions.env.STRIPE_API_URL = "http://127.0.0.1:1";
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await asServer("erase-accounts")).toEqual({ erased: 1, failed: 1 });
    expect(told).toHaveBeenCalledOnce();
    told.mockRestore();
    functions.env.STRIPE_API_URL = address;
    expect([await rowsOf(stuck), await rowsOf(free)]).toEqual([1, 0]);
    const [row] = await sql(
      "select last_error, claimed_until > now() as waits from public.account_deletions where user_id = $1",
      [stuck.id],
    );
    expect(row).toEqual({ last_error: expect.stringContaining("connection"), waits: true });
  });

  it("does a few at a time", async () => {
    const people = await Promise.all(
      Array.from({ length: 7 }, (_, at) => functions.person("client", `many${at}`)),
    );
    for (const person of people) {
      await functions.service.rpc("schedule_deletion", { p_user: person.id });
      await graceIsOver(person);
    }
    expect(await asServer("erase-accounts")).toEqual({ erased: 5, failed: 0 });
    expect(await asServer("erase-accounts")).toEqual({ erased: 2, failed: 0 });
  });
});

/** One pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
