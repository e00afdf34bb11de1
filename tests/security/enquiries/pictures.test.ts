import { createHash } from "node:crypto";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { jobActs } from "#tests/security/jobs/lifecycle-acts.ts";
import { type Name, outcome } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Pictures of a conversation (P-48): read by its two sides alone, and by admins only if reported. */
const world = testWorld();
const { own, post } = jobActs(() => world);
beforeEach(() =>
  own(
    "delete from public.reports; delete from public.jobs; delete from public.enquiries; delete from public.enquiry_blocks; delete from storage.objects; delete from private.hidden_pictures; delete from notify.notices",
  ),
);

const SHELF = "/storage/v1/object/authenticated/enquiry_pictures/";
const idOf = (who: Name) => world.people[who].id;
const draw = (shade: number) =>
  sharp({
    create: { width: 30, height: 20, channels: 3, background: { r: shade * 20, g: 0, b: 0 } },
  })
    .jpeg()
    .toBuffer();
const bucketOf = (who: Name | "visitor") => world.clientOf(who).storage.from("enquiry_pictures");
const upload = async (who: Name, shade: number) => {
  const bytes = await draw(shade);
  const name = `${idOf(who)}/${createHash("sha256").update(bytes).digest("hex")}.jpg`;
  const { error } = await bucketOf(who).upload(name, bytes, { contentType: "image/jpeg" });
  if (error) throw error;
  return name;
};
const begin = async (pictures: string[], message = "See these") => {
  const { data, error } = await world.people.seeker.client.rpc("send_enquiry", {
    provider_id: idOf("member"),
    subject: "My roof",
    message,
    pictures,
  });
  if (error) throw error;
  return data as string;
};
const answer = (who: Name, id: string, pictures: unknown, message = "") =>
  world.people[who].client.rpc("answer_enquiry", { enquiry_id: id, message, pictures });
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
    const block = (blocked: boolean) =>
      world.people.seeker.client.rpc("block_enquirer", { enquiry_id: talk, blocked });
    await block(true);
    expect(await reads("member", name)).toEqual(NONE);
    await block(false);
    expect(await reads("member", name)).toEqual(ALL);
    const job = await post();
    await own("update public.enquiries set job_id = $2 where id = $1", [talk, job]);
    await own("insert into public.job_contact_reveals (job_id, provider_id) values ($1, $2)", [
      job,
      idOf("member"),
    ]);
    expect(await reads("member", name)).toEqual(ALL);
    await world.people.seeker.client.rpc("revoke_job_contact", {
      job_id: job,
      provider_id: idOf("member"),
    });
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

    const block = (blocked: boolean) =>
      world.people.seeker.client.rpc("block_enquirer", { enquiry_id: talk, blocked });
    await block(true);
    expect(await read([...author, ...reader]), "blocked").toEqual([...SHOWN, ...REFUSED]);
    await block(false);
    expect(await read(reader)).toEqual(SHOWN);

    await own("update public.profiles set is_active = false where id = $1", [idOf("member")]);
    expect(await read(reader), "deactivated").toEqual(REFUSED);
    await own("update public.profiles set is_active = true where id = $1", [idOf("member")]);

    const message = await world.see<string>("select id from public.enquiry_messages");
    await world.people.member.client.rpc("report_content", {
      target_type: "message",
      target_id: message,
      reason: "offensive",
    });
    const admin = await sign("admin");
    expect(await read(admin)).toEqual(SHOWN);
    const report_id = await world.see<string>("select id from public.reports");
    await world.people.admin.client.rpc("admin_remove_message_pictures", {
      report_id,
      reason: "Rude",
    });
    expect(await read([...author, ...reader, ...admin]), "removed").toEqual([
      ...REFUSED,
      ...REFUSED,
      ...REFUSED,
    ]);
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
      expect(await outcome(answer("member", talk, pictures)), JSON.stringify(pictures)).toBe(
        "400 PT400",
      );
    for (const who of ["rival", "hidden"] as const)
      expect(await outcome(answer(who, talk, [], "Hello"))).toBe("404 PT404");
    expect(await outcome(answer("member", talk, mine.slice(0, 2)))).toBe("let in");
    expect(await outcome(answer("member", talk, null, "Words alone"))).toBe("let in");
    const { data } = await world.people.seeker.client.rpc("my_enquiries");
    expect(data).toMatchObject([{ excerpt: "Words alone", unread: 2 }]);
    // Its author is told that it is their own.
    const authored = await world.people.member.client.rpc("my_enquiries");
    expect(authored.data?.[0]?.excerpt).toBe("You: Words alone");
    expect(
      await world.see(
        "select data ->> 'excerpt' from notify.notices where user_id = $1 order by created_at limit 1",
        [idOf("seeker")],
      ),
    ).toBe("[2 pictures]");
    await own("update storage.objects set created_at = now() - interval '2 days'");
    const unused = (await own("select name from public.unused_files()")).map((row) => row.name);
    expect(unused.toSorted()).toEqual([...names.slice(2), foreign.slice(SHELF.length)].toSorted());
  });

  it("is seen and removed by admins only once its message is reported by the other side", async () => {
    const name = await upload("seeker", 3);
    const talk = await begin([SHELF + name], "");
    const message = await world.see<string>("select id from public.enquiry_messages");
    const report = (who: Name | "visitor") =>
      world
        .clientOf(who)
        .rpc("report_content", { target_type: "message", target_id: message, reason: "offensive" });
    for (const who of ["visitor", "rival", "seeker", "admin"] as const)
      expect(await outcome(report(who)), who).toBe("404 PT404");
    expect(await reads("admin", name)).toEqual(NONE);
    expect(await outcome(report("member"))).toBe("let in");
    expect(await reads("admin", name)).toEqual(ALL);
    const id = await world.see<string>("select id from public.reports");
    for (const who of ["visitor", "member", "seeker", "retired"] as const)
      for (const call of ["admin_reported_message", "admin_remove_message_pictures"])
        expect(
          await outcome(
            world
              .clientOf(who)
              .rpc(call, { report_id: id, ...(call.includes("remove") && { reason: "x" }) }),
          ),
        ).toMatch(/42501$/);
    const admin = world.people.admin.client;
    expect((await admin.rpc("admin_reported_message", { report_id: id })).data).toMatchObject([
      { body: "", pictures: [SHELF + name] },
    ]);
    expect((await admin.from("enquiry_messages").select("id")).data).toEqual([]);
    const remove = () =>
      admin.rpc("admin_remove_message_pictures", { report_id: id, reason: "Rude" });
    expect(await outcome(remove())).toBe("let in");
    expect(await outcome(remove())).toBe("404 PT404");
    expect(await reads("member", name)).toEqual(NONE);
    expect(await outcome(answer("seeker", talk, [SHELF + name]))).toBe("400 PT400");
    expect(
      (await own("select action from public.audit_log where target_id = $1 order by id", [id])).map(
        (row) => row.action,
      ),
    ).toEqual(["view reported message", "remove pictures"]);
  });
});

describe("that a message was read", () => {
  it("is marked by its recipient alone, and announced without words and pictures", async () => {
    const talk = await begin([]);
    const readAt = () => world.see<string | null>("select read_at from public.enquiry_messages");
    for (const who of ["visitor", "seeker", "rival", "admin"] as const) {
      await world.clientOf(who).rpc("read_enquiry", { enquiry_id: talk });
      await world
        .clientOf(who)
        .from("enquiry_messages")
        .update({ read_at: new Date().toISOString() })
        .eq("enquiry_id", talk);
      expect(await readAt(), who).toBeNull();
    }
    await world.people.member.client.rpc("read_enquiry", { enquiry_id: talk });
    const first = await readAt();
    expect(first).not.toBeNull();
    await world.people.member.client.rpc("read_enquiry", { enquiry_id: talk });
    expect(await readAt()).toEqual(first);
    for (const [who, rows] of [
      ["visitor", 0],
      ["rival", 0],
      ["admin", 0],
      ["seeker", 1],
      ["member", 1],
    ] as const) {
      const { data } = await world.clientOf(who).from("enquiry_messages").select("read_at");
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
