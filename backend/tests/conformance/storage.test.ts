import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { NOT_FOUND, refusal, refused, startStorageWorld, textOf } from "./storage-world.ts";

const world = perFile(startStorageWorld);

const until = async (reached: () => boolean): Promise<void> => {
  for (const end = Date.now() + 30_000; !reached(); await pause(10))
    if (Date.now() > end) throw new Error("It did not come about within half a minute");
};

describe("files", () => {
  test("are uploaded as text, bytes, blobs, forms and streams, and downloaded the same", async () => {
    const { id, box } = await world.person();
    const bytes = new Uint8Array(100_000).map((_, index) => (index * 7) % 251);
    const form = new FormData();
    form.append("cacheControl", "60");
    form.append("", new Blob(["from a form"], { type: "text/plain" }), "x.txt");
    const bodies: Record<string, Parameters<typeof box.upload>[1]> = {
      "text.txt": "plain text",
      "bytes.bin": bytes,
      "blob.bin": new Blob([bytes], { type: "application/x-thing" }),
      "form.txt": form,
      "stream.bin": new Blob([bytes]).stream(),
      "empty.txt": "",
    };
    for (const [name, body] of Object.entries(bodies)) {
      const { data, error } = await box.upload(`${id}/${name}`, body, { duplex: "half" });
      expect(error, name).toBeNull();
      expect(data).toMatchObject({ path: `${id}/${name}`, fullPath: `private/${id}/${name}` });
      expect(data?.id).toMatch(/^[0-9a-f-]{36}$/);
    }
    const down = async (name: string) => (await box.download(`${id}/${name}`)).data;
    expect(await (await down("text.txt"))?.text()).toBe("plain text");
    expect(await (await down("form.txt"))?.text()).toBe("from a form");
    expect(await (await down("empty.txt"))?.text()).toBe("");
    for (const name of ["bytes.bin", "blob.bin", "stream.bin"])
      expect(await (await down(name))?.bytes(), name).toEqual(bytes);
    expect((await down("blob.bin"))?.type).toBe("application/x-thing");
  });

  test("keep their metadata", async () => {
    const { id, box } = await world.person();
    const metadata = { mood: "fine", nested: { a: [1] } };
    const facts = { contentType: "text/plain", cacheControl: "600", metadata };
    await box.upload(`${id}/note.txt`, "hello", facts);
    const { data } = await box.info(`${id}/note.txt`);
    expect(data).toMatchObject({
      name: `${id}/note.txt`,
      bucketId: "private",
      size: 5,
      contentType: "text/plain",
      cacheControl: "max-age=600",
      metadata,
    });
    expect(data?.etag).toMatch(/^"[0-9a-f]{32}"$/);
    await box.upload(`${id}/plain.txt`, "hello");
    expect((await box.info(`${id}/plain.txt`)).data?.metadata).toEqual({});
    expect(await box.exists(`${id}/note.txt`)).toEqual({ data: true, error: null });
    expect((await box.exists(`${id}/other.txt`)).data).toBe(false);
    const row = "select owner::text, owner_id, path_tokens from storage.objects where name = $1";
    const owned = { owner: id, owner_id: id, path_tokens: [id, "note.txt"] };
    expect(await world.db.query(row, [`${id}/note.txt`])).toEqual([owned]);
  });

  test("are read in the requested version, while it is current", async () => {
    const { id, box } = await world.person();
    const name = `${id}/a.txt`;
    await box.upload(name, "one");
    const versionId = (await box.info(name)).data?.version ?? "";
    const { data } = await box.createSignedUrl(name, 60, { versionId });
    const signed = async () => (await fetch(data?.signedUrl ?? "")).status;
    expect(await textOf(box.download(name, { versionId }))).toBe("one");
    expect((await box.info(name, { versionId })).error).toBeNull();
    expect(await signed()).toBe(200);

    await box.upload(name, "two", { upsert: true });
    await refused(box.info(name, { versionId }), ...NOT_FOUND);
    await refused(box.createSignedUrl(name, 60, { versionId }), ...NOT_FOUND);
    expect((await box.download(name, { versionId })).error).not.toBeNull();
    expect(await signed()).toBe(400);
    expect(await textOf(box.download(name))).toBe("two");
  });

  test("are replaced by upsert and update only, old bytes going away", async () => {
    const { id, box } = await world.person();
    const name = `${id}/a.txt`;
    const countFiles = () => world.files().filter((path) => path.includes(`${id}/`)).length;
    const made = await box.update(`${id}/b.txt`, "made by an update");
    expect(await textOf(box.download(`${id}/b.txt`))).toBe("made by an update");
    expect((await box.remove([made.data?.path ?? ""])).data).toHaveLength(1);
    const first = await box.upload(name, "one");
    await refused(box.upload(name, "two"), "409", "KeyAlreadyExists");
    expect(await textOf(box.download(name))).toBe("one");
    const second = await box.upload(name, "two", { upsert: true });
    expect(second.data?.id).toBe(first.data?.id);
    expect(await textOf(box.download(name))).toBe("two");
    await box.update(name, "three");
    expect(await textOf(box.download(name))).toBe("three");
    await until(() => countFiles() === 1);
    const { data: removed } = await box.remove([name, `${id}/never-there`]);
    expect(removed).toMatchObject([{ name, bucket_id: "private", owner_id: id }]);
    await until(() => countFiles() === 0);
    await refused(box.download(name), ...NOT_FOUND);
  });

  test("survive forty uploads to one name at once, one of them whole", async () => {
    const { id, box } = await world.person();
    const texts = Array.from({ length: 40 }, (_, index) => `${index}`.repeat(5_000));
    const responses = await Promise.all(
      texts.map((text) => box.upload(`${id}/race.txt`, text, { upsert: true })),
    );
    expect(responses.filter(({ error }) => error)).toEqual([]);
    expect(texts).toContain(await textOf(box.download(`${id}/race.txt`)));
    await until(() => world.files().filter((path) => path.includes(id)).length === 1);
  });

  test("move and copy, also between buckets", async () => {
    const { id, client, box } = await world.person();
    await box.upload(`${id}/a.txt`, "moved", { metadata: { k: 1 } });
    expect((await box.move(`${id}/a.txt`, `${id}/sub/b.txt`)).error).toBeNull();
    expect((await box.exists(`${id}/a.txt`)).data).toBe(false);
    const { data } = await box.copy(`${id}/sub/b.txt`, `${id}/c.txt`);
    expect(data).toEqual({ path: `private/${id}/c.txt` });
    expect((await box.info(`${id}/c.txt`)).data?.metadata).toEqual({ k: 1 });
    for (const { error } of [
      await box.copy(`${id}/c.txt`, `${id}/sub/b.txt`),
      await box.move(`${id}/c.txt`, `${id}/sub/b.txt`),
    ])
      expect(refusal(error)?.[0]).toBe("409");
    await refused(box.move(`${id}/none`, `${id}/x`), "404", "NoSuchKey");
    await box.move(`${id}/c.txt`, `${id}/c.txt`, { destinationBucket: "open" });
    const { publicUrl } = client.storage.from("open").getPublicUrl(`${id}/c.txt`).data;
    expect(await (await fetch(publicUrl)).text()).toBe("moved");
    expect(await textOf(box.download(`${id}/sub/b.txt`))).toBe("moved");
    // What does not fit a bucket's rules is not carried in through the back door either.
    const destinationBucket = "pictures";
    const barred = box.copy(`${id}/sub/b.txt`, `${id}/b.png`, { destinationBucket });
    await refused(barred, "415", "InvalidMimeType");
    await until(() => world.files().filter((path) => path.includes(id)).length === 2);
  });

  test("of a public bucket are served at the plain address to anybody, of others to nobody unknown", async () => {
    const { id } = await world.person();
    await world.admin.storage.from("open").upload(`${id}/a.txt`, "open");
    await world.admin.storage.from("private").upload(`${id}/a.txt`, "private");
    const at = (path: string, method = "GET") => world.request(`/storage/v1/${path}`, { method });
    for (const path of [`object/open/${id}/a.txt`, `object/authenticated/open/${id}/a.txt`]) {
      expect(await (await at(path)).text()).toBe("open");
      expect((await at(path, "HEAD")).headers.get("content-length")).toBe("4");
    }
    const unknown = [`private/${id}/a.txt`, `nowhere/${id}/a.txt`, `open/${id}/none`];
    for (const path of ["bucket", ...unknown.map((name) => `object/${name}`)]) {
      const response = await at(path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        statusCode: "400",
        error: "Error",
        message: "headers must have required property 'authorization'",
      });
    }
    expect((await world.visitor.storage.from("open").download(`${id}/a.txt`)).error).toBeNull();
    const { send } = await world.person();
    const denied = await send("POST", "object/private/", { body: "x" });
    expect([denied.status, await denied.json()]).toMatchObject([400, { code: "InvalidKey" }]);
  });
});
