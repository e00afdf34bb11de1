import { beforeEach, describe, expect, it } from "vitest";
import { allowed, FORBIDDEN, type Name, refused, rows } from "#tests/security/people.ts";
import { PIXEL } from "#tests/security/picture-acts.ts";
import { testWorld } from "#tests/security/test-world.ts";

// The portfolio of a member: only what its owner uploaded into their own folder is ever shown there.

const SHELF = "/storage/v1/object/public/portfolio_media/";

const world = testWorld();
beforeEach(async () => {
  await world.sql("update public.profiles set work_samples = '[]'");
  await world.sql("delete from storage.objects");
});

const storage = (who: Name) => world.people[who].client.storage.from("portfolio_media");
const upload = async (who: Name, file: string): Promise<string> => {
  const name = `${world.people[who].id}/portfolio/${file}`;
  const { error } = await storage(who).upload(name, PIXEL, { contentType: "image/png" });
  if (error) throw error;
  return SHELF + name;
};
const item = (url: string, more: object = {}) => ({
  id: "one",
  title: "Kitchen",
  description: "Oak",
  media: [{ id: "m", url, type: "image", filename: "a.png", alt: "A kitchen", caption: "Oak" }],
  ...more,
});
const INVALID = "item is not valid";
const shot = (url: string, more: object) => item(url, { media: [{ url, type: "image", ...more }] });
const film = (url: string, subtitles: string, type = "video") =>
  item(url, { media: [{ url, type, subtitles }] });
const store = (who: Name, samples: unknown) => {
  const { client, id } = world.people[who];
  return client.from("profiles").update({ work_samples: samples }).eq("id", id);
};
const refusal = async (who: Name, samples: unknown) => {
  const { error } = await store(who, samples);
  return error && `${error.code} ${error.message}`;
};
const stored = (who: Name) =>
  world.stored<unknown[]>("profiles.work_samples", world.people[who].id);

describe("a work sample", () => {
  it("shows files of its owner's own folder, in the shape that was stored", async () => {
    const url = await upload("member", "1-0.png");
    await allowed(store("member", [item(url)]));
    expect(await stored("member")).toEqual([item(url)]);
    const shown = world.visitor.from("public_providers").select("work_samples");
    const { data } = await shown.eq("id", world.people.member.id).single();
    expect(data?.work_samples).toEqual([item(url)]);
  });

  it("shows no file of elsewhere, however it is spelled", async () => {
    const own = await upload("member", "1-0.png");
    const others = await upload("hidden", "2-0.png");
    const { id } = world.people.member;
    await world.people.member.client.storage
      .from("avatars")
      .upload(`${id}/a.png`, PIXEL, { contentType: "image/png" });
    for (const url of [
      "https://evil.example/a.png",
      `https://evil.example${own}`,
      `//evil.example${own}`,
      others,
      `${SHELF}${id}/portfolio/missing.png`,
      `${SHELF}${id}/portfolio/../../${others.slice(SHELF.length)}`,
      `${own}?x`,
      `${own}#x`,
      own.toUpperCase(),
      own.replace("portfolio_media", "avatars"),
      `/storage/v1/object/public/avatars/${id}/a.png`,
      own.replace("/public/", "/authenticated/"),
    ]) {
      expect(await refusal("member", [item(url)]), url).toMatch(/^23514 /);
      expect(await refusal("member", [{ id: "old", imageUrl: url }]), url).toMatch(/^23514 /);
    }
    expect(
      await refusal("member", [item(own, { media: [{ url: own, type: "video" }] })]),
    ).toContain("only show files that you uploaded");
    expect(await stored("member")).toEqual([]);
  });

  it("keeps what an older item shows, and adds nothing foreign to it", async () => {
    const old = { id: "old", imageUrl: "https://elsewhere.example/old.png" };
    await world.setProfile("member", "work_samples = $2", JSON.stringify([old]));
    expect(await refusal("member", [{ ...old, title: "Old" }])).toBeNull();
    expect(await refusal("member", [item(old.imageUrl, { id: "old" })])).toBeNull();
    expect(await refusal("member", [old, item("https://elsewhere.example/new.png")])).toMatch(
      /^23514 /,
    );
  });

  it.each<[string, (url: string) => unknown, string]>([
    ["no list", () => ({ a: 1 }), ""],
    ["a text", () => "x", ""],
    ["no media", (url) => [item(url, { media: [] })], "Please upload at least one media file"],
    ["an endless title", (url) => [item(url, { title: "t".repeat(101) })], INVALID],
    ["a title that is no text", (url) => [item(url, { title: { a: 1 } })], INVALID],
    ["an endless description", (url) => [item(url, { description: "d".repeat(1001) })], INVALID],
    ["an endless alternative", (url) => [shot(url, { alt: "a".repeat(201) })], INVALID],
    ["an endless caption", (url) => [shot(url, { caption: "a".repeat(201) })], INVALID],
    ["a caption that is no text", (url) => [shot(url, { caption: ["a"] })], INVALID],
    ["endless subtitles", (url) => [film(url, `WEBVTT${"a".repeat(6000)}`)], INVALID],
    ["subtitles that are no WebVTT", (url) => [film(url, "<script>")], INVALID],
    ["subtitles of a picture", (url) => [film(url, "WEBVTT", "image")], INVALID],
    [
      "a million characters of text",
      (url) => Array.from({ length: 40 }, () => film(url, "x".repeat(26_000))),
      "more text than it can hold",
    ],
    ["a page for a medium", (url) => [shot(url, { type: "text/html" })], INVALID],
    ["21 media", (url) => [item(url, { media: Array(21).fill({ url, type: "image" }) })], INVALID],
    ["the same id twice", (url) => [item(url), item(url)], "items are the same"],
    [
      "41 items",
      (url) => Array.from({ length: 41 }, (_, n) => item(url, { id: `${n}` })),
      "Your portfolio can have at most 40 items.",
    ],
  ])("is refused with %s", async (_what, samples, words) => {
    const url = await upload("member", "1-0.png");
    const refused = await refusal("member", samples(url));
    expect(refused).toMatch(/^(23514|22023) /);
    expect(refused).toContain(words);
    expect(await stored("member")).toEqual([]);
  });

  it("needs a live membership to be added, changed for another, or filled", async () => {
    const url = await upload("member", "1-0.png");
    const more = await upload("member", "2-0.png");
    expect(await refusal("member", [item(url)])).toBeNull();
    const { id } = world.people.member;
    const live = (subscribed: boolean) => world.setMembership(id, "subscribed = $2", subscribed);
    await live(false);
    try {
      await refused(store("member", [item(url), item(more, { id: "two" })]), FORBIDDEN);
      await refused(store("member", [item(more)]), FORBIDDEN);
      expect(await refusal("member", [item(more)])).toContain("Subscription required");
      const words = item(url, { title: "Our first kitchen" });
      await allowed(store("member", [words]));
      expect(await storage("member").remove([more.slice(SHELF.length)])).toMatchObject({
        error: null,
      });
      await allowed(store("member", []));
    } finally {
      await live(true);
    }
  });

  it("can be changed by nobody else", async () => {
    const url = await upload("member", "1-0.png");
    await store("member", [item(url)]);
    const { id } = world.people.member;
    for (const who of ["hidden", "seeker", "admin"] as const) {
      const { client } = world.people[who];
      const emptied = client.from("profiles").update({ work_samples: [] }).eq("id", id);
      const { data } = await emptied.select("id");
      expect(data ?? []).toEqual([]);
      const removed = await storage(who).remove([url.slice(SHELF.length)]);
      expect(removed.data ?? []).toEqual([]);
    }
    expect(await stored("member")).toEqual([item(url)]);
    expect(
      (await fetch(storage("member").getPublicUrl(url.slice(SHELF.length)).data.publicUrl)).ok,
    ).toBe(true);
  });
});

it.each<[string, () => Buffer, string, RegExp]>([
  ["a page", () => Buffer.from("<script>alert(1)</script>"), "image/png", /mime type .* is not/],
  [
    "a drawing",
    () => Buffer.from("<svg onload='alert(1)'/>"),
    "image/svg+xml",
    /mime type .* is not/,
  ],
  ["a program", () => Buffer.from("MZ\u0000\u0001\u0002"), "video/mp4", /mime type .* is not/],
  [
    "10 MB",
    () => Buffer.concat([PIXEL, Buffer.alloc(10 * 1024 * 1024)]),
    "image/png",
    /too large|exceeded/i,
  ],
])("a file by a signed address is no %s either", async (_what, make, contentType, words) => {
  const name = `${world.people.member.id}/portfolio/x.png`;
  const ticket = await storage("member").createSignedUploadUrl(name);
  const body = new Blob([new Uint8Array(make())]);
  const { token = "" } = ticket.data ?? {};
  const { error } = await storage("member").uploadToSignedUrl(name, token, body, { contentType });
  expect(error?.message).toMatch(words);
  expect(await world.count("storage.objects")).toBe(0);
});

describe("unused_files", () => {
  const unused = async (limit?: number) => {
    const found = world.rpc("service", "unused_files", limit ? { p_limit: limit } : {});
    return (await rows<{ name: string }>(found)).map(({ name }) => name.split("/").at(-1));
  };
  const old = () =>
    world.sql(
      "update storage.objects set created_at = now() - interval '25 hours' where name not like '%new%'",
    );

  it("names day-old files that no item shows, and walks on", async () => {
    const file = await upload("member", "1-0.png");
    await store("member", [item(file)]);
    await upload("member", "2-0.png");
    await upload("member", "3-new.png");
    await upload("hidden", "4-0.png");
    await old();
    expect((await unused()).toSorted()).toEqual(["2-0.png", "4-0.png"]);
    const walk = [];
    for (let step = 0; step < 5; step++) walk.push(...(await unused(1)));
    expect(walk.toSorted()).toEqual(["2-0.png", "4-0.png"]);
  });
});
