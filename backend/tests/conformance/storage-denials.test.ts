import { describe, expect, test } from "vitest";
import { encoded, officialClient } from "#backend/tests/official-client.ts";
import {
  DENIED,
  INVALID,
  NOT_FOUND,
  refusal,
  refused,
  textOf,
  withDiary,
} from "./storage-world.ts";

const { world, ada, eve, diary } = withDiary();

describe("another user's folder", () => {
  test("cannot be read, listed, signed or distinguished from a missing one", async () => {
    for (const client of [eve.client, world.visitor]) {
      const box = client.storage.from("private");
      const name = `${ada.id}/diary.txt`;
      await refused(box.download(name), ...NOT_FOUND);
      await refused(box.info(name), ...NOT_FOUND);
      await refused(box.createSignedUrl(name, 60), ...NOT_FOUND);
      expect((await box.createSignedUrls([name], 60)).data?.[0]?.signedUrl).toBeNull();
      expect((await box.list(ada.id)).data).toEqual([]);
      expect((await box.listV2({ prefix: ada.id })).data?.objects).toEqual([]);
      expect((await box.list()).data).toEqual([]);
    }
    for (const route of ["object", "object/info", "object/info/authenticated"]) {
      const { status } = await eve.send("HEAD", `${route}/private/${ada.id}/diary.txt`);
      expect(status).toBe(400);
    }
    const open = await fetch(world.at(`object/public/private/${ada.id}/diary.txt`));
    expect(await open.json()).toMatchObject({ statusCode: "404", code: "NoSuchBucket" });
  });

  test("cannot be written to, and contains no trace of the attempt", async () => {
    const before = world.files();
    for (const client of [eve.client, world.visitor]) {
      const box = client.storage.from("private");
      for (const options of [{}, { upsert: true }]) {
        const name = `${ada.id}/planted.txt`;
        await refused(box.upload(name, "x", options), ...DENIED);
        await refused(box.createSignedUploadUrl(name), ...DENIED);
      }
      const name = `${ada.id}/diary.txt`;
      await refused(box.upload(name, "x", { upsert: true }), ...DENIED);
      await refused(box.update(name, "x"), ...DENIED);
      expect((await box.remove([name])).data).toEqual([]);
      await refused(box.move(name, `${eve.id}/mine.txt`), ...NOT_FOUND);
      await refused(box.copy(name, `${eve.id}/mine.txt`), ...NOT_FOUND);
    }
    expect(await diary()).toBe("dear diary");
    expect(world.files()).toEqual(before);
    const own = "select count(*)::int as count from storage.objects where name like $1";
    expect(await world.db.query(own, [`${eve.id}/%`])).toEqual([{ count: 0 }]);
  });

  test("cannot be moved or copied into, from one's own", async () => {
    const { box } = eve;
    await box.upload(`${eve.id}/note.txt`, "mine");
    await refused(box.move(`${eve.id}/note.txt`, `${ada.id}/note.txt`), ...DENIED);
    await refused(box.copy(`${eve.id}/note.txt`, `${ada.id}/note.txt`), ...DENIED);
    expect(await textOf(box.download(`${eve.id}/note.txt`))).toBe("mine");
    expect((await ada.box.list(ada.id)).data).toHaveLength(1);
  });
});

describe("policies", () => {
  test("that only allow uploads allow no downloads", async () => {
    const box = world.visitor.storage.from("letterbox");
    expect((await box.upload("a.txt", "hush")).error).toBeNull();
    await refused(box.download("a.txt"), ...NOT_FOUND);
    expect((await box.list()).data).toEqual([]);
    await refused(box.upload("a.txt", "x"), "409", "KeyAlreadyExists");
    await refused(box.upload("a.txt", "x", { upsert: true }), ...DENIED);
    const admin = world.admin.storage.from("letterbox");
    expect(await textOf(admin.download("a.txt"))).toBe("hush");
  });

  test("must allow a file's insertion and change where another is replaced", async () => {
    await world.admin.storage.createBucket("board", { public: false });
    const policy = (name: string, rule: string) =>
      world.db.query(`create policy "board: ${name}" on storage.objects for ${rule}`);
    await policy("see", "select to authenticated using (bucket_id = 'board')");
    await policy("add", "insert to authenticated with check (bucket_id = 'board')");
    const own = "using (bucket_id = 'board' and owner_id = auth.uid()::text)";
    await policy("change", `update to authenticated ${own}`);
    const box = ada.client.storage.from("board");
    await box.upload("a.txt", "first");
    const others = eve.client.storage.from("board");
    await refused(others.update("a.txt", "x"), ...DENIED);
    await refused(others.upload("a.txt", "x", { upsert: true }), ...DENIED);
    expect((await box.update("a.txt", "second")).error).toBeNull();
    await world.db.query(`drop policy "board: add" on storage.objects`);
    await refused(box.update("a.txt", "third"), ...DENIED);
    await refused(box.update("new.txt", "x"), ...DENIED);
    expect(await textOf(box.download("a.txt"))).toBe("second");
  });

  test("that are missing deny", async () => {
    await world.admin.storage.createBucket("bare", { public: false });
    const box = ada.client.storage.from("bare");
    await refused(box.upload(`${ada.id}/a.txt`, "x"), ...DENIED);
    await refused(box.upload("a.txt", "x"), ...DENIED);
  });

  test("are applied by the token's user, not by the request", async () => {
    const as = (token: string) =>
      officialClient(world.url, world.keys.anon, token).storage.from("private");
    const [head, claims = "", signature] = eve.token.split(".");
    const body = JSON.parse(Buffer.from(claims, "base64url").toString()) as object;
    const exp = Math.floor(world.clock.now() / 1000) - 10;
    const forged = [
      `${head}.${encoded({ ...body, sub: ada.id })}.${signature}`,
      `${head}.${encoded({ ...body, role: "service_role" })}.${signature}`,
      `${encoded({ alg: "none" })}.${encoded({ ...body, sub: ada.id })}.`,
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
    const sub = "'; drop table storage.objects; --";
    const odd = await world.tokens.sign({ sub, role: "authenticated" });
    expect((await as(odd).download(`${ada.id}/diary.txt`)).error).not.toBeNull();
    const keyless = await fetch(world.at(`object/private/${ada.id}/diary.txt`));
    expect(await keyless.json()).toMatchObject({ statusCode: "400", error: "Error" });
    expect(await diary()).toBe("dear diary");
  });
});

describe("signed addresses", () => {
  test("end, fit one file, and cannot be made up or turned into something else", async () => {
    const { box } = ada;
    const signed = (await box.createSignedUrl(`${ada.id}/diary.txt`, 60)).data?.signedUrl ?? "";
    const token = new URL(signed).searchParams.get("token") ?? "";
    await box.upload(`${ada.id}/other.txt`, "other");
    const send = async (address: string, init?: RequestInit) => {
      const response = await fetch(address, init);
      const text = await response.text();
      return response.ok ? text : (JSON.parse(text) as { code: string }).code;
    };
    expect(await send(signed)).toBe("dear diary");
    const other = signed.replace("diary.txt", "other.txt");
    const asToken = await ada.send("GET", `object/private/${ada.id}/diary.txt`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await asToken.json()).toMatchObject({ code: "NoSuchKey" });
    for (const [address, code] of [
      [other, "InvalidSignature"],
      [signed.replace("/private/", "/open/"), "InvalidSignature"],
      [signed.replace(/token=.*/, ""), "InvalidRequest"],
      [`${signed}x`, "InvalidJWT"],
      // A person's token or a key is no address, and an address is nobody's token.
      [signed.replace(token, ada.token), "InvalidJWT"],
      [signed.replace(token, world.keys.serviceRole), "InvalidJWT"],
    ] as const)
      expect(await send(address)).toBe(code);
    // An address to read is none to write.
    const upload = world.at(`object/upload/sign/private/${ada.id}/diary.txt?token=${token}`);
    expect(await send(upload, { method: "PUT", body: "x" })).toBe("InvalidJWT");

    world.clock.advance(61);
    expect(await send(signed)).toBe("InvalidJWT");
    await refused(box.createSignedUrl(`${ada.id}/diary.txt`, 0), ...INVALID);
    expect(await diary()).toBe("dear diary");
  });

  test("for an upload work once, for two hours, for what was signed", async () => {
    const { box } = eve;
    const use = (name: string, token: string, text: string) =>
      world.visitor.storage.from("private").uploadToSignedUrl(name, token, text);
    const name = `${eve.id}/once.txt`;
    const { data } = await box.createSignedUploadUrl(name, { upsert: true });
    const token = data?.token ?? "";
    const unfit = refusal((await use(`${ada.id}/diary.txt`, token, "x")).error);
    expect(unfit?.[1]).toBe("InvalidSignature");
    expect(refusal((await use(name, token, "x".repeat(1_100_000))).error)?.[0]).toBe("413");
    expect((await use(name, token, "first")).error).toBeNull();
    await refused(use(name, token, "again"), "409", "ResourceAlreadyExists");
    await box.remove([name]);
    expect((await use(name, token, "after removal")).error).not.toBeNull();
    expect((await box.exists(name)).data).toBe(false);

    const late = await box.createSignedUploadUrl(name);
    world.clock.advance(7201);
    const { error } = await use(name, late.data?.token ?? "", "late");
    expect(refusal(error)?.[1]).toBe("InvalidJWT");
  });
});
