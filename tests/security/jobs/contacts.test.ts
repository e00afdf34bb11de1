import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { type Name, rows } from "#tests/security/people.ts";
import { PUBLIC, SECRET, SECRETS, startContacts } from "./contacts-world.ts";

const world = perFile(startContacts);

/** The refusal of what visitors may not ask; those who are signed in are refused the column. */
const DENIED = "operator_denied";

const STRANGERS: (Name | "visitor")[] = ["visitor", "rival", "plain", "member", "hidden"];

describe("a job's contact is not to be had", () => {
  const EMBEDDED = "select=job_id,jobs!inner(id";
  const NESTED = "contact_name.match.^H,title.eq.a";
  const as = (kind: string) => ({ accept: `application/vnd.pgrst.${kind}+json` });
  const PRIVATE = { "accept-profile": "private" };
  it.each([
    ["select", "jobs?select=id,contact_email"],
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
    ["filter by text search", "jobs?select=id&contact_name=fts.hush", DENIED],
    ["filter by JSON path", "jobs?select=id&contact_name->>x=eq.1"],
    ["tree", "jobs?select=id&or=(status.eq.closed,contact_name.eq.Hush)"],
    ["nested tree", `jobs?select=id&and=(id.not.is.null,not.or(${NESTED}))`, DENIED],
    ["order", "jobs?select=id&order=contact_email.desc"],
    ["order of an embedded row", `job_contact_reveals?${EMBEDDED})&jobs.order=contact_email`],
    ["order by an embedded row", "saved_jobs?select=job_id,jobs(id)&order=jobs(contact_email)"],
    ["embed", "job_contact_reveals?select=job_id,jobs(contact_email)"],
    ["embedded filter", `saved_jobs?${EMBEDDED})&jobs.contact_email=like.h*`],
    ["spread", "saved_jobs?select=job_id,...jobs(contact_email)"],
    ["limit 0", "jobs?select=contact_email&limit=0"],
    ["another schema", "jobs?select=id&contact_email=eq.x", "PGRST106", PRIVATE],
    ["csv", "jobs?select=contact_email", "42501", { accept: "text/csv" }],
    ["single", "jobs?select=contact_email&limit=1", "42501", as("object")],
    ["plan", "jobs?select=contact_email", "PGRST107", as("plan")],
  ])("by %s", async (_way, path, code = "42501", headers: Record<string, string> = {}) => {
    for (const who of [...STRANGERS, "seeker", "admin"] as const) {
      const as = who === "visitor" ? undefined : who;
      const response = await world.request(`/rest/v1/${path}`, { as, headers });
      expect(response.status, `${who}: ${response.text}`).toBeGreaterThanOrEqual(400);
      expect(response.status, who).toBeLessThan(500);
      const refusal = code === DENIED && who !== "visitor" ? "42501" : code;
      const body = { code: refusal, message: expect.any(String) };
      expect(JSON.parse(response.text), who).toMatchObject(body);
      expect(response.text, who).not.toMatch(SECRETS);
      const counted = { as, method: "HEAD", headers: { ...headers, prefer: "count=exact" } };
      const head = await world.request(`/rest/v1/${path}`, counted);
      expect([head.status, head.text], who).toEqual([response.status, ""]);
      expect(head.headers.get("content-range"), who).toBeNull();
    }
  });

  it.each([
    ["jobs?select=*", "visitor"],
    ["jobs", "visitor"],
    ["jobs?select=id,*", "visitor"],
    ["jobs?order=posted_date.desc&select=title,*", "visitor"],
    ["saved_jobs?select=job_id,jobs(*)", "member"],
    ["saved_jobs?select=job_id,...jobs(*)", "member"],
  ] as const)("by everything: %s", async (path, first) => {
    await world.sql(
      "insert into public.saved_jobs (provider_id, job_id) values ($1, $2) on conflict do nothing",
      [world.people.member.id, world.open],
    );
    for (const who of [...STRANGERS.slice(STRANGERS.indexOf(first)), "seeker", "admin"] as const) {
      for (const method of ["GET", "HEAD"]) {
        const as = who === "visitor" ? undefined : who;
        const prefer = "count=exact";
        const answer = await world.request(`/rest/v1/${path}`, { as, method, headers: { prefer } });
        expect(answer.status, `${who}: ${answer.text}`).toBe(200);
        expect(answer.headers.get("content-range"), who).toMatch(/\/\d+$/);
        expect(answer.text, who).not.toMatch(/contact_(name|email|phone)/);
        expect(answer.text, who).not.toMatch(SECRETS);
      }
    }
  });

  it("while the rest of the same job is public", async () => {
    for (const who of STRANGERS) {
      const jobs = world.from(who, "jobs");
      const found = await rows(jobs.select("id, title").eq("category", "IT").order("title"));
      expect(found, who).toEqual([{ id: world.open, title: "Open job" }]);
    }
  });

  it("by writing and reading the result", async () => {
    const before = await world.picture("public.jobs");
    const wanted = [
      ["PATCH", `jobs?id=eq.${world.open}&select=contact_email`, { title: "x" }],
      ["PATCH", "jobs?contact_email=like.h*&select=id", { title: "x" }],
      ["DELETE", `jobs?id=eq.${world.open}&select=contact_phone`, undefined],
      ["DELETE", "jobs?contact_name=eq.Hush&select=id", undefined],
      ["POST", "jobs?select=*", { ...PUBLIC, contact_email: "a@b.example" }],
      ["POST", "jobs?on_conflict=id&select=id", { id: world.open, ...PUBLIC, ...SECRET }],
      ["PUT", `jobs?id=eq.${world.open}`, { id: world.open, ...PUBLIC, ...SECRET }],
    ] as const;
    for (const who of STRANGERS) {
      for (const [method, path, body] of wanted) {
        const response = await world.request(`/rest/v1/${path}`, {
          as: who === "visitor" ? undefined : who,
          method,
          body,
          headers: { prefer: "return=representation,resolution=merge-duplicates" },
        });
        const label = `${who} ${method} ${path}: ${response.text}`;
        expect(response.status, label).toBeGreaterThanOrEqual(400);
        expect(response.status, label).toBeLessThan(500);
        expect(response.text, label).not.toMatch(SECRETS);
      }
    }
    expect(await world.picture("public.jobs")).toBe(before);
  });
});

describe("the functions that show jobs return no contact", () => {
  const GUESSES = ["hush", "Hush", "hush@secret.example", "secret", "@", "0777", "0%", "%", "_ush"];
  const ARGUMENTS = ["category", "location", "budget_type"];

  it("whatever is searched for, and the count reveals none either", async () => {
    for (const who of STRANGERS) {
      const client = world.clientOf(who);
      for (const argument of ARGUMENTS) {
        for (const guess of GUESSES) {
          const response = await client.rpc("search_jobs", { [argument]: guess });
          const label = `${who} ${argument} ${guess}`;
          expect(JSON.stringify(response), label).not.toMatch(SECRETS);
          if (argument === "budget_type") expect(response.error?.code, label).toBe("22023");
          else expect(response.data, label).toEqual({ total: 0, jobs: [], place: null });
        }
      }
      const all = await client.rpc("search_jobs", { page_size: 50 });
      expect(all.data, who).toMatchObject({ total: 1 });
      expect(JSON.stringify(all.data), who).not.toMatch(/contact|secret|0777/i);
      for (const id of [world.open, world.closed]) {
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
      const response = await world.request(`/rest/v1/rpc/${path}`, { as, headers });
      expect(`${response.status} ${response.text}`, who).toMatch(expected);
      expect(response.text, who).not.toMatch(/hush|0777|secret/i);
    }
  });

  it("nor by what is stored to ask and notify", async () => {
    await world.sql("update public.jobs set expires_at = now() + interval '1 day' where id = $1", [
      world.open,
    ]);
    await world.sql("select private.process_job_expiry(), notify.send_job_alerts()");
    const picture = await world.picture("private.job_questions", "notify.notices");
    expect(picture).toContain(world.open);
    expect(picture).not.toMatch(/hush|0777/i);
  });
});
