import { beforeEach, describe, expect, it } from "vitest";
import { enquiryActs } from "#tests/security/enquiries/acts.ts";
import { quoteActs } from "#tests/security/jobs/quotes-acts.ts";
import { allowed, dataOf, type Name, refused, rows, type Who } from "#tests/security/people.ts";
import { pictureActs } from "#tests/security/picture-acts.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Pictures of a conversation (P-48): read by its two sides alone, and by admins only if reported. */
const world = testWorld();
const { own, post, idOf, revoke } = quoteActs(() => world);
const SHELF = "/storage/v1/object/authenticated/enquiry_pictures/";
const files = pictureActs(() => world, "enquiry_pictures", SHELF);
const { unused } = files;
const bucketOf = (who: Who) => world.clientOf(who).storage.from("enquiry_pictures");
beforeEach(() => files.clear());

const upload = async (who: Name, shade: number) =>
  (await files.upload(who, shade)).slice(SHELF.length);
const { enquire, answer: reply, blockEnquirer } = enquiryActs(() => world);
const begin = (pictures: string[], message = "See these") =>
  dataOf<string>(enquire("seeker", "member", { subject: "My roof", message, pictures }));
const answer = (who: Name, id: string, pictures: unknown, message = "") =>
  reply(who, id, message, { pictures });
const report = async (who: Name | "visitor") => {
  const target_id = await world.see("select id from public.enquiry_messages");
  const message = { target_type: "message", target_id, reason: "offensive" };
  return world.rpc(who, "report_content", message);
};
/** Every way to a private file. */
const reads = async (who: Name | "visitor", name: string) => {
  const bucket = bucketOf(who);
  const [file, drawn, signed, listed] = await Promise.all([
    bucket.download(name),
    bucket.download(name, { transform: { width: 240, height: 180, resize: "cover", quality: 75 } }),
    bucket.createSignedUrl(name, 60),
    bucket.list(name.split("/")[0]),
  ]);
  const open = await fetch(
    `${world.backend.url}/storage/v1/object/public/enquiry_pictures/${name}`,
  );
  expect(open.ok).toBe(false);
  return [!file.error, !drawn.error, !signed.error, (listed.data ?? []).length > 0];
};
const ALL = [true, true, true, true];
const NONE = [false, false, false, false];

describe("a picture of a message", () => {
  it("is read by the two sides and by nobody else", async () => {
    const name = await upload("seeker", 1);
    expect(await reads("seeker", name)).toEqual(ALL);
    expect(await reads("member", name)).toEqual(NONE);
    await begin([SHELF + name]);
    expect(await reads("member", name)).toEqual(ALL);
    for (const who of ["visitor", "rival", "hidden", "plain", "admin", "idle"] as const)
      expect(await reads(who, name), who).toEqual(NONE);
  });

  it("is hidden from whom its author has blocked, and from a provider without access to the job", async () => {
    const name = await upload("seeker", 2);
    const talk = await begin([SHELF + name]);
    const block = (blocked: boolean) => blockEnquirer("seeker", talk, blocked);
    await block(true);
    expect(await reads("member", name)).toEqual(NONE);
    await block(false);
    expect(await reads("member", name)).toEqual(ALL);
    const job = await post();
    await own("update public.enquiries set job_id = $2 where id = $1", [talk, job]);
    await rows(world.rpc("member", "reveal_job_contact", { job_id: job }));
    expect(await reads("member", name)).toEqual(ALL);
    await revoke("seeker", job, "member");
    expect(await reads("member", name)).toEqual(NONE);
    await own("delete from public.jobs where id = $1", [job]);
    expect(await reads("member", name)).toEqual(NONE);
  });

  it("is gone at every address that was signed before", async () => {
    const name = await upload("seeker", 4);
    const talk = await begin([SHELF + name]);
    const sign = async (who: Name) => {
      const drawn = { transform: { width: 240, height: 180 } };
      const ofYears = 315_360_000;
      const [one, many, small] = await Promise.all([
        bucketOf(who).createSignedUrl(name, ofYears),
        bucketOf(who).createSignedUrls([name], ofYears),
        bucketOf(who).createSignedUrl(name, ofYears, drawn),
      ]);
      return [one.data, many.data?.[0], small.data].map((one) => one?.signedUrl ?? "");
    };
    const read = (urls: string[]) =>
      Promise.all(urls.map(async (url) => (await fetch(url)).status < 400));
    const [author, reader] = [await sign("seeker"), await sign("member")];
    const SHOWN = [true, true, true];
    const REFUSED = [false, false, false];
    expect(await read([...author, ...reader])).toEqual([...SHOWN, ...SHOWN]);

    const block = (blocked: boolean) => blockEnquirer("seeker", talk, blocked);
    await block(true);
    expect(await read([...author, ...reader]), "blocked").toEqual([...SHOWN, ...REFUSED]);
    await block(false);
    expect(await read(reader)).toEqual(SHOWN);

    await world.setProfile("member", "is_active = false");
    expect(await read(reader), "deactivated").toEqual(REFUSED);
    await world.setProfile("member", "is_active = true");

    await report("member");
    const admin = await sign("admin");
    expect(await read(admin)).toEqual(SHOWN);
    const report_id = await world.see<string>("select id from public.reports");
    await world.rpc("admin", "admin_remove_message_pictures", { report_id, reason: "Rude" });
    const removed = await read([...author, ...reader, ...admin]);
    expect(removed, "removed").toEqual(Array(9).fill(false));
    expect(await reads("seeker", name), "by its author too").toEqual(NONE);
  });

  it("is the author's own, at most five, with or without words", async () => {
    const names = await Promise.all([1, 2, 3, 4, 5, 6].map((shade) => upload("member", shade)));
    const mine = names.map((name) => SHELF + name);
    const talk = await begin([]);
    const first = mine[0] as string;
    const foreign = SHELF + (await upload("seeker", 1));
    for (const pictures of [
      mine,
      [first, first],
      [foreign],
      [[first]],
      [null],
      ["https://elsewhere.example/a.jpg"],
      [first.replace("authenticated", "public")],
      [],
    ])
      await refused(answer("member", talk, pictures), "400 PT400", JSON.stringify(pictures));
    for (const who of ["rival", "hidden"] as const)
      await refused(answer(who, talk, [], "Hello"), "404 PT404");
    await allowed(answer("member", talk, mine.slice(0, 2)));
    await allowed(answer("member", talk, null, "Words alone"));
    const { data } = await world.rpc("seeker", "my_enquiries");
    expect(data).toMatchObject([{ excerpt: "Words alone", unread: 2 }]);
    // Its author is told that it is their own.
    const authored = await world.rpc("member", "my_enquiries");
    expect(authored.data?.[0]?.excerpt).toBe("You: Words alone");
    expect(
      await world.see(
        "select data ->> 'excerpt' from notify.notices where user_id = $1 order by created_at limit 1",
        [idOf("seeker")],
      ),
    ).toBe("[2 pictures]");
    await files.age();
    expect((await unused()).toSorted()).toEqual(
      [...names.slice(2), foreign.slice(SHELF.length)].toSorted(),
    );
  });

  it("is seen and removed by admins only once its message is reported by the other side", async () => {
    const name = await upload("seeker", 3);
    const talk = await begin([SHELF + name], "");
    for (const who of ["visitor", "rival", "seeker", "admin"] as const)
      await refused(report(who), "404 PT404", who);
    expect(await reads("admin", name)).toEqual(NONE);
    await allowed(report("member"));
    expect(await reads("admin", name)).toEqual(ALL);
    const id = await world.see<string>("select id from public.reports");
    for (const who of ["visitor", "member", "seeker", "retired"] as const)
      for (const call of ["admin_reported_message", "admin_remove_message_pictures"])
        await refused(
          world.rpc(who, call, { report_id: id, ...(call.includes("remove") && { reason: "x" }) }),
          /42501$/,
        );
    const admin = world.people.admin.client;
    expect((await admin.rpc("admin_reported_message", { report_id: id })).data).toMatchObject([
      { body: "", pictures: [SHELF + name] },
    ]);
    expect((await admin.from("enquiry_messages").select("id")).data).toEqual([]);
    const remove = () =>
      admin.rpc("admin_remove_message_pictures", { report_id: id, reason: "Rude" });
    await allowed(remove());
    await refused(remove(), "404 PT404");
    expect(await reads("member", name)).toEqual(NONE);
    await refused(answer("seeker", talk, [SHELF + name]), "400 PT400");
    expect((await world.audited("action", id)).map(({ action }) => action)).toEqual([
      "view reported message",
      "remove pictures",
    ]);
  });
});

describe("that a message was read", () => {
  it("is marked by its recipient alone, and announced without words and pictures", async () => {
    const talk = await begin([]);
    const readAt = () => world.see<string | null>("select read_at from public.enquiry_messages");
    for (const who of ["visitor", "seeker", "rival", "admin"] as const) {
      await world.rpc(who, "read_enquiry", { enquiry_id: talk });
      const read = world
        .from(who, "enquiry_messages")
        .update({ read_at: new Date().toISOString() });
      await read.eq("enquiry_id", talk);
      expect(await readAt(), who).toBeNull();
    }
    await world.rpc("member", "read_enquiry", { enquiry_id: talk });
    const first = await readAt();
    expect(first).not.toBeNull();
    await world.rpc("member", "read_enquiry", { enquiry_id: talk });
    expect(await readAt()).toEqual(first);
    for (const [who, rows] of [
      ["visitor", 0],
      ["rival", 0],
      ["admin", 0],
      ["seeker", 1],
      ["member", 1],
    ] as const) {
      const { data } = await world.from(who, "enquiry_messages").select("read_at");
      expect(data?.length ?? 0, who).toBe(rows);
    }
    expect(
      await world.see(
        `select attnames::text[] from pg_publication_tables
         where pubname = 'supabase_realtime' and tablename = 'enquiry_messages'`,
      ),
    ).toEqual(["id", "enquiry_id", "author_id", "created_at", "read_at"]);
  });
});
