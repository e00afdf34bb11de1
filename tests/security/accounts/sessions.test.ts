import { beforeAll, describe, expect, it } from "vitest";
import { metadataOf, openClient, PASSWORD } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** What somebody with a borrowed session, or with nothing but an address, gets out of it. */
const world = testWorld();
let jobId: string;
beforeAll(async () => {
  const { client, id } = world.people.seeker;
  const { error } = await client
    .from("jobs")
    .insert({
      title: "A fence",
      description: "Ten metres of it",
      category: "IT",
      user_id: id,
      contact_email: "seeker@people.example",
    });
  if (error) throw error;
  jobId = await world.see<string>("select id from public.jobs");
});

const account = (id: string) =>
  world.see(
    "select row (encrypted_password, email, email_change)::text from auth.users where id = $1",
    [id],
  );

describe("a borrowed session", () => {
  it.each([
    ["another password", { password: "mine from now on" }],
    ["another address", { email: "thief@people.example" }],
    ["both", { password: "mine from now on", email: "thief@people.example" }],
  ])("does not get the account %s", async (_what, change) => {
    const { id, client } = world.people.seeker;
    const before = await account(id);
    expect((await client.auth.updateUser(change)).error).toMatchObject({
      status: 400,
      code: "reauthentication_needed",
    });
    for (const guess of ["", "wrong", `${PASSWORD} `]) {
      const { error } = await client.auth.updateUser({ ...change, current_password: guess });
      expect(error).toMatchObject({ status: 400, code: "invalid_credentials" });
    }
    expect(await account(id)).toBe(before);
  });

  it("of its owner does, with the current password", async () => {
    const { client } = world.people.rival;
    const changed = await client.auth.updateUser({
      password: "another good one",
      current_password: PASSWORD,
    });
    expect(changed.error).toBeNull();
  });

  it("that a recovery link opened may choose a password, and no other address", async () => {
    const email = "forgetful@people.example";
    const made = await world.service.auth.admin.generateLink({
      type: "signup",
      email,
      password: PASSWORD,
      options: { data: metadataOf("forgetful", "client") },
    });
    const client = openClient(world.backend);
    const tokenOf = (link: typeof made) => link.data.properties?.hashed_token ?? "";
    await client.auth.verifyOtp({ type: "signup", token_hash: tokenOf(made) });
    const recovery = await world.service.auth.admin.generateLink({ type: "recovery", email });
    const token_hash = recovery.data.properties?.hashed_token ?? "";
    expect((await client.auth.verifyOtp({ type: "recovery", token_hash })).error).toBeNull();
    expect((await client.auth.updateUser({ email: "x@people.example" })).error?.code).toBe(
      "reauthentication_needed",
    );
    expect((await client.auth.updateUser({ password: "remembered" })).error).toBeNull();
  });
});

describe("an invited account that has a password already", () => {
  it("lets the link's reader choose one, and requires the current one of everyone else", async () => {
    const email = "invited@people.example";
    const made = await world.service.auth.admin.createUser({
      email,
      password: PASSWORD,
      user_metadata: metadataOf("invited", "client"),
    });
    expect(made.error).toBeNull();
    const invited = await world.service.auth.admin.generateLink({ type: "invite", email });
    const client = openClient(world.backend);
    const token_hash = invited.data.properties?.hashed_token ?? "";
    expect((await client.auth.verifyOtp({ type: "invite", token_hash })).error).toBeNull();
    expect((await client.auth.updateUser({ email: "x@people.example" })).error?.code).toBe(
      "reauthentication_needed",
    );
    expect((await client.auth.updateUser({ password: "chosen by me" })).error).toBeNull();
    const other = openClient(world.backend);
    const entered = await other.auth.signInWithPassword({ email, password: "chosen by me" });
    expect(entered.error).toBeNull();
    expect((await other.auth.updateUser({ password: "another one" })).error?.code).toBe(
      "reauthentication_needed",
    );
    // The link is used up, for whoever reads the mail later.
    const late = await openClient(world.backend).auth.verifyOtp({ type: "invite", token_hash });
    expect(late.error?.code).toBe("otp_expired");
  });
});

describe("a token whose session was ended", () => {
  const headers = { prefer: "return=minimal" };
  const post = (path: string, body: object) => ({ method: "POST", path, body });
  const job = (id: string) => ({
    title: "Left behind",
    description: "By a token that was taken",
    category: "IT",
    user_id: id,
    contact_email: "a@people.example",
  });

  it.each([
    [
      "a client",
      "stays",
      (id: string) => [
        post("/jobs", job(id)),
        post("/feedback", {
          provider_id: world.people.member.id,
          user_id: id,
          rating: 1,
          title: "Late",
        }),
      ],
      "client",
    ],
    [
      "a member",
      "leaves",
      (_id: string) => [post("/rpc/reveal_job_contact", { job_id: jobId })],
      "provider",
    ],
    [
      "an admin",
      "rules",
      (_id: string) => [
        post("/rpc/admin_dashboard_counts", {}),
        post("/rpc/get_admin_user_details", {}),
        post("/rpc/admin_toggle_user_status", {
          target_user_id: world.people.member.id,
          status_field: "is_active",
          new_value: false,
        }),
      ],
      "client",
    ],
  ])("of %s does nothing more", async (what, name, callsOf, type) => {
    const email = `${name}@people.example`;
    const made = await world.service.auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: metadataOf(name, type),
    });
    const id = made.data.user?.id ?? "";
    const { db } = world.backend;
    if (what === "an admin")
      await db.query("update public.profiles set account_type = 'admin' where id = $1", [id]);
    if (what === "a member")
      await db.query(
        `insert into public.subscribers (user_id, subscribed, subscription_tier, subscription_end)
         values ($1, true, 'yearly', now() + interval '1 year')`,
        [id],
      );
    const client = openClient(world.backend);
    const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    const token = data.session?.access_token;
    const calls = callsOf(id);
    const tryAll = async () => {
      const statuses: number[] = [];
      for (const { path, method, body } of calls) {
        const response = await world.backend.request(`/rest/v1${path}`, {
          method,
          headers: {
            ...headers,
            apikey: world.backend.keys.anon,
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
          },
          body: JSON.stringify(body),
        });
        statuses.push(response.status);
      }
      return statuses;
    };
    for (const status of await tryAll()) expect(status).toBeLessThan(300);
    await db.query("delete from public.jobs where user_id = $1", [id]);
    await db.query("delete from public.feedback where user_id = $1", [id]);
    await db.query("update public.profiles set is_active = true where id = $1", [
      world.people.member.id,
    ]);
    const before = await world.picture("public.jobs", "public.feedback", "public.profiles");
    expect((await client.auth.signOut({ scope: "global" })).error).toBeNull();
    expect(new Set(await tryAll())).toEqual(new Set([401]));
    expect(await world.picture("public.jobs", "public.feedback", "public.profiles")).toBe(before);
  });
});

it("lets a client post twenty jobs a day, one by one, all at once or in one call", async () => {
  const { id, client } = world.people.rival;
  const jobs = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      title: `Job ${at}`,
      description: "One of many",
      category: "IT",
      user_id: id,
      contact_email: "a@people.example",
    }));
  expect((await client.from("jobs").insert(jobs(21))).error).toMatchObject({ code: "PT429" });
  expect((await client.from("jobs").insert(jobs(15))).error).toBeNull();
  const rush = await Promise.all(jobs(12).map((job) => client.from("jobs").insert(job)));
  expect(rush.filter(({ error }) => error === null)).toHaveLength(5);
  expect(rush.filter(({ error }) => error?.code === "PT429")).toHaveLength(7);
});

describe("an address alone", () => {
  it("does not reveal whether it has an account, by any kind of link", async () => {
    const asker = () => openClient(world.backend).auth;
    const outcomesFor = async (email: string) => [
      (await asker().signInWithOtp({ email })).error,
      (await asker().signInWithOtp({ email })).error?.code,
      (await asker().signInWithOtp({ email, options: { shouldCreateUser: false } })).error?.code,
    ];
    expect(await outcomesFor("nobody@people.example")).toEqual(
      await outcomesFor("member@people.example"),
    );
    expect(
      await world.see("select count(*)::int from auth.users where email = $1", [
        "nobody@people.example",
      ]),
    ).toBe(0);
  });

  it("cannot be flooded with mail", async () => {
    const request = async (email: string) =>
      (await openClient(world.backend).auth.resetPasswordForEmail(email)).error?.code ?? "sent";
    const mails = (email: string) => world.backend.mails.filter(({ to }) => to === email).length;
    for (const [email, exists] of [
      ["plain@people.example", true],
      ["stranger@people.example", false],
    ] as const) {
      const responses: string[] = [];
      for (let minute = 1; minute <= 20; minute += 1) {
        responses.push(await request(email));
        const written = exists ? Math.min(minute, 18) : 0;
        await expect.poll(() => mails(email)).toBe(written);
        world.backend.clock.advance(61);
      }
      expect(responses.slice(0, 18)).toEqual(Array(18).fill("sent"));
      expect(new Set(responses.slice(18))).toEqual(new Set(["over_email_send_rate_limit"]));
      world.backend.clock.advance(3600);
      expect(await request(email)).toBe("sent");
    }
  });
});
