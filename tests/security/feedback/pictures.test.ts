import { beforeEach, expect, it } from "vitest";
import { allowed, type Name, postJob, refused, rows } from "#tests/security/people.ts";
import { draw, pictureActs } from "#tests/security/picture-acts.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { feedbackActs } from "./acts.ts";

/** Pictures of the work on feedback (P-45): only the author's own, and in the portfolio with their consent. */
const world = testWorld();
const { insert, give } = feedbackActs(() => world);
const own = (question: string, values: unknown[] = []) => world.sql(question, values);
const SHELF = "/storage/v1/object/public/pictures/";
const files = pictureActs(() => world, "pictures", SHELF);
const { nameOf, put, upload, unused } = files;
beforeEach(() => files.clear());

const shown = (id: string) => world.stored<string[]>("feedback.pictures", id);
const set = (who: Name | "visitor", feedback_id: string, pictures: unknown, in_portfolio = false) =>
  world.rpc(who, "set_feedback_pictures", { feedback_id, pictures, in_portfolio });

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
    await refused(insert("seeker", { pictures }), "400 PT400", JSON.stringify(pictures));
  await refused(insert("seeker", { pictures: null }), "400 23502");
  const id = await give("seeker", { pictures: all.slice(0, 5) });
  expect(await rows(world.visitor.from("feedback").select("pictures").eq("id", id))).toEqual([
    { pictures: all.slice(0, 5) },
  ]);
});

it("are removed and consented to by the author alone, who adds none later", async () => {
  const [one, two] = [await upload("seeker", 1), await upload("seeker", 2)];
  const late = await upload("seeker", 3);
  const id = await give("seeker", { pictures: [one, two] });
  for (const who of ["rival", "member", "admin"] as const)
    await refused(set(who, id, []), "404 PT404", who);
  for (const pictures of [[one, late], [one, one], [one, one, two], [[one]], [late], null])
    await refused(set("seeker", id, pictures), "400 PT400", JSON.stringify(pictures));
  await allowed(set("seeker", id, [two], true));
  const portfolio = () =>
    rows(world.visitor.from("feedback").select("pictures").eq("in_portfolio", true));
  expect(await portfolio()).toEqual([{ pictures: [two] }]);
  await allowed(set("seeker", id, [two], false));
  expect(await portfolio()).toEqual([]);
  for (const who of ["seeker", "member", "admin"] as const) {
    const writing = world.from(who, "feedback").update({ pictures: [] });
    await refused(writing.eq("id", id), /42501$/, who);
  }
});

it("are kept while they are shown, deleted afterwards, in the download, and gone with the account", async () => {
  const picture = await upload("seeker", 1);
  const id = await give("seeker", { pictures: [picture], in_portfolio: true });
  await files.age();
  expect(await unused()).toEqual([]);
  const { data } = await world.rpc("service", "export_account", { p_user: world.people.seeker.id });
  expect(JSON.stringify(data)).toContain(`"pictures":["${picture}"]`);
  // As delete_account() does, short of the account.
  const erase = "update public.feedback set pictures = '{}', in_portfolio = false where id = $1";
  const source = "select prosrc from pg_proc where oid = 'private.delete_account'::regproc";
  expect(await world.see(source)).toContain("pictures = '{}', in_portfolio = false");
  await own(erase, [id]);
  expect(await unused()).toHaveLength(1);
});

it("are removed by an admin for good, with a reason, wherever the author shows them", async () => {
  const bytes = await draw(8).toBuffer();
  const picture = await upload("seeker", 8);
  const other = await upload("seeker", 9);
  const id = await give("seeker", { pictures: [picture, other] });
  const user_id = world.people.seeker.id;
  await postJob(world.people.seeker, { pictures: [picture] });
  const hide = (who: Name, more = {}) =>
    world.rpc(who, "admin_hide_feedback_picture", {
      feedback_id: id,
      picture,
      reason: "Shows a face",
      ...more,
    });
  await refused(hide("admin", { reason: " " }), "400 PT400");
  await refused(hide("admin", { picture: "x" }), "404 PT404");
  await refused(hide("admin", { seen: "2020-01-01T00:00:00Z" }), "409 PT409");
  await allowed(hide("admin"));
  expect(await shown(id)).toEqual([other]);
  expect(await world.see("select pictures from public.jobs")).toEqual([]);
  expect((await put("seeker", nameOf("seeker", bytes), bytes)).error).not.toBeNull();
  expect(await own("select kind, user_id from notify.notices where kind like '%picture%'")).toEqual(
    [{ kind: "feedback_picture_hidden", user_id }],
  );
  expect(await world.audited("action, reason", id)).toEqual([
    { action: "update", reason: "Shows a face" },
  ]);
});
