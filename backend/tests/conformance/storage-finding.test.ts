import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { INVALID, png, refused, startStorageWorld } from "./storage-world.ts";

/* How files are found again: in lists, and at their addresses. */

const world = perFile(startStorageWorld);

describe("lists", () => {
  test("show one folder, searched, sorted and paged", async () => {
    const { id, box } = await world.person();
    for (const name of ["b.txt", "a.txt", "B2.txt", "deep/one/x.txt", "deep/y.txt", "deeper.txt"])
      await box.upload(`${id}/${name}`, name);
    const names = async (path: string, options = {}) =>
      (await box.list(path, options)).data?.map(({ name }) => name);

    expect(await names(id)).toEqual(["B2.txt", "a.txt", "b.txt", "deep", "deeper.txt"]);
    expect(await names(`${id}/`)).toHaveLength(5);
    expect(await names(`${id}/deep`)).toEqual(["one", "y.txt"]);
    expect(await names(id, { search: "b" })).toEqual(["B2.txt", "b.txt"]);
    expect(await names(id, { search: "%" })).toEqual([]);
    const last = ["deeper.txt", "deep"];
    expect(await names(id, { sortBy: { column: "name", order: "desc" }, limit: 2 })).toEqual(last);
    expect(await names(id, { limit: 2, offset: 3 })).toEqual(["deep", "deeper.txt"]);
    const made = ["deep", "b.txt", "a.txt", "B2.txt", "deeper.txt"];
    expect(await names(id, { sortBy: { column: "created_at", order: "asc" } })).toEqual(made);
    // Dates as JavaScript writes them, in every response that has one.
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const dated = { created_at: iso, updated_at: iso, last_accessed_at: iso };
    expect((await box.list(id)).data?.[0]).toMatchObject(dated);
    expect((await box.listV2({ prefix: `${id}/a` })).data?.objects[0]).toMatchObject(dated);
    const { data: info } = await box.info(`${id}/a.txt`);
    expect(info).toMatchObject({ createdAt: iso, lastModified: iso });
    const { data } = await box.list(id, { search: "deep" });
    expect(data?.[0]).toMatchObject({ name: "deep", id: null, metadata: null });
    expect(data?.[1]?.metadata).toMatchObject({ size: 10, mimetype: "text/plain;charset=UTF-8" });
    // The folder above shows nobody else's.
    expect(await names("")).toEqual([id]);
  });

  test("limit what one response contains, and refuse nonsense", async () => {
    const { client, box } = await world.person();
    expect((await box.list("", { limit: 1_000_000_000 })).error).toBeNull();
    const sortBy = { column: "name; drop table storage.objects", order: "asc" };
    for (const nonsense of [{ limit: 0 }, { offset: -1 }, { sortBy }])
      await refused(box.list("", nonsense), ...INVALID);
    await refused(client.storage.from("nowhere").list(), "404", "NoSuchBucket");
  });

  test("page through everything by cursor", async () => {
    const { id, box } = await world.person();
    const files = ["a.txt", "b/1.txt", "b/2.txt", "c.txt", "d/1.txt"];
    const names = files.map((name) => `${id}/${name}`);
    for (const name of names) await box.upload(name, name);
    for (const column of ["name", "created_at"] as const) {
      for (const order of ["asc", "desc"] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const sortBy = { column, order };
          const { data } = await box.listV2({ prefix: id, limit: 2, cursor, sortBy });
          seen.push(...(data?.objects.map(({ name }) => name) ?? []));
          cursor = data?.nextCursor;
          expect(data?.hasNext).toBe(cursor !== undefined);
        } while (cursor);
        expect(seen).toEqual(order === "asc" ? names : names.toReversed());
      }
    }
    const { data } = await box.listV2({ prefix: `${id}/`, with_delimiter: true });
    expect(data?.folders.map(({ name }) => name)).toEqual([`${id}/b/`, `${id}/d/`]);
    expect(data?.objects.map(({ name }) => name)).toEqual([`${id}/a.txt`, `${id}/c.txt`]);
    expect(data?.folders.map(({ key }) => key)).toEqual(["b", "d"]);
    expect(data?.objects.map(({ key }) => key)).toEqual(["a.txt", "c.txt"]);
    await refused(box.listV2({ cursor: "nonsense" }), ...INVALID);
  });
});

describe("addresses", () => {
  test("of public buckets need no key, and are cached as the upload said", async () => {
    const { id, client } = await world.person();
    const box = client.storage.from("pictures");
    const picture = await png();
    await box.upload(`${id}/me.png`, picture, { contentType: "image/png", cacheControl: "3600" });
    const { publicUrl } = box.getPublicUrl(`${id}/me.png`).data;
    const response = await fetch(publicUrl);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "max-age=3600",
      "content-length": String(picture.length),
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
      "accept-ranges": "bytes",
      "access-control-allow-origin": "*",
    });
    expect(response.headers.has("content-disposition")).toBe(false);
    expect(Buffer.from(await response.arrayBuffer()).equals(picture)).toBe(true);

    const etag = response.headers.get("etag") ?? "";
    const again = await fetch(publicUrl, { headers: { "if-none-match": `"x", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const since = response.headers.get("last-modified") ?? "";
    expect((await fetch(publicUrl, { headers: { "if-modified-since": since } })).status).toBe(304);

    const head = await fetch(publicUrl, { method: "HEAD" });
    const length = String(picture.length);
    expect([head.status, head.headers.get("content-length")]).toEqual([200, length]);

    for (const [download, disposition] of [
      ['a "b".png', `attachment; filename="a _b_.png"; filename*=UTF-8''a%20%22b%22.png`],
      // The browser takes the last part of the address.
      [true, "attachment;"],
      ["it's-me.png", "attachment; filename=it's-me.png; filename*=UTF-8''it%27s-me.png"],
    ] as const) {
      const named = await fetch(box.getPublicUrl(`${id}/me.png`, { download }).data.publicUrl);
      expect(named.headers.get("content-disposition")).toBe(disposition);
      await named.body?.cancel();
    }
  });

  test("give parts", async () => {
    const { id, client } = await world.person();
    await client.storage.from("open").upload(`${id}/ten.txt`, "0123456789");
    const { publicUrl } = client.storage.from("open").getPublicUrl(`${id}/ten.txt`).data;
    const part = async (range: string, more = {}) => {
      const response = await fetch(publicUrl, { headers: { range, ...more } });
      return [response.status, response.headers.get("content-range"), await response.text()];
    };
    const whole = [200, null, "0123456789"];
    for (const [range, answer] of [
      ["bytes=2-4", [206, "bytes 2-4/10", "234"]],
      ["bytes=7-", [206, "bytes 7-9/10", "789"]],
      ["bytes=-3", [206, "bytes 7-9/10", "789"]],
      ["bytes=5-999", [206, "bytes 5-9/10", "56789"]],
      ["bytes=0-1,3-4", whole],
      ["lines=1", whole],
      ["bytes=10-", [416, "bytes */10", expect.any(String)]],
      ["bytes=-0", [416, "bytes */10", expect.any(String)]],
    ] as const)
      expect(await part(range), range).toEqual(answer);
    expect(await part("bytes=2-4", { "if-range": '"other"' })).toEqual(whole);
  });

  test("are signed for a time", async () => {
    const { id, box } = await world.person();
    await box.upload(`${id}/a.txt`, "signed");
    await box.upload(`${id}/b.txt`, "other");
    const { data } = await box.createSignedUrl(`${id}/a.txt`, 60, { download: "z.txt" });
    const response = await fetch(data?.signedUrl ?? "");
    expect([response.status, await response.text()]).toEqual([200, "signed"]);
    expect(response.headers.get("content-disposition")).toContain("z.txt");
    // Cached by readers until the address expires, however long its upload allows.
    const token = new URL(data?.signedUrl ?? "").searchParams.get("token") ?? "";
    const { iat = 0, exp = 0 } = decodeJwt(token);
    expect(exp - iat).toBe(60);
    expect(response.headers.get("expires")).toBe(new Date(exp * 1000).toUTCString());
    expect(response.headers.get("cache-control")).toBeNull();

    const { data: many } = await box.createSignedUrls([`${id}/a.txt`, `${id}/none`], 60);
    expect(many).toMatchObject([
      { path: `${id}/a.txt`, error: null },
      { path: `${id}/none`, signedUrl: null, error: expect.stringContaining("does not exist") },
    ]);
    expect(await (await fetch(many?.[0]?.signedUrl ?? "")).text()).toBe("signed");
  });
});
