import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { type Person, startFunctions } from "#tests/functions.ts";
import { renderPage } from "#tests/page.tsx";
import { openClient } from "#tests/security/people.ts";
import * as route from "./still-looking.tsx";

const functions = perFile(startFunctions);
let poster: Person;
let visitor: SupabaseClient;

beforeAll(async () => {
  poster = await functions.person("client", "petra");
  visitor = openClient(functions.backend);
});

const sql = (text: string, values: unknown[] = []) => functions.backend.db.query(text, values);

/** Posts a job, lets 26 of its 30 days pass, and returns the link of the mail. */
const mailedLink = async (title: string): Promise<URL> => {
  const job = { title, description: "Soon", category: "IT", contact_email: "p@example.org" };
  const { error } = await poster.client.from("jobs").insert({ ...job, user_id: poster.id });
  expect(error).toBeNull();
  await sql(
    `update public.jobs set posted_date = posted_date - interval '26 days',
       expires_at = expires_at - interval '26 days' where title = $1`,
    [title],
  );
  await sql("select private.process_job_expiry()");
  const sent = await functions.call("deliver-notices", {
    headers: { authorization: `Bearer ${functions.env.SUPABASE_SERVICE_ROLE_KEY}` },
  });
  expect(sent.status).toBe(200);
  // The status comes at once; the body ends when the mails have been sent.
  await sent.text();
  const mail = functions.post.mails.find(({ subject }) => subject?.includes(title));
  const link = /https?:\/\/\S+\/still-looking\?token=[0-9a-f]{64}/.exec(mail?.text ?? "")?.[0];
  expect(link, mail?.text).toBeDefined();
  return new URL(link ?? "");
};

const get = ({ search }: URL, init?: RequestInit) =>
  renderPage(route, { path: "/still-looking", visitor }, `/still-looking${search}`, init);
const press = (link: URL, answer: string) =>
  get(link, {
    method: "POST",
    body: new URLSearchParams({ token: link.searchParams.get("token") ?? "", answer }),
  });
const state = async (title: string) => {
  const [row] = await sql(
    `select status, round(extract(epoch from expires_at - now()) / 86400)::int as days
     from public.jobs where title = $1`,
    [title],
  );
  return row;
};

it("the 'still looking?' mail accepts yes by one click: 30 more days", async () => {
  const link = await mailedLink("Sweep the chimney");
  const opened = await get(link);
  expect(opened.status).toBe(200);
  expect(opened.html).toContain("Are you still looking?");
  expect(opened.html).toContain("Sweep the chimney");
  expect(opened.html).toMatch(/<form[^>]* method="post".*Yes, keep it open.*No, close it/s);
  expect(await state("Sweep the chimney")).toEqual({ status: "open", days: 4 });

  for (let turn = 0; turn < 2; turn++) {
    const answered = await press(link, "yes");
    expect(answered.html).toContain("Your job stays open");
    expect(answered.html).not.toContain("<form");
  }
  expect(await state("Sweep the chimney")).toEqual({ status: "open", days: 30 });
  // The link is used up, and shows the answer that was given.
  expect((await press(link, "no")).html).toContain("You have already answered this email.");
  expect((await get(link)).html).toContain("Your job stays open");
});

it("the 'still looking?' mail does nothing with another token, and accepts no second reply", async () => {
  const link = await mailedLink("Clear the gutter");
  const wrong = new URL(link.href.slice(0, -1) + (link.href.endsWith("0") ? "1" : "0"));
  for (const address of [wrong, new URL("/still-looking", link)]) {
    expect((await get(address)).html).toContain("This link has expired");
    expect((await press(address, "yes")).html).toContain("This link has expired");
  }
  expect((await press(link, "perhaps")).html).toContain("Please choose an answer.");
  expect(await state("Clear the gutter")).toEqual({ status: "open", days: 4 });
});
