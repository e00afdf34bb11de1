import { createClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { DEACTIVATED } from "#domain/accounts/messages.ts";
import { SESSION_ENDED } from "#domain/accounts/sessions.ts";
import {
  type Callers,
  callsIn,
  MAY_CALL,
  MAY_READ,
} from "#tests/security/administration-allowed.ts";
import { allowed } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { accountIn, protectIn, signInAt } from "#tests/security/two-step-people.ts";

/**
 * Every function and every table that the catalogue has, tried with tokens that do not count as the person they
 * name. One that is written tomorrow is tried tomorrow; what it may return to whom is a line of
 * `administration-allowed.ts`.
 */
type State = "ended" | "deactivated" | "first step" | "application";
const STATES: State[] = ["ended", "deactivated", "first step", "application"];

const world = testWorld();
const tokens = {} as Record<State | "valid", string>;
const people = {} as Record<State | "valid", string>;

const tokenOf = async (client: Awaited<ReturnType<typeof signInAt>>) =>
  (await client.auth.getSession()).data.session?.access_token ?? "";

beforeAll(async () => {
  const person = async (state: State | "valid") => {
    const { id, email } = await accountIn(world, state.replace(" ", ""), "provider");
    people[state] = id;
    const client = await signInAt(world, email);
    tokens[state] = await tokenOf(client);
    return { id, email, client };
  };
  await person("valid");
  const ended = await person("ended");
  await allowed(ended.client.auth.signOut({ scope: "global" }));
  const switched = await person("deactivated");
  await world.setProfile(switched.id, "is_active = false");
  const careful = await person("first step");
  await protectIn(world, careful.client);
  tokens["first step"] = await tokenOf(await signInAt(world, careful.email));
  // Only the platform's own auth server gives other applications sessions; a database may come from there.
  const connected = await person("application");
  await world.sql(
    `with app as (insert into auth.oauth_clients
         (id, registration_type, redirect_uris, grant_types, token_endpoint_auth_method)
       values (gen_random_uuid(), 'manual', 'https://app.example/', 'authorization_code', 'none') returning id)
     update auth.sessions set oauth_client_id = app.id from app where user_id = $1`,
    [connected.id],
  );
  // Something in each table whose policies check the session.
  const everybody = Object.values(people);
  await world.sql(
    "insert into public.subscribers (user_id, subscribed) select unnest($1::uuid[]), false",
    [everybody],
  );
  await world.sql(
    `with made as (insert into public.businesses (business_name) values ('Claimed Ltd') returning id)
     insert into public.business_claims (business_id, claimant_id)
     select made.id, person from made, unnest($1::uuid[]) as person`,
    [everybody],
  );
  await world.sql(
    `with people as (select unnest($1::uuid[]) as id),
       posted as (insert into public.jobs (title, description, category, user_id, contact_email)
         values ('A', 'B', 'IT', $2, 'a@people.example') returning id as job),
       kept as (insert into public.saved_jobs (provider_id, job_id) select id, job from people, posted),
       told as (insert into public.job_matches (provider_id, job_id) select id, job from people, posted),
       unlocked as (insert into public.job_contact_reveals (provider_id, job_id) select id, job from people, posted),
       saved as (insert into public.saved_providers (user_id, provider_id) select id, $3 from people),
       blocked as (insert into public.enquiry_blocks (user_id, blocked_id) select id, $3 from people),
       used as (insert into public.coupon_redemptions (user_id, code) select id, 'FIRST100' from people),
       agreed as (insert into public.consents (user_id, purpose, granted, source, wording)
         select id, 'marketing', true, 'account settings', 'x' from people)
     insert into public.payments (id, user_id, pence, currency, paid_at) select 'in_' || id, id, 299, 'gbp', now() from people`,
    [everybody, world.people.seeker.id, world.people.member.id],
  );
});

const clientWith = (token: string) =>
  createClient(world.backend.url, world.backend.keys.anon, { accessToken: async () => token });

interface Response {
  status: number;
  code: string | null;
  message: string | null;
  text: string;
}

const call = async (path: string, token: string | null, body?: object): Promise<Response> => {
  const { status, text } = await world.request(path, {
    method: body ? "POST" : "GET",
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body,
  });
  const { code = null, message = null } = status < 300 ? {} : JSON.parse(text);
  return { status, code, message, text };
};

const REFUSED = {
  ended: { status: 401, ...SESSION_ENDED },
  application: { status: 401, ...SESSION_ENDED },
  deactivated: { status: 403, code: "42501", message: DEACTIVATED },
};
const isRefused = (state: State): state is keyof typeof REFUSED => state in REFUSED;

/** A token that only looks signed in has a visitor's rights: refused where those are, else with the same response. */
const judge = (
  state: State,
  open: boolean,
  response: Response,
  visitors: Response,
  what: string,
) => {
  if (isRefused(state)) expect(response, what).toMatchObject(REFUSED[state]);
  else if (!open)
    expect(response, what).toMatchObject({ code: "42501", message: visitors.message });
  else expect([response.code, response.message], what).toEqual([visitors.code, visitors.message]);
};

const functions = async () => {
  const calls = await callsIn(
    world,
    { uuid: world.people.member.id, json: {}, text: "x" },
    `and (has_function_privilege('anon', p.oid, 'execute')
       or has_function_privilege('authenticated', p.oid, 'execute'))`,
  );
  return calls.map(({ name, args }) => ({
    path: `/rest/v1/rpc/${name}`,
    callers: MAY_CALL[name] as Callers,
    args,
  }));
};

describe("a token that does not count as its person", () => {
  it.each(STATES)("of one %s calls nothing that visitors may not", async (state) => {
    const all = await functions();
    expect(all.length).toBeGreaterThan(70);
    for (const { path, callers, args } of all) {
      expect(callers, `${path} has no line in MAY_CALL`).toBeDefined();
      const visitors = await call(path, null, args);
      const response = await call(path, tokens[state], args);
      judge(state, callers === "anyone" || callers === "first step", response, visitors, path);
    }
  });

  it.each(STATES)(
    "of one %s reads nothing that visitors may not, and writes nothing",
    async (state) => {
      for (const [table, roles] of Object.entries(MAY_READ)) {
        const path = `/rest/v1/${table}?select=*&limit=3`;
        const visitors = await call(path, null);
        const response = await call(path, tokens[state]);
        const open = roles.includes("anon");
        judge(state, open, response, visitors, table);
        const written = await call(`/rest/v1/${table}`, tokens[state], {});
        if (isRefused(state)) expect(written, table).toMatchObject(REFUSED[state]);
        else expect(written.code, table).toMatch(/^42501$|^PT40[13]$|^55000$/);
        if (open && !isRefused(state)) expect(response.text, table).toBe(visitors.text);
      }
    },
  );

  it("where a person with a valid token is admitted, and learns the account's type at the first step", async () => {
    const own = await call("/rest/v1/profiles?select=id", tokens.valid);
    expect(JSON.parse(own.text)).toEqual([{ id: people.valid }]);
    expect((await call("/rest/v1/user_sessions", tokens.valid)).status).toBe(200);
    const typeOf = async (token: string | null) =>
      JSON.parse((await call("/rest/v1/rpc/own_account_type", token, {})).text);
    expect(await typeOf(tokens.valid)).toBe("provider");
    expect(await typeOf(tokens["first step"])).toBe("provider");
    expect(await typeOf(null)).toBeNull();
  });

  it("reports as a visitor at most, and writes nothing in its person's name", async () => {
    const report = { target_type: "profile", target_id: world.people.member.id, reason: "fake" };
    const first = { ...report, details: "first step" };
    await call("/rest/v1/rpc/report_content", tokens["first step"], first);
    const named = await world.count("public.reports where to_jsonb(reports)::text like any ($1)", [
      STATES.map((state) => `%${people[state]}%`),
    ]);
    expect(named).toBe(0);
  });
});

/** Tables with something of everybody's. */
const OWN =
  `profiles user_sessions notification_settings provider_categories subscribers business_claims
  consents coupon_redemptions enquiry_blocks job_contact_reveals job_matches payments saved_jobs
  saved_providers`.split(/\s+/);

describe("without the check before every call", () => {
  const seenBy = (claims: object, table: string) =>
    world.backend.db.transaction(async (tx) => {
      await tx.query(
        "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
        [JSON.stringify(claims)],
      );
      const [row] = await tx.query<{ rows: number }>(
        `select count(*)::int as rows from (select from ${table} limit 5) as seen`,
      );
      return row?.rows;
    });

  it.each(STATES)("policies show one %s nothing of their own", async (state) => {
    const claims = decodeJwt(tokens[state]);
    const valid = decodeJwt(tokens.valid);
    for (const table of OWN)
      expect(await seenBy(valid, `public.${table}`), table).toBeGreaterThan(0);
    const closed = Object.entries(MAY_READ).filter(([, roles]) => !roles.includes("anon"));
    for (const [table] of closed) expect(await seenBy(claims, `public.${table}`), table).toBe(0);
  });

  it.each(STATES)("and no file of their own to one %s", async (state) => {
    const filesOf = async (one: State | "valid") => {
      const folder = people[one];
      await world.sql(
        `insert into storage.objects (bucket_id, name, owner_id) values ('avatars', $1 || '/mine.png', $1)
         on conflict do nothing`,
        [folder],
      );
      const { data } = await clientWith(tokens[one]).storage.from("avatars").list(folder);
      return data?.map(({ name }) => name) ?? [];
    };
    expect(await filesOf(state)).toEqual([]);
    expect(await filesOf("valid")).toEqual(["mine.png"]);
  });
});
