import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ANONYMOUS,
  FORBIDDEN,
  NAMES,
  type Name,
  outcome,
  rows,
  startWorld,
  type World,
} from "./people.ts";

let world: World;
let open: string;
let closed: string;
const SECRET = {
  contact_name: "Hush",
  contact_email: "hush@secret.example",
  contact_phone: "0777",
};
const SECRETS = /hush|0777|"phone"/i;
const PUBLIC = { title: "Fix my roof", description: "It drips", category: "IT" };

const post = async (title: string) => {
  const { client, id } = world.people.seeker;
  const job = { ...PUBLIC, ...SECRET, title, user_id: id };
  const [row] = await rows<{ id: string }>(client.from("jobs").insert(job).select("id"));
  return row?.id ?? "";
};

beforeAll(async () => {
  world = await startWorld();
  open = await post("Open job");
  closed = await post("Closed job");
  const { client } = world.people.seeker;
  await rows(client.from("jobs").update({ status: "closed" }).eq("id", closed));
});
afterAll(() => world?.close());

const STRANGERS: (Name | "visitor")[] = ["visitor", "rival", "plain", "member", "retired"];

describe("a job's contact is not to be had", () => {
  const embedded = "job_id,jobs!inner(id";
  it.each([
    ["select", "jobs?select=id,contact_email"],
    ["select everything", "jobs?select=*"],
    ["nothing said", "jobs"],
    ["alias", "jobs?select=id,title:contact_phone"],
    ["cast", "jobs?select=id,x:contact_name::text"],
    ["cast that fails", "jobs?select=x:contact_name::integer"],
    ["JSON path", "jobs?select=id,contact_name->x"],
    ["the whole row", "jobs?select=id,jobs", "42703"],
    ["the whole row as JSON", "jobs?select=id,to_jsonb", "42703"],
    ["the whole row as text", "jobs?select=id,x:jobs::text", "42703"],
    ["aggregate", "jobs?select=contact_email.max()", "PGRST123"],
    ["grouped count", "jobs?select=contact_email,count()", "PGRST123"],
    ["filter", "jobs?select=id&contact_email=eq.hush@secret.example"],
    ["filter by pattern", "jobs?select=id&contact_phone=like.07*"],
    ["filter by null", "jobs?select=id&contact_phone=not.is.null"],
    ["filter by text search", "jobs?select=id&contact_name=fts.hush"],
    ["filter by JSON path", "jobs?select=id&contact_name->>x=eq.1"],
    ["tree", "jobs?select=id&or=(status.eq.closed,contact_name.eq.Hush)"],
    ["nested tree", "jobs?select=id&and=(id.not.is.null,not.or(contact_name.match.^H,title.eq.a))"],
    ["order", "jobs?select=id&order=contact_email.desc"],
    [
      "order of an embedded row",
      `job_contact_reveals?select=${embedded})&jobs.order=contact_email`,
    ],
    ["order by an embedded row", "saved_jobs?select=job_id,jobs(id)&order=jobs(contact_email)"],
    ["embed", "job_contact_reveals?select=job_id,jobs(contact_email)"],
    ["embed everything", "saved_jobs?select=job_id,jobs(*)"],
    ["embedded filter", `saved_jobs?select=${embedded})&jobs.contact_email=like.h*`],
    ["spread", "saved_jobs?select=job_id,...jobs(contact_email)"],
    ["limit 0", "jobs?select=contact_email&limit=0"],
    [
      "another schema",
      "jobs?select=id&contact_email=eq.x",
      "PGRST106",
      { "accept-profile": "private" },
    ],
    ["csv", "jobs?select=contact_email", "42501", { accept: "text/csv" }],
    [
      "single",
      "jobs?select=contact_email&limit=1",
      "42501",
      { accept: "application/vnd.pgrst.object+json" },
    ],
    [
      "plan",
      "jobs?select=contact_email",
      "PGRST107",
      { accept: "application/vnd.pgrst.plan+json" },
    ],
  ])("by %s", async (_way, path, code = "42501", headers: Record<string, string> = {}) => {
    for (const who of [...STRANGERS, "seeker", "admin"] as const) {
      const as = who === "visitor" ? undefined : who;
      const answer = await world.ask(`/rest/v1/${path}`, { as, headers });
      expect(answer.status, `${who}: ${answer.text}`).toBeGreaterThanOrEqual(400);
      expect(answer.status, who).toBeLessThan(500);
      expect(JSON.parse(answer.text), who).toMatchObject({
        code,
        message: expect.any(String),
      });
      expect(answer.text, who).not.toMatch(SECRETS);
      const counted = { ...headers, prefer: "count=exact" };
      const head = await world.ask(`/rest/v1/${path}`, { as, method: "HEAD", headers: counted });
      expect([head.status, head.text], who).toEqual([answer.status, ""]);
      expect(head.headers.get("content-range"), who).toBeNull();
    }
  });

  it("while the rest of the same job is public", async () => {
    for (const who of STRANGERS) {
      const jobs = world.clientOf(who).from("jobs");
      const found = await rows(jobs.select("id, title").eq("category", "IT").order("title"));
      expect(found, who).toEqual([{ id: open, title: "Open job" }]);
    }
  });

  it("by writing and looking at what comes back", async () => {
    const before = await world.picture("public.jobs");
    const wanted = [
      ["PATCH", `jobs?id=eq.${open}&select=contact_email`, { title: "x" }],
      ["PATCH", `jobs?id=eq.${open}`, { title: "x" }],
      ["PATCH", "jobs?contact_email=like.h*&select=id", { title: "x" }],
      ["DELETE", `jobs?id=eq.${open}&select=contact_phone`, undefined],
      ["DELETE", "jobs?contact_name=eq.Hush&select=id", undefined],
      ["POST", "jobs?select=*", { ...PUBLIC, contact_email: "a@b.example" }],
      ["POST", "jobs?on_conflict=id&select=id", { id: open, ...PUBLIC, ...SECRET }],
      ["PUT", `jobs?id=eq.${open}`, { id: open, ...PUBLIC, ...SECRET }],
    ] as const;
    for (const who of STRANGERS) {
      for (const [method, path, body] of wanted) {
        const answer = await world.ask(`/rest/v1/${path}`, {
          as: who === "visitor" ? undefined : who,
          method,
          body,
          headers: { prefer: "return=representation,resolution=merge-duplicates" },
        });
        const said = `${who} ${method} ${path}: ${answer.text}`;
        expect(answer.status, said).toBeGreaterThanOrEqual(400);
        expect(answer.status, said).toBeLessThan(500);
        expect(answer.text, said).not.toMatch(SECRETS);
      }
    }
    expect(await world.picture("public.jobs")).toBe(before);
  });
});

describe("the functions that show jobs hold no contact", () => {
  const GUESSES = ["hush", "Hush", "hush@secret.example", "secret", "@", "0777", "0%", "%", "_ush"];
  const ARGUMENTS = ["category", "location", "budget_type"];

  it("whatever is searched for, and the count says nothing of one either", async () => {
    for (const who of STRANGERS) {
      const client = world.clientOf(who);
      for (const argument of ARGUMENTS) {
        for (const guess of GUESSES) {
          const answer = await client.rpc("search_jobs", { [argument]: guess });
          const said = `${who} ${argument} ${guess}`;
          expect(JSON.stringify(answer), said).not.toMatch(SECRETS);
          if (argument === "budget_type") expect(answer.error?.code, said).toBe("22023");
          else expect(answer.data, said).toEqual({ total: 0, jobs: [] });
        }
      }
      const all = await client.rpc("search_jobs", { page_size: 50 });
      expect(all.data, who).toMatchObject({ total: 1 });
      expect(JSON.stringify(all.data), who).not.toMatch(/contact|secret|0777/i);
      for (const id of [open, closed]) {
        const page = await client.rpc("job_page", { job_id: id });
        expect(JSON.stringify(page.data), who).not.toMatch(/contact|secret|0777/i);
      }
    }
  });

  it.each([
    ["an unknown argument", "search_jobs?contact_email=hush", /^404 /],
    ["a column of the answer", "search_jobs?select=contact_email", /^(200|400) /],
    ["a filter on the answer", "search_jobs?contact_email=like.h*", /^400 /],
    ["an order of the answer", "search_jobs?order=contact_email", /^(200|400) /],
    ["csv", "search_jobs?page_size=50", /^(200|406) /, { accept: "text/csv" }],
    ["a number out of range", "search_jobs?page_offset=99999999999", /^400 /],
    ["a statement", "search_jobs?location=';select contact_email from jobs--", /^200 /],
    ["an id that is none", "job_page?job_id=1 or true", /^400 /],
    ["somebody's mail link", "job_question?token=' or true--", /^200 /],
  ])("nor by %s", async (_way, path, expected, headers: Record<string, string> = {}) => {
    for (const who of STRANGERS) {
      const as = who === "visitor" ? undefined : who;
      const answer = await world.ask(`/rest/v1/rpc/${path}`, { as, headers });
      expect(`${answer.status} ${answer.text}`, who).toMatch(expected);
      expect(answer.text, who).not.toMatch(/hush|0777|secret/i);
    }
  });

  it("nor by what is published for those who listen", async () => {
    const columns = await world.see<string[]>(
      `select attnames::text[] from pg_publication_tables
       where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'jobs'`,
    );
    expect(columns).toEqual(["id", "status", "posted_date"]);
  });

  it("nor by what is kept to search, count or tell", async () => {
    await world.backend.db.query("select private.tend_jobs(), private.send_job_alerts()");
    const kept = await world.picture(
      "private.job_facets",
      "private.job_places",
      "private.job_categories",
      "private.job_questions",
      "private.notices",
    );
    expect(kept).toContain(open);
    expect(kept).not.toMatch(/hush|0777/i);
  });
});

describe("reveal_job_contact", () => {
  beforeEach(() => world.backend.db.query("delete from public.job_contact_reveals"));
  const reveal = (who: Name | "visitor" | "service", job_id: unknown = open) =>
    world.clientOf(who).rpc("reveal_job_contact", { job_id });
  const recorded = () => world.see("select count(*)::int from public.job_contact_reveals");

  it.each<[Name | "visitor" | "service", string]>([
    ["visitor", ANONYMOUS],
    ["service", FORBIDDEN],
    ["rival", FORBIDDEN],
    ["plain", FORBIDDEN],
    ["lapsed", FORBIDDEN],
    ["idle", FORBIDDEN],
    ["unconfirmed", FORBIDDEN],
    ["retired", FORBIDDEN],
  ])("is refused to %s, for any id, and leaves no trace", async (who, expected) => {
    for (const id of [open, closed, crypto.randomUUID()]) {
      const answer = await reveal(who, id);
      expect(`${answer.status} ${answer.error?.code}`).toBe(expected);
      expect(JSON.stringify(answer)).not.toMatch(SECRETS);
    }
    expect(await recorded()).toBe(0);
  });

  it.each<[Name, number]>([
    ["member", 1],
    ["hidden", 1],
    ["seeker", 0],
    ["admin", 0],
  ])("answers %s, and records a provider once (%i)", async (who, times) => {
    for (let turn = 0; turn < 3; turn++) expect(await rows(reveal(who))).toEqual([SECRET]);
    await Promise.all(Array.from({ length: 5 }, () => reveal(who)));
    expect(await recorded()).toBe(times);
  });

  it("keeps closed jobs from those who had not looked before", async () => {
    expect(await outcome(reveal("member", closed))).toBe("409 PT409");
    expect(await recorded()).toBe(0);
    expect(await rows(reveal("seeker", closed))).toEqual([SECRET]);
    const change = "update public.jobs set status = $1 where id = $2";
    await rows(reveal("member"));
    await world.backend.db.query(change, ["closed", open]);
    expect(await rows(reveal("member"))).toEqual([SECRET]);
    expect(await outcome(reveal("hidden"))).toBe("409 PT409");
    await world.backend.db.query(change, ["open", open]);
  });

  it("stops with the membership, also for what was revealed before", async () => {
    await rows(reveal("member"));
    const end = "update public.subscribers set subscription_end = now() + $1 where user_id = $2";
    await world.backend.db.query(end, ["-1 second", world.people.member.id]);
    expect(await outcome(reveal("member"))).toBe(FORBIDDEN);
    await world.backend.db.query(end, ["1 year", world.people.member.id]);
    expect(await rows(reveal("member"))).toEqual([SECRET]);
  });

  it("does not answer a GET, which could not be recorded", async () => {
    const answer = await world.ask(`/rest/v1/rpc/reveal_job_contact?job_id=${open}`, {
      as: "member",
    });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([405, "25006"]);
    expect(answer.text).not.toMatch(SECRETS);
    expect(await recorded()).toBe(0);
  });

  it.each([
    ["guessed", crypto.randomUUID(), "404 PT404"],
    ["no uuid", "1 or 1=1", "400 22P02"],
    ["null", null, "404 PT404"],
    ["a list", [crypto.randomUUID()], /^400 /],
    ["an object", { gt: 0 }, "400 22P02"],
  ])("refuses an id that is %s", async (_what, id, expected) => {
    expect(await outcome(reveal("member", id))).toMatch(expected);
    expect(await recorded()).toBe(0);
  });
});

describe("who unlocked a job", () => {
  it("is told to its poster and to admins, and to nobody else", async () => {
    await rows(world.people.member.client.rpc("reveal_job_contact", { job_id: open }));
    const asked = (who: Name | "visitor") =>
      world.clientOf(who).rpc("job_reveals", { job_id: open });
    expect(await outcome(asked("visitor"))).toBe(ANONYMOUS);
    for (const who of NAMES) {
      const told = ["seeker", "admin"].includes(who) ? [world.people.member.id] : [];
      expect(
        (await rows(asked(who))).map(({ provider_id }) => provider_id),
        who,
      ).toEqual(told);
      const own = world.people[who].client.from("job_contact_reveals").select("job_id");
      expect(await rows(own), who).toHaveLength(["member", "admin"].includes(who) ? 1 : 0);
    }
    expect(await outcome(world.visitor.from("job_contact_reveals").select())).toBe(ANONYMOUS);
  });

  it("is written and unwritten by nobody", async () => {
    const before = await world.picture("public.job_contact_reveals");
    for (const who of ["member", "plain", "seeker", "admin"] as const) {
      const reveals = () => world.people[who].client.from("job_contact_reveals");
      const row = { job_id: open, provider_id: world.people[who].id };
      expect(await outcome(reveals().insert(row))).toBe(FORBIDDEN);
      expect(
        await outcome(reveals().update({ revealed_at: "1999-01-01" }).eq("job_id", open)),
      ).toBe(FORBIDDEN);
      expect(await outcome(reveals().delete().eq("job_id", open))).toBe(FORBIDDEN);
    }
    expect(await world.picture("public.job_contact_reveals")).toBe(before);
  });
});
