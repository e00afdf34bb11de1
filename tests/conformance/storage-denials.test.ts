import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Person,
  png,
  refusal,
  type StorageWorld,
  startStorageWorld,
} from "./storage-world.ts";

let world: StorageWorld;
let ada: Person;
let eve: Person;
beforeAll(async () => {
  world = await startStorageWorld();
  ada = await world.person();
  eve = await world.person();
  await ada.client.storage.from("private").upload(`${ada.id}/diary.txt`, "dear diary");
});
afterAll(() => world.close());

const NOT_FOUND = ["404", "NoSuchKey"];
const DENIED = ["403", "AccessDenied"];
const url = (route: string) => `${world.url}/storage/v1/${route}`;
const diary = async () =>
  (await ada.client.storage.from("private").download(`${ada.id}/diary.txt`)).data?.text();

describe("somebody else's folder", () => {
  test("cannot be read, listed, signed or told from one that is not there", async () => {
    for (const client of [eve.client, world.visitor]) {
      const box = client.storage.from("private");
      const name = `${ada.id}/diary.txt`;
      expect(refusal((await box.download(name)).error)).toEqual(NOT_FOUND);
      expect(refusal((await box.info(name)).error)).toEqual(NOT_FOUND);
      expect(refusal((await box.createSignedUrl(name, 60)).error)).toEqual(NOT_FOUND);
      expect((await box.createSignedUrls([name], 60)).data?.[0]?.signedUrl).toBeNull();
      expect((await box.list(ada.id)).data).toEqual([]);
      expect((await box.listV2({ prefix: ada.id })).data?.objects).toEqual([]);
      expect((await box.list()).data).toEqual([]);
    }
    const open = await fetch(url(`object/public/private/${ada.id}/diary.txt`));
    expect(await open.json()).toMatchObject({ statusCode: "404", code: "NoSuchBucket" });
  });

  test("cannot be written to, and keeps no trace of the attempt", async () => {
    const before = world.files();
    for (const client of [eve.client, world.visitor]) {
      const box = client.storage.from("private");
      for (const options of [{}, { upsert: true }]) {
        const name = `${ada.id}/planted.txt`;
        expect(refusal((await box.upload(name, "x", options)).error)).toEqual(DENIED);
        expect(refusal((await box.createSignedUploadUrl(name)).error)).toEqual(DENIED);
      }
      const name = `${ada.id}/diary.txt`;
      expect(refusal((await box.upload(name, "x", { upsert: true })).error)).toEqual(DENIED);
      expect(refusal((await box.update(name, "x")).error)).toEqual(NOT_FOUND);
      expect((await box.remove([name])).data).toEqual([]);
      expect(refusal((await box.move(name, `${eve.id}/mine.txt`)).error)).toEqual(NOT_FOUND);
      expect(refusal((await box.copy(name, `${eve.id}/mine.txt`)).error)).toEqual(NOT_FOUND);
    }
    expect(await diary()).toBe("dear diary");
    expect(world.files()).toEqual(before);
    const [rows] = await world.db.query(
      "select count(*)::int as count from storage.objects where name like $1",
      [`${eve.id}/%`],
    );
    expect(rows).toEqual({ count: 0 });
  });

  test("cannot be moved or copied into, from one's own", async () => {
    const box = eve.client.storage.from("private");
    await box.upload(`${eve.id}/note.txt`, "mine");
    expect(refusal((await box.move(`${eve.id}/note.txt`, `${ada.id}/note.txt`)).error)).toEqual(
      DENIED,
    );
    expect(refusal((await box.copy(`${eve.id}/note.txt`, `${ada.id}/note.txt`)).error)).toEqual(
      DENIED,
    );
    expect(await (await box.download(`${eve.id}/note.txt`)).data?.text()).toBe("mine");
    expect((await ada.client.storage.from("private").list(ada.id)).data).toHaveLength(1);
  });
});

describe("policies", () => {
  test("that only let in let nothing out", async () => {
    const box = world.visitor.storage.from("letterbox");
    expect((await box.upload("a.txt", "hush")).error).toBeNull();
    expect(refusal((await box.download("a.txt")).error)).toEqual(NOT_FOUND);
    expect((await box.list()).data).toEqual([]);
    expect(refusal((await box.upload("a.txt", "x")).error)).toEqual(["409", "KeyAlreadyExists"]);
    expect(refusal((await box.upload("a.txt", "x", { upsert: true })).error)).toEqual(DENIED);
    const admin = world.admin.storage.from("letterbox");
    expect(await (await admin.download("a.txt")).data?.text()).toBe("hush");
  });

  test("that are missing deny", async () => {
    await world.admin.storage.createBucket("bare", { public: false });
    const box = ada.client.storage.from("bare");
    expect(refusal((await box.upload(`${ada.id}/a.txt`, "x")).error)).toEqual(DENIED);
    expect(refusal((await box.upload("a.txt", "x")).error)).toEqual(DENIED);
  });

  test("are asked by who the token says, not by what it asks for", async () => {
    const as = (token: string) =>
      createClient(world.url, world.keys.anon, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { headers: { Authorization: `Bearer ${token}` } },
      }).storage.from("private");
    const [head, claims = "", signature] = eve.token.split(".");
    const body = JSON.parse(Buffer.from(claims, "base64url").toString()) as object;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const exp = Math.floor(world.clock.now() / 1000) - 10;
    const forged = [
      `${head}.${encode({ ...body, sub: ada.id })}.${signature}`,
      `${head}.${encode({ ...body, role: "service_role" })}.${signature}`,
      `${encode({ alg: "none" })}.${encode({ ...body, sub: ada.id })}.`,
      "nonsense",
      await world.tokens.sign({ sub: ada.id, role: "authenticated", exp }),
      await world.tokens.sign({ sub: ada.id, role: "postgres" }),
      await world.tokens.sign({ sub: ada.id, role: "supabase_storage_admin" }),
    ];
    for (const token of forged) {
      const { error } = await as(token).download(`${ada.id}/diary.txt`);
      expect(refusal(error)?.[0], token).toMatch(/^40[13]$/);
    }
    // A subject that is no uuid is just somebody without a folder.
    const odd = await world.tokens.sign({
      sub: "'; drop table storage.objects; --",
      role: "authenticated",
    });
    expect((await as(odd).download(`${ada.id}/diary.txt`)).error).not.toBeNull();
    const keyless = await fetch(url(`object/private/${ada.id}/diary.txt`));
    expect(await keyless.json()).toMatchObject({ statusCode: "401" });
    expect(await diary()).toBe("dear diary");
  });
});

describe("what is too large", () => {
  test("is refused while it arrives, and leaves nothing behind", async () => {
    const before = world.files();
    const big = new Uint8Array(300_000);
    const box = ada.client.storage.from("pictures");
    const streamed = new Blob([big]).stream();
    for (const body of [big, new Blob([big]), streamed]) {
      const { error } = await box.upload(`${ada.id}/big.png`, body, { duplex: "half" });
      expect(refusal(error)).toEqual(["413", "EntityTooLarge"]);
    }
    // The project's own limit holds where the bucket has none.
    const huge = new Uint8Array(1_100_000);
    const { error } = await ada.client.storage.from("private").upload(`${ada.id}/huge.bin`, huge);
    expect(refusal(error)).toEqual(["413", "EntityTooLarge"]);
    expect((error as { status?: number }).status).toBe(413);
    expect((await box.exists(`${ada.id}/big.png`)).data).toBe(false);
    expect(world.files()).toEqual(before);
  });

  test("does not end with a broken upload either", async () => {
    const before = world.files();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < 3) controller.enqueue(new Uint8Array(1000));
        else controller.error(new Error("cable pulled"));
      },
    });
    const headers = { authorization: `Bearer ${ada.token}`, "content-type": "text/plain" };
    const answer = world.ask(`/storage/v1/object/private/${ada.id}/half.txt`, {
      method: "POST",
      body,
      headers,
      duplex: "half",
    } as RequestInit);
    expect((await answer).status).toBeGreaterThanOrEqual(400);
    world.errors.length = 0;
    expect(world.files()).toEqual(before);
  });

  test("as metadata, name or JSON is refused", async () => {
    const box = ada.client.storage.from("private");
    const metadata = { long: "x".repeat(100_000) };
    const blob = new Blob(["x"]);
    expect(refusal((await box.upload(`${ada.id}/m.txt`, blob, { metadata })).error)?.[0]).toBe(
      "413",
    );
    expect(refusal((await box.upload(`${ada.id}/${"n".repeat(1025)}`, "x")).error)?.[1]).toBe(
      "InvalidKey",
    );
    const prefixes = Array.from({ length: 1001 }, (_, index) => `${ada.id}/${index}`);
    expect(refusal((await box.remove(prefixes)).error)?.[1]).toBe("InvalidRequest");
    const answer = await fetch(url("object/move"), {
      method: "POST",
      headers: { authorization: `Bearer ${ada.token}` },
      body: `{"bucketId":"${"x".repeat(3_000_000)}"}`,
    });
    expect(answer.status).toBe(413);
  });
});

describe("what is not what it says", () => {
  test("is known by its bytes", async () => {
    const before = world.files();
    const box = ada.client.storage.from("pictures");
    const impostors: Record<string, string | Uint8Array> = {
      "php.png": "<?php system($_GET['c']); ?>",
      "page.png": "<!DOCTYPE html><script>alert(1)</script>",
      "vector.png": "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
      "pdf.png": "%PDF-1.7\n1 0 obj",
      "zip.png": new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]),
      "text.png": "just text",
      "noise.png": new Uint8Array(500).map((_, index) => (index * 37) % 256),
      "gif.png": "GIF89a\u0001\u0000\u0001\u0000",
      "head-only.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 1, 2, 3]),
      "empty.png": "",
    };
    for (const [name, bytes] of Object.entries(impostors)) {
      const { error } = await box.upload(`${ada.id}/${name}`, bytes, { contentType: "image/png" });
      expect([name, ...(refusal(error) ?? [])]).toEqual([name, "415", "InvalidMimeType"]);
    }
    expect(world.files()).toEqual(before);
    // And a picture is one whatever it was called.
    const { error } = await box.upload(`${ada.id}/real.bin`, await png(), {
      contentType: "text/html",
    });
    expect(error).toBeNull();
    const { publicUrl } = box.getPublicUrl(`${ada.id}/real.bin`).data;
    expect((await fetch(publicUrl, { method: "HEAD" })).headers.get("content-type")).toBe(
      "image/png",
    );
  });

  test("never runs as a page of this origin", async () => {
    const box = ada.client.storage.from("open");
    const pages: [name: string, type: string, bytes: string][] = [
      ["a.html", "text/html", "<!doctype html><script>1</script>"],
      ["b.txt", "text/plain", "<html><body onload=alert(1)>"],
      ["c.png", "image/png", "  <!-- x --><script>alert(1)</script>"],
      [
        "d.xhtml",
        "application/xhtml+xml",
        "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>",
      ],
      ["e.js", "text/javascript", "alert(1)"],
    ];
    for (const [name, contentType, bytes] of pages) {
      await box.upload(`${ada.id}/${name}`, bytes, { contentType });
      const { headers } = await fetch(box.getPublicUrl(`${ada.id}/${name}`).data.publicUrl);
      expect(headers.get("content-type"), name).toMatch(/^text\/plain/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    }
    await box.upload(`${ada.id}/v.svg`, "<svg xmlns='http://www.w3.org/2000/svg'/>", {
      contentType: "image/svg+xml",
    });
    const vector = await fetch(box.getPublicUrl(`${ada.id}/v.svg`).data.publicUrl);
    expect(vector.headers.get("content-type")).toBe("image/svg+xml");
    expect(vector.headers.get("content-disposition")).toMatch(/^attachment/);
  });

  test("cannot smuggle headers or paths", async () => {
    const box = ada.client.storage.from("open");
    await box
      .upload(`${ada.id}/h.txt`, "x", { cacheControl: "1\r\nset-cookie: a=b" })
      .catch(() => null);
    await box.upload(`${ada.id}/h2.txt`, new Blob(["x"]), { cacheControl: "1\r\nset-cookie: a=b" });
    const stored = await fetch(box.getPublicUrl(`${ada.id}/h2.txt`).data.publicUrl);
    expect(stored.headers.get("cache-control")).toBe("no-cache");
    expect(stored.headers.get("set-cookie")).toBeNull();
    const named = await fetch(
      `${box.getPublicUrl(`${ada.id}/h2.txt`).data.publicUrl}?download=${encodeURIComponent('a"\r\nx-evil: 1\u0000é.txt')}`,
    );
    expect(named.headers.get("x-evil")).toBeNull();
    expect(named.headers.get("content-disposition")).toMatch(
      /^attachment; filename="a___x-evil: 1__/,
    );
  });
});

describe("names", () => {
  test("cannot climb, hide or break", async () => {
    const before = world.files();
    const bad = [
      `${ada.id}/../${eve.id}/x.txt`,
      `${ada.id}/..`,
      `${ada.id}/./x`,
      `${ada.id}/a\u0000b`,
      `${ada.id}/a\nb`,
      `${ada.id}/a\\b`,
      `${ada.id}/%2e%2e/x`,
      `${ada.id}/<x>`,
    ];
    for (const name of bad) {
      for (const route of [
        `object/private/${encodeURIComponent(name)}`,
        `object/upload/sign/private/${encodeURIComponent(name)}`,
      ]) {
        const response = await fetch(url(route), {
          method: "POST",
          headers: { authorization: `Bearer ${ada.token}`, "content-type": "text/plain" },
          body: "x",
        });
        expect([name, (await response.json()).code]).toEqual([name, "InvalidKey"]);
      }
      for (const client of [ada.client, world.admin]) {
        const box = client.storage.from("private");
        expect((await box.move(`${ada.id}/diary.txt`, name)).error, name).not.toBeNull();
        expect((await box.copy(`${ada.id}/diary.txt`, name)).error, name).not.toBeNull();
      }
    }
    for (const bucket of ["", "..", "a/b", "a\\b", " a", "a".repeat(101), "ü", "a\u0000"]) {
      const { error } = await world.admin.storage.createBucket(bucket);
      expect([bucket, refusal(error)?.[1]]).toEqual([bucket, "InvalidBucketName"]);
    }
    expect(await diary()).toBe("dear diary");
    expect(world.files()).toEqual(before);
  });

  test("that a file system would confuse stay apart", async () => {
    const box = ada.client.storage.from("private");
    const names = ["a", "a/b", "a/b/c", "A", "a.", "con", "a/%v", `a/${"y".repeat(255)}`];
    for (const name of names.filter((name) => !name.includes("%")))
      expect((await box.upload(`${ada.id}/${name}`, name)).error, name).toBeNull();
    for (const name of names.filter((name) => !name.includes("%")))
      expect(await (await box.download(`${ada.id}/${name}`)).data?.text()).toBe(name);
    await box.remove([`${ada.id}/a/b`]);
    expect(await (await box.download(`${ada.id}/a/b/c`)).data?.text()).toBe("a/b/c");
  });
});

describe("signed addresses", () => {
  test("end, fit one file, and cannot be made up or turned into something else", async () => {
    const box = ada.client.storage.from("private");
    const signed = (await box.createSignedUrl(`${ada.id}/diary.txt`, 60)).data?.signedUrl ?? "";
    const token = new URL(signed).searchParams.get("token") ?? "";
    await box.upload(`${ada.id}/other.txt`, "other");
    const ask = async (address: string, init?: RequestInit) => {
      const response = await fetch(address, init);
      const text = await response.text();
      return response.ok ? text : (JSON.parse(text) as { code: string }).code;
    };
    expect(await ask(signed)).toBe("dear diary");
    const other = signed.replace("diary.txt", "other.txt");
    expect(await ask(other)).toBe("InvalidSignature");
    expect(await ask(signed.replace("/private/", "/open/"))).toBe("InvalidSignature");
    expect(await ask(signed.replace(/token=.*/, ""))).toBe("InvalidRequest");
    expect(await ask(`${signed}x`)).toBe("InvalidJWT");
    // A person's token or a key is no address, and an address is nobody's token.
    expect(await ask(signed.replace(token, ada.token))).toBe("InvalidJWT");
    expect(await ask(signed.replace(token, world.keys.serviceRole))).toBe("InvalidJWT");
    const headers = { authorization: `Bearer ${token}` };
    expect(await ask(url(`object/private/${ada.id}/diary.txt`), { headers })).toBe("NoSuchKey");
    // An address to read is none to write.
    const upload = url(`object/upload/sign/private/${ada.id}/diary.txt?token=${token}`);
    expect(await ask(upload, { method: "PUT", body: "x" })).toBe("InvalidJWT");

    world.clock.advance(61);
    expect(await ask(signed)).toBe("InvalidJWT");
    expect(refusal((await box.createSignedUrl(`${ada.id}/diary.txt`, 0)).error)?.[1]).toBe(
      "InvalidRequest",
    );
    expect(await diary()).toBe("dear diary");
  });

  test("for an upload work once, for two hours, for what was signed", async () => {
    const box = eve.client.storage.from("private");
    const use = (name: string, token: string, text: string) =>
      world.visitor.storage.from("private").uploadToSignedUrl(name, token, text);
    const name = `${eve.id}/once.txt`;
    const { data } = await box.createSignedUploadUrl(name, { upsert: true });
    const token = data?.token ?? "";
    expect(refusal((await use(`${ada.id}/diary.txt`, token, "x")).error)?.[1]).toBe(
      "InvalidSignature",
    );
    expect(refusal((await use(name, token, "x".repeat(1_100_000))).error)?.[0]).toBe("413");
    expect((await use(name, token, "first")).error).toBeNull();
    expect(refusal((await use(name, token, "again")).error)).toEqual([
      "409",
      "ResourceAlreadyExists",
    ]);
    await box.remove([name]);
    expect((await use(name, token, "after removal")).error).not.toBeNull();
    expect((await box.exists(name)).data).toBe(false);

    const late = await box.createSignedUploadUrl(name);
    world.clock.advance(7201);
    expect(refusal((await use(name, late.data?.token ?? "", "late")).error)?.[1]).toBe(
      "InvalidJWT",
    );
  });
});
