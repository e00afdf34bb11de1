import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { Name } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
let picture: Buffer;
beforeAll(async () => {
  const plain = sharp({ create: { width: 32, height: 32, channels: 3, background: "#c2410c" } });
  picture = await plain.png().toBuffer();
});

type Who = Name | "visitor";
const PNG = { contentType: "image/png" };
const bucket = (who: Who, name: string) => world.clientOf(who).storage.from(name);
const folder = (who: Name) => world.people[who].id;

/** `let in`, or the status in Storage's response. */
const outcome = async (call: PromiseLike<{ error: unknown }>): Promise<string> => {
  const { error } = await call;
  return error ? String((error as { statusCode?: string }).statusCode) : "let in";
};
const put = (
  who: Who,
  name: string,
  file: string,
  body: unknown = picture,
  options: object = PNG,
) => outcome(bucket(who, name).upload(file, body as Blob, options));
const posted = (path: string, bytes: Buffer, more: Record<string, string>) =>
  world.backend.request(`/storage/v1/object/avatars/${path}`, {
    method: "POST",
    headers: {
      apikey: world.backend.keys.anon,
      authorization: `Bearer ${world.people.seeker.token}`,
      ...more,
    },
    body: new Uint8Array(bytes),
  });
/** Posts a real picture to a path that no client library would request. */
const send = async (path: string) => {
  const response = await posted(path, picture, { "content-type": "image/png" });
  return { status: response.status, text: await response.text() };
};
const objects = () => world.picture("storage.objects");

describe("writing", () => {
  it.each<[string, Who, string, string]>([
    ["one's own avatar", "seeker", "avatars", "{seeker}/me.png"],
    ["a member's portfolio", "member", "portfolio_media", "{member}/portfolio/1.png"],
    ["an admin's logo", "admin", "business_logos", "providers/1.png"],
    ["the site's logo", "admin", "business_logos", "site/logo-1.png"],
  ])("is for %s", async (_what, who, name, file) => {
    const named = file.replace(/\{(\w+)\}/, (_, person: Name) => folder(person));
    expect(await put(who, name, named)).toBe("let in");
    expect(await put(who, name, named)).toBe("409");
    const again = { ...PNG, upsert: true, cacheControl: "3600" };
    expect(await put(who, name, named, picture, again)).toBe("let in");
    const { publicUrl } = bucket("visitor", name).getPublicUrl(named).data;
    const seen = await fetch(publicUrl);
    expect([seen.status, seen.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(seen.headers.get("cache-control")).toContain("max-age=3600");
  });

  it.each<[string, Who, string, string]>([
    ["a visitor", "visitor", "avatars", "{seeker}/x.png"],
    ["a visitor at the root", "visitor", "avatars", "x.png"],
    ["another's folder", "rival", "avatars", "{seeker}/x.png"],
    ["another's picture", "rival", "avatars", "{seeker}/me.png"],
    ["an admin in another's folder", "admin", "avatars", "{seeker}/me.png"],
    ["the root", "seeker", "avatars", "x.png"],
    ["a folder that starts like one's own", "seeker", "avatars", "{seeker}x/x.png"],
    ["one's own id further down", "rival", "avatars", "x/{rival}/x.png"],
    ["a deactivated account", "idle", "avatars", "{idle}/x.png"],
    ["a portfolio without membership", "plain", "portfolio_media", "{plain}/portfolio/x.png"],
    ["a portfolio after its end", "lapsed", "portfolio_media", "{lapsed}/portfolio/x.png"],
    ["a client's portfolio", "seeker", "portfolio_media", "{seeker}/portfolio/x.png"],
    ["a deactivated member's portfolio", "idle", "portfolio_media", "{idle}/portfolio/x.png"],
    ["another's portfolio", "hidden", "portfolio_media", "{member}/portfolio/x.png"],
    ["beside the portfolio", "member", "portfolio_media", "{member}/x.png"],
    ["a logo by a member", "member", "business_logos", "providers/x.png"],
    ["a logo in one's own folder", "member", "business_logos", "{member}/x.png"],
    ["the site's logo by a member", "member", "business_logos", "site/logo-2.png"],
    ["the site's logo by a former admin", "retired", "business_logos", "site/logo-2.png"],
    ["a logo by a former admin", "retired", "business_logos", "providers/x.png"],
    ["a logo elsewhere", "admin", "business_logos", "x.png"],
  ])("is refused to %s", async (_what, who, name, file) => {
    const named = file.replace(/\{(\w+)\}/, (_, person: Name) => folder(person));
    const before = await objects();
    for (const options of [PNG, { ...PNG, upsert: true }]) {
      expect(await put(who, name, named, picture, options)).toMatch(/^40[39]$/);
    }
    expect(await outcome(bucket(who, name).update(named, picture, PNG))).toMatch(/^40[34]$/);
    expect(await outcome(bucket(who, name).createSignedUploadUrl(named))).toMatch(/^40[39]$/);
    expect(await objects()).toBe(before);
  });

  it.each(
    `..%2F{member}%2Fx.png {seeker}%2F..%2F{member}%2Fx.png {seeker}%2F%2Fx.png
    {seeker}%2F.%2Fx.png %2F{seeker}/x.png {seeker}/a%5C..%5Cx.png {seeker}/%00.png
    {seeker}/a%0Ab.png {seeker}/%252e%252e/x.png {seeker}/%FF.png`.split(/\s+/),
  )("refuses the path %s", async (path) => {
    const before = await objects();
    const named = path.replace(/\{(\w+)\}/g, (_, person: Name) => folder(person));
    const { status, text } = await send(named);
    expect([status, text]).toEqual([400, expect.stringMatching(/InvalidKey|InvalidRequest/)]);
    expect(await objects()).toBe(before);
  });

  it("of any odd path ends in one's own folder or nowhere", async () => {
    const elsewhere = () =>
      world.see(
        "select string_agg(name, ',' order by name) from storage.objects where name not like $1",
        [`${folder("seeker")}/%`],
      );
    const before = await elsewhere();
    const traversals = "../{member}/x {seeker}/../{member}/x {seeker}//x //x .. .".split(" ");
    const encoded = ["{seeker}\\..\\{member}\\x", "{seeker}/%2e%2e/{member}/x"];
    for (const odd of [...traversals, ...encoded]) {
      const named = odd.replace(/\{(\w+)\}/g, (_, person: Name) => folder(person));
      await put("seeker", "avatars", named);
      expect((await send(named)).status, odd).toBeLessThan(500);
    }
    expect(await elsewhere()).toBe(before);
    await world.backend.db.query(
      "delete from storage.objects where name like $1 and name not like '%/me.png'",
      [`${folder("seeker")}/%`],
    );
  });
});

it.each([
  "image/png; a=b, text/html",
  "image/png, text/html",
  'image/png; a="b, text/html',
  "image/png; charset=utf-7, image/svg+xml",
])("never serves a picture as the page that %s would make of it", async (type) => {
  const file = `${folder("seeker")}/page.png`;
  const page = Buffer.concat([picture, Buffer.from("<html><h1>Sign in here</h1>")]);
  const sent = await posted(file, page, { "content-type": type, "x-upsert": "true" });
  expect(sent.status).toBe(200);
  const { publicUrl } = bucket("visitor", "avatars").getPublicUrl(file).data;
  const own = await world.request(`/storage/v1/object/authenticated/avatars/${file}`, {
    as: "seeker",
  });
  for (const seen of [await fetch(publicUrl), own])
    expect(seen.headers.get("content-type")).toBe("image/png");
  await bucket("seeker", "avatars").remove([file]);
});

it("accepts the same picture at an honest path", async () => {
  expect((await send(`${folder("seeker")}/honest.png`)).status).toBe(200);
  await bucket("seeker", "avatars").remove([`${folder("seeker")}/honest.png`]);
});

describe("what is uploaded", () => {
  const html = "<!doctype html><script>alert(1)</script>";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`;
  const MESSAGES = "image/png image/jpeg text/html image/svg+xml application/octet-stream".split(
    " ",
  );

  it.each([
    ["a page", html],
    ["a drawing with a script", svg],
    ["a text", "hello"],
    ["a program", "MZ\u0090\u0000\u0003"],
    ["nothing", ""],
    ["a broken picture", "\u0089PNG"],
  ])("is refused when it is %s, whatever its declared type", async (_what, content) => {
    const before = await objects();
    for (const contentType of MESSAGES) {
      for (const [who, name, place] of [
        ["member", "avatars", `${folder("member")}/x.png`],
        ["member", "portfolio_media", `${folder("member")}/portfolio/x.mp4`],
        ["admin", "business_logos", "providers/x.png"],
      ] as const) {
        const body = Buffer.from(content, "latin1");
        expect(await put(who, name, place, body, { contentType }), contentType).toMatch(/^4/);
      }
    }
    expect(await objects()).toBe(before);
  });

  it("is refused when it exceeds the bucket's size, and accepted just below", async () => {
    const before = await objects();
    const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
    const avatar = `${folder("member")}/big.png`;
    const media = `${folder("member")}/portfolio/big.png`;
    expect(await put("member", "avatars", avatar, padded(2_097_153))).toBe("413");
    expect(await put("member", "portfolio_media", media, padded(10_485_761))).toBe("413");
    expect(await put("admin", "business_logos", "providers/big.png", padded(2_097_153))).toBe(
      "413",
    );
    expect(await objects()).toBe(before);
    expect(await put("member", "avatars", avatar, padded(2_097_152))).toBe("let in");
  });

  it("is never served as a page of ours", async () => {
    const { publicUrl } = bucket("visitor", "avatars").getPublicUrl(
      `${folder("seeker")}/me.png`,
    ).data;
    const seen = await fetch(publicUrl);
    expect(seen.headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("others' files", () => {
  it("are not listed, moved, copied, signed or removed", async () => {
    const before = await objects();
    const theirs = `${folder("seeker")}/me.png`;
    const mine = `${folder("rival")}/me.png`;
    for (const who of ["visitor", "rival", "member", "retired"] as const) {
      const avatars = bucket(who, "avatars");
      for (const place of ["", folder("seeker")]) {
        const found = (await avatars.list(place)).data ?? [];
        const others = found.filter(({ name }) => who === "visitor" || name !== folder(who));
        expect(others, who).toEqual([]);
      }
      expect((await avatars.remove([theirs])).data ?? [], who).toEqual([]);
      expect(await outcome(avatars.move(theirs, mine)), who).toMatch(/^40[034]$/);
      expect(await outcome(avatars.copy(theirs, mine)), who).toMatch(/^40[034]$/);
      expect(await outcome(avatars.createSignedUrl(theirs, 60)), who).toMatch(/^40[034]$/);
    }
    expect(await objects()).toBe(before);
    const own = await bucket("seeker", "avatars").list(folder("seeker"));
    expect(own.data?.map(({ name }) => name)).toEqual(["me.png"]);
  });

  it("are not moved over from one's own", async () => {
    await put("rival", "avatars", `${folder("rival")}/me.png`);
    const before = await objects();
    const avatars = bucket("rival", "avatars");
    for (const target of [
      `${folder("seeker")}/me.png`,
      `${folder("seeker")}/new.png`,
      "root.png",
    ]) {
      expect(await outcome(avatars.move(`${folder("rival")}/me.png`, target))).toMatch(/^40[39]$/);
      expect(await outcome(avatars.copy(`${folder("rival")}/me.png`, target))).toMatch(/^40[39]$/);
    }
    expect(await objects()).toBe(before);
  });

  it("one's own is removed by oneself", async () => {
    const removed = await bucket("seeker", "avatars").remove([`${folder("seeker")}/me.png`]);
    expect(removed.data).toHaveLength(1);
  });
});

it("buckets are made, opened, emptied and removed by the service alone", async () => {
  const before = await world.picture("storage.buckets", "storage.objects");
  for (const who of ["visitor", "member", "admin"] as const) {
    const { storage } = world.clientOf(who);
    expect(await outcome(storage.createBucket("mine", { public: true })), who).toMatch(/^40[013]$/);
    const wider = { public: true, fileSizeLimit: "1GB", allowedMimeTypes: null };
    expect(await outcome(storage.updateBucket("avatars", wider)), who).toMatch(/^40[0134]$/);
    await storage.emptyBucket("avatars");
    expect(await outcome(storage.deleteBucket("avatars")), who).toMatch(/^40[01349]$/);
    const table = world.clientOf(who).schema("storage").from("objects").select();
    expect((await table).error?.code, who).toBe("PGRST106");
  }
  expect(await world.picture("storage.buckets", "storage.objects")).toBe(before);
});
