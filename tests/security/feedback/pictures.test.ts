import { createHash } from "node:crypto";
import sharp from "sharp";
import { beforeEach, expect, it } from "vitest";
import { type Name, outcome, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { feedbackActs } from "./acts.ts";

/** Pictures of the work on feedback (P-45): only the author's own, and in the portfolio with their consent. */
const world = testWorld();
const { insert, give } = feedbackActs(() => world);
const own = (question: string, values: unknown[] = []) => world.backend.db.query(question, values);
beforeEach(async () => {
  for (const table of ["public.feedback", "public.jobs", "storage.objects", "notify.notices"])
    await own(`delete from ${table}`);
  await own("delete from private.hidden_pictures");
});

const SHELF = "/storage/v1/object/public/pictures/";
const draw = (shade: number) =>
  sharp({
    create: { width: 30, height: 20, channels: 3, background: { r: shade * 20, g: 9, b: 0 } },
  })
    .jpeg()
    .toBuffer();
const put = async (who: Name, bytes: Buffer) => {
  const name = `${world.people[who].id}/${createHash("sha256").update(bytes).digest("hex")}.jpg`;
  const bucket = world.people[who].client.storage.from("pictures");
  return { name, ...(await bucket.upload(name, bytes, { contentType: "image/jpeg" })) };
};
const upload = async (who: Name, shade: number) => {
  const { name, error } = await put(who, await draw(shade));
  if (error) throw error;
  return SHELF + name;
};
const shown = (id: string) =>
  world.see<string[]>("select pictures from public.feedback where id = $1", [id]);
const set = (who: Name | "visitor", feedback_id: string, pictures: unknown, in_portfolio = false) =>
  world.clientOf(who).rpc("set_feedback_pictures", { feedback_id, pictures, in_portfolio });

it("are the author's own uploads: five, each once", async () => {
  const all: string[] = [];
  for (const n of [1, 2, 3, 4, 5, 6]) all.push(await upload("seeker", n));
  const first = all[0] as string;
  const foreign = await upload("rival", 1);
  for (const pictures of [
    all,
    [first, first],
    [foreign],
    ["https://elsewhere.example/a.jpg"],
    [first.replace("pictures", "avatars")],
    [[first]],
    [null],
  ])
    expect(await outcome(insert("seeker", { pictures })), JSON.stringify(pictures)).toBe(
      "400 PT400",
    );
  expect(await outcome(insert("seeker", { pictures: null }))).toBe("400 23502");
  const id = await give("seeker", { pictures: all.slice(0, 5) });
  expect(await rows(world.visitor.from("feedback").select("pictures").eq("id", id))).toEqual([
    { pictures: all.slice(0, 5) },
  ]);
});

it("are removed and consented to by the author alone, who adds none later", async () => {
  const [one, two, late] = [
    await upload("seeker", 1),
    await upload("seeker", 2),
    await upload("seeker", 3),
  ];
  const id = await give("seeker", { pictures: [one, two] });
  for (const who of ["rival", "member", "admin"] as const)
    expect(await outcome(set(who, id, [])), who).toBe("404 PT404");
  expect(await outcome(set("visitor", id, []))).toMatch(/42501$/);
  for (const pictures of [[one, late], [one, one], [one, one, two], [[one]], [late], null])
    expect(await outcome(set("seeker", id, pictures)), JSON.stringify(pictures)).toBe("400 PT400");
  expect(await outcome(set("seeker", id, [two], true))).toBe("let in");
  const portfolio = () =>
    rows(world.visitor.from("feedback").select("pictures").eq("in_portfolio", true));
  expect(await portfolio()).toEqual([{ pictures: [two] }]);
  expect(await outcome(set("seeker", id, [two], false))).toBe("let in");
  expect(await portfolio()).toEqual([]);
  for (const who of ["seeker", "member", "admin"] as const) {
    const writing = world.people[who].client.from("feedback").update({ pictures: [] });
    expect(await outcome(writing.eq("id", id)), who).toMatch(/42501$/);
  }
});

it("are kept while they are shown, deleted afterwards, in the download, and gone with the account", async () => {
  const picture = await upload("seeker", 1);
  const id = await give("seeker", { pictures: [picture], in_portfolio: true });
  await own("update storage.objects set created_at = now() - interval '2 days'");
  const unused = () => own("select name from public.unused_files()");
  expect(await unused()).toEqual([]);
  const { data } = await world.service.rpc("export_account", { p_user: world.people.seeker.id });
  expect(JSON.stringify(data)).toContain(`"pictures":["${picture}"]`);
  // As delete_account() does, short of the account.
  const erase = "update public.feedback set pictures = '{}', in_portfolio = false where id = $1";
  expect(
    await world.see("select prosrc from pg_proc where oid = 'private.delete_account'::regproc"),
  ).toContain("pictures = '{}', in_portfolio = false");
  await own(erase, [id]);
  expect(await unused()).toHaveLength(1);
});

it("are removed by an admin for good, with a reason, wherever the author shows them", async () => {
  const bytes = await draw(8);
  const picture = SHELF + (await put("seeker", bytes)).name;
  const other = await upload("seeker", 9);
  const id = await give("seeker", { pictures: [picture, other] });
  const { client, id: user_id } = world.people.seeker;
  const job = { title: "A roof", description: "It drips", category: "IT", user_id };
  await rows(
    client
      .from("jobs")
      .insert({ ...job, contact_email: "a@b.example", pictures: [picture] })
      .select("id"),
  );
  const hide = (who: Name, more = {}) =>
    world.clientOf(who).rpc("admin_hide_feedback_picture", {
      feedback_id: id,
      picture,
      reason: "Shows a face",
      ...more,
    });
  expect(await outcome(hide("admin", { reason: " " }))).toBe("400 PT400");
  expect(await outcome(hide("admin", { picture: "x" }))).toBe("404 PT404");
  expect(await outcome(hide("admin", { seen: "2020-01-01T00:00:00Z" }))).toBe("409 PT409");
  expect(await outcome(hide("admin"))).toBe("let in");
  expect(await shown(id)).toEqual([other]);
  expect(await world.see("select pictures from public.jobs")).toEqual([]);
  expect((await put("seeker", bytes)).error).not.toBeNull();
  expect(await own("select kind, user_id from notify.notices where kind like '%picture%'")).toEqual(
    [{ kind: "feedback_picture_hidden", user_id }],
  );
  expect(
    await own("select action, reason from public.audit_log where target_id = $1", [id]),
  ).toEqual([{ action: "update", reason: "Shows a face" }]);
});
