import type { RealtimePostgresChangesPayload, SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, expect, it } from "vitest";
import { inbox, listen, subscribe } from "#backend/tests/conformance/realtime-world.ts";
import { createSharePictures } from "#server/share-pictures/share-pictures.ts";
import { contextOf, type RouteModule, renderPage } from "#tests/page.tsx";
import { type Name, postJob } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import * as category from "#web/routes/public/category.tsx";
import * as jobDirectory from "#web/routes/public/job-directory.tsx";
import * as postJobPage from "#web/routes/public/post-job.tsx";
import * as sitemap from "#web/routes/public/sitemap.ts";

/**
 * Output that does not depend on a contact cannot reveal it. Each output is produced twice, with two
 * contacts on the same job, and must be identical: letters, counts and order.
 */
const world = testWorld();
let job: string;
let other: string;

const CONTACTS = [
  ["Hush Alpha", "alpha@secret.example", "07700 900111"],
  ["Quiet Omega", "omega@secret.example", "+44 1632 960222"],
] as const;
const SECRETS = /hush|quiet|secret\.example|900111|960222|"contact_/i;
/** What somebody may look for: both contacts, and parts of them. */
const GUESSES = [...CONTACTS.flat(), "Hush", "alpha", "omega", "%secret%", "0770", "+44"];
const STRANGERS: (Name | "visitor")[] = ["visitor", "rival", "plain", "member", "lapsed"];

const own = (question: string, values: unknown[] = []) => world.sql(question, values);
const setContact = ([name, email, phone]: readonly [string, string, string]) =>
  own(
    "update public.jobs set contact_name = $2, contact_email = $3, contact_phone = $4 where id = $1",
    [job, name, email, phone],
  );

beforeAll(async () => {
  const category = "Construction/Trade > Roofing";
  const post = (title: string) => postJob(world.people.seeker, { title, category });
  // A second job, so that an order by contact would show.
  [job, other] = [await post("Fix my roof"), await post("Fix my wall")];
  expect(other).not.toBe("");
});

/** With each contact: what `look` saw by each way, both times the same and never a secret. */
const expectNothing = async (read: () => Promise<Map<string, unknown>>) => {
  const seen: Map<string, string>[] = [];
  for (const contact of CONTACTS) {
    await setContact(contact);
    const found = [...(await read())].map(([way, texts]) => [way, JSON.stringify(texts)] as const);
    seen.push(new Map(found));
  }
  const [first = new Map<string, string>(), second] = seen;
  expect([...first.keys()].filter((way) => first.get(way) !== second?.get(way))).toEqual([]);
  expect([...first.keys()].filter((way) => SECRETS.test(first.get(way) ?? ""))).toEqual([]);
};

it("is revealed by no page and none of its files, whatever is searched for", async () => {
  const pages: [RouteModule, string, string[]][] = [
    [
      jobDirectory,
      "/job-directory",
      [
        "",
        `?job=${job}`,
        ...["location", "category"].flatMap((field) =>
          GUESSES.map((guess) => `?${field}=${encodeURIComponent(guess)}`),
        ),
        ...["job", "budgetType", "contact_email"].map((field) => `?${field}=${CONTACTS[1][1]}`),
      ],
    ],
    [category, "/categories/:slug", [""]],
    [postJobPage, "/post-job", ["", `?edit=${job}`]],
  ];
  await expectNothing(async () => {
    const found = new Map<string, unknown>();
    for (const [route, path, queries] of pages) {
      for (const query of queries) {
        const address = path.replace(":slug", "construction-trade") + query;
        const page = await renderPage(route, { path, visitor: world.visitor }, address);
        // What was typed comes back as the words of the search; when a list was loaded or a form shown is no secret.
        const parameter = decodeURIComponent(query.slice(query.indexOf("=") + 1));
        const written = new URLSearchParams({ "": parameter }).toString().slice(1);
        const blank = (text: string) =>
          (GUESSES.includes(parameter)
            ? [parameter, written, encodeURIComponent(parameter)].reduce(
                (left, words) => left.replaceAll(words, ""),
                text,
              )
            : text
          ).replace(/"loadedAt":"[^"]*"|<input[^>]*"shown"[^>]*>/g, "");
        found.set(address, [
          page.status,
          page.location && blank(decodeURIComponent(page.location)),
          blank(page.html),
          blank(JSON.stringify(page.data)),
        ]);
      }
    }
    expect(JSON.stringify(found.get("/job-directory"))).toContain("Fix my roof");
    return found;
  });
});

it("is revealed by no sitemap, and no picture for sharing is made of a job", async () => {
  await expectNothing(async () => {
    const found = new Map<string, unknown>();
    for (const part of [undefined, "jobs-1.xml", "categories.xml", "pages.xml"]) {
      const path = part ? `/sitemap/${part}` : "/sitemap.xml";
      const request = new Request(`https://www.example.org${path}`);
      const of = { request, params: { part }, context: contextOf(world.visitor) };
      const response = await sitemap.loader(of as never);
      found.set(path, await response.text());
    }
    expect(found.get("/sitemap/jobs-1.xml")).toContain(job);
    const pictures = createSharePictures(world.visitor as never, async () => ({
      siteName: "Solutionz",
      brandColour: "",
      home: null,
      logo: "",
    }));
    for (const path of [
      "/share/categories/construction-trade.png",
      `/share/job-directory/${job}.png`,
      `/share/jobs/${job}.png`,
      `/share/directory/${job}.png`,
    ]) {
      const url = new URL(path, "https://www.example.org");
      const response = await pictures(new Request(url), path, "127.0.0.1");
      const bytes = response ? Buffer.from(await response.arrayBuffer()).toString("base64") : null;
      found.set(path, [response?.status, bytes]);
      if (path.includes(job)) expect(response?.status ?? 404, path).toBe(404);
    }
    return found;
  });
});

it("is revealed by no count of new jobs, and by no search of anybody", async () => {
  await expectNothing(async () => {
    const found = new Map<string, unknown>();
    for (const who of STRANGERS) {
      const client = world.clientOf(who);
      for (const guess of GUESSES) {
        for (const filter of [
          { location: guess },
          { category: guess },
          { location: guess, page_size: 0, posted_after: "2020-01-01" },
        ]) {
          const { data, error } = await client.rpc("search_jobs", filter);
          found.set(`${who} ${JSON.stringify(filter)}`, [data, error?.code]);
        }
      }
      const { data } = await client.rpc("search_jobs", { page_size: 50 });
      expect(data).toMatchObject({ total: 2 });
      found.set(`${who}, everything`, data);
    }
    return found;
  });
});

it("is revealed by no alert, neither by its content nor by its receiver", async () => {
  const events = [];
  await own("select notify.send_job_alerts()");
  for (const [name, email, phone] of CONTACTS) {
    await own("delete from notify.notices");
    const contact = { contact_name: name, contact_email: email, contact_phone: phone };
    const posted = await postJob(world.people.seeker, { title: "Fix my tap", ...contact });
    await own("select notify.send_job_alerts()");
    const notices = await own("select kind, user_id, data from notify.notices order by user_id");
    expect(notices).toContainEqual(
      expect.objectContaining({ kind: "job_alert", user_id: world.people.member.id }),
    );
    events.push(
      JSON.stringify(notices)
        .replaceAll(posted, "")
        .replace(/20\d\d-[^"]*/g, ""),
    );
  }
  expect(events[0]).toBe(events[1]);
  expect(events[0]).not.toMatch(SECRETS);
  await own("delete from public.jobs where title = 'Fix my tap'");
});

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>;
const channelOf = (client: SupabaseClient, name: string, events: Inbox, more: object = {}) =>
  client
    .channel(name)
    .on("postgres_changes", { event: "*", schema: "public", table: "jobs", ...more }, (change) =>
      events.put(change),
    );
type Inbox = ReturnType<typeof inbox<Change>>;

it("is revealed to no subscriber, by no column and by no filter", async () => {
  const listeners = (["visitor", "plain", "member"] as const).map((who) => ({
    who,
    client: world.clientOf(who),
    events: inbox<Change>(),
  }));
  for (const { client, events } of listeners) {
    await listen(channelOf(client, "jobs", events));
  }
  for (const contact of CONTACTS) await setContact(contact);
  await own("update public.jobs set title = title || '!' where id = $1", [other]);
  for (const { who, client, events } of listeners) {
    const changes = await events.wait(3);
    for (const change of changes) {
      expect(Object.keys(change.new).sort(), who).toEqual(["id", "posted_date", "status"]);
    }
    expect(JSON.stringify(changes), who).not.toMatch(SECRETS);

    // A filter by a hidden column would reveal it by silence: it is refused.
    const filter = "contact_email=eq.omega@secret.example";
    const guessing = channelOf(client, "guess", events, { filter });
    const received = inbox<Record<string, unknown>>();
    guessing.on("system", {}, (message) => received.put(message));
    await subscribe(guessing);
    const [response] = await received.wait(1);
    expect(response, who).toMatchObject({ status: "error" });
  }
  await setContact(CONTACTS[1]);
  await own("update public.jobs set title = title || '!' where id = $1", [other]);
  for (const { events } of listeners) expect(await events.wait(5)).toHaveLength(5);
  for (const { client } of listeners) await client.realtime.disconnect();
});
