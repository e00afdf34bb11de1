import { describe, expect, test, vi } from "vitest";
import { INVALID, png, refusal, refused, TOO_LARGE, textOf, withDiary } from "./storage-world.ts";

/* Files and names that are not what they should be. */

const { world, ada, eve, diary } = withDiary();

describe("a file that is too large", () => {
  test("is refused while it arrives, and leaves nothing behind", async () => {
    const before = world.files();
    const big = new Uint8Array(300_000);
    const box = ada.client.storage.from("pictures");
    const streamed = new Blob([big]).stream();
    for (const body of [big, new Blob([big]), streamed])
      await refused(box.upload(`${ada.id}/big.png`, body, { duplex: "half" }), ...TOO_LARGE);
    // The project's own limit holds where the bucket has none.
    const huge = new Uint8Array(1_100_000);
    const { error } = await ada.box.upload(`${ada.id}/huge.bin`, huge);
    expect(refusal(error)).toEqual(TOO_LARGE);
    expect((error as { status?: number }).status).toBe(400);
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
    const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
    const pending = world.request(`/storage/v1/object/private/${ada.id}/half.txt`, init);
    expect((await pending).status).toBeGreaterThanOrEqual(400);
    world.errors.length = 0;
    expect(world.files()).toEqual(before);
  });

  test("as metadata, name or JSON is refused", async () => {
    const { box } = ada;
    const metadata = { long: "x".repeat(100_000) };
    const { error } = await box.upload(`${ada.id}/m.txt`, new Blob(["x"]), { metadata });
    expect(refusal(error)?.[0]).toBe("413");
    const long = await box.upload(`${ada.id}/${"n".repeat(1025)}`, "x");
    expect(refusal(long.error)?.[1]).toBe("InvalidKey");
    const prefixes = Array.from({ length: 20_001 }, (_, index) => `${ada.id}/${index}`);
    await refused(box.remove(prefixes), ...INVALID);
    await refused(box.createSignedUrls(prefixes, 60), ...INVALID);
    expect(await box.remove(prefixes.slice(0, 10_001))).toEqual({ data: [], error: null });
    const sign = vi.spyOn(world.tokens, "sign");
    const many = Array(20_000).fill(`${ada.id}/diary.txt`);
    const again = await box.createSignedUrls(many, 60);
    expect([again.data?.length, sign.mock.calls.length]).toEqual([20_000, 1]);
    sign.mockRestore();
    const body = `{"bucketId":"${"x".repeat(3_000_000)}"}`;
    expect((await ada.send("POST", "object/move", { body })).status).toBe(413);
  });
});

describe("a file whose type is not the declared one", () => {
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
    };
    for (const [name, bytes] of Object.entries(impostors)) {
      const { error } = await box.upload(`${ada.id}/${name}`, bytes, { contentType: "image/png" });
      expect([name, ...(refusal(error) ?? [])]).toEqual([name, "415", "InvalidMimeType"]);
    }
    const nothing = await box.upload(`${ada.id}/empty.png`, "", { contentType: "image/png" });
    expect(nothing.error?.message).toBe("The file is empty. Please choose another one.");
    expect(world.files()).toEqual(before);
    // And a picture is one whatever it was called.
    const real = await png();
    const page = await box.upload(`${ada.id}/real.bin`, real, { contentType: "text/html" });
    expect(page.error?.message).toBe("mime type text/html is not supported");
    const untold = { contentType: "application/octet-stream" };
    expect((await box.upload(`${ada.id}/real.bin`, real, untold)).error).toBeNull();
    const { publicUrl } = box.getPublicUrl(`${ada.id}/real.bin`).data;
    const served = await fetch(publicUrl, { method: "HEAD" });
    expect(served.headers.get("content-type")).toBe("image/png");
  });

  test("never runs as a page of this origin", async () => {
    const box = ada.client.storage.from("open");
    const xhtml = "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>";
    const pages: [name: string, type: string, bytes: string][] = [
      ["a.html", "text/html", "<!doctype html><script>1</script>"],
      ["b.txt", "text/plain", "<html><body onload=alert(1)>"],
      ["c.png", "image/png", "  <!-- x --><script>alert(1)</script>"],
      ["d.xhtml", "application/xhtml+xml", xhtml],
      ["e.js", "text/javascript", "alert(1)"],
    ];
    for (const [name, contentType, bytes] of pages) {
      await box.upload(`${ada.id}/${name}`, bytes, { contentType });
      const { headers } = await fetch(box.getPublicUrl(`${ada.id}/${name}`).data.publicUrl);
      expect(headers.get("content-type"), name).toMatch(/^text\/plain/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    }
    const drawing = "<svg xmlns='http://www.w3.org/2000/svg'/>";
    await box.upload(`${ada.id}/v.svg`, drawing, { contentType: "image/svg+xml" });
    const vector = await fetch(box.getPublicUrl(`${ada.id}/v.svg`).data.publicUrl);
    expect(vector.headers.get("content-type")).toBe("image/svg+xml");
    expect(vector.headers.get("content-disposition")).toMatch(/^attachment/);
  });

  test("cannot smuggle headers or paths", async () => {
    const box = ada.client.storage.from("open");
    const cacheControl = "1\r\nset-cookie: a=b";
    await box.upload(`${ada.id}/h.txt`, "x", { cacheControl }).catch(() => null);
    await box.upload(`${ada.id}/h2.txt`, new Blob(["x"]), { cacheControl });
    const { publicUrl } = box.getPublicUrl(`${ada.id}/h2.txt`).data;
    const stored = await fetch(publicUrl);
    expect(stored.headers.get("cache-control")).toBe("no-cache");
    expect(stored.headers.get("set-cookie")).toBeNull();
    const evil = encodeURIComponent('a"\r\nx-evil: 1\u0000é.txt');
    const { headers } = await fetch(`${publicUrl}?download=${evil}`);
    expect(headers.get("x-evil")).toBeNull();
    const disposition = /^attachment; filename="a___x-evil: 1__/;
    expect(headers.get("content-disposition")).toMatch(disposition);
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
      `${ada.id}/a\u001bb`,
      `${ada.id}/a\\b`,
      `${ada.id}/..\\b`,
      `${ada.id}/%2e%2e/x`,
      `${ada.id}/x%2F.%2e%5cy`,
      `${ada.id}/<x>`,
      `${ada.id}/`,
    ];
    for (const name of bad) {
      for (const route of ["object", "object/upload/sign"]) {
        const headers = { "content-type": "text/plain" };
        const path = `${route}/private/${encodeURIComponent(name)}`;
        const response = await ada.send("POST", path, { headers, body: "x" });
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
    const { box } = ada;
    const names = ["a", "a/b", "a/b/c", "A", "a.", "con", `a/${"y".repeat(255)}`];
    for (const name of names)
      expect((await box.upload(`${ada.id}/${name}`, name)).error, name).toBeNull();
    for (const name of names) expect(await textOf(box.download(`${ada.id}/${name}`))).toBe(name);
    await box.remove([`${ada.id}/a/b`]);
    expect(await textOf(box.download(`${ada.id}/a/b/c`))).toBe("a/b/c");
  });
});
