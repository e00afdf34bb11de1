import { createHash } from "node:crypto";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { type Name, outcome } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { jobActs } from "./lifecycle-acts.ts";

/** Pictures of a job (P-47): only the poster's own, stored without metadata, removed by admins for good. */
const world = testWorld();
const { own, post } = jobActs(() => world);
beforeEach(() =>
  own(
    "delete from public.jobs; delete from storage.objects; delete from private.hidden_pictures; delete from notify.notices",
  ),
);

const SHELF = "/storage/v1/object/public/pictures/";
const draw = (shade: number, exif = false) => {
  const image = sharp({
    create: { width: 30, height: 20, channels: 3, background: { r: shade * 20, g: 0, b: 0 } },
  });
  const GPS = { IFD3: { GPSLatitude: "53/1 48/1 0/1", GPSLatitudeRef: "N" } };
  return (exif ? image.withExif({ IFD0: { Artist: "Somebody Known" }, ...GPS }) : image)
    .jpeg()
    .toBuffer();
};
const nameOf = (who: Name, bytes: Buffer, ending = "jpg") =>
  `${world.people[who].id}/${createHash("sha256").update(bytes).digest("hex")}.${ending}`;
const put = (who: Name | "visitor", name: string, bytes: Buffer, more = {}) =>
  world
    .clientOf(who)
    .storage.from("pictures")
    .upload(name, bytes, { contentType: "image/jpeg", ...more });
const upload = async (who: Name, bytes: Buffer) => {
  const name = nameOf(who, bytes);
  const { error } = await put(who, name, bytes);
  if (error) throw error;
  return SHELF + name;
};
const change = (who: Name | "visitor", job: string, pictures: unknown) =>
  world.clientOf(who).from("jobs").update({ pictures }).eq("id", job).select("id");
const shown = (job: string) =>
  world.see<string[]>("select pictures from public.jobs where id = $1", [job]);
const age = () => own("update storage.objects set created_at = now() - interval '2 days'");
const unused = async () => (await own("select name from public.unused_files()")).map((r) => r.name);

describe("a file", () => {
  it("is a picture of one's own, by the hash of its content, and never changes", async () => {
    const bytes = await draw(1);
    const name = nameOf("seeker", bytes);
    for (const who of ["visitor", "rival", "member", "admin"] as const)
      expect((await put(who, name, bytes)).error, who).not.toBeNull();
    for (const who of ["unconfirmed", "idle", "retired"] as const)
      expect((await put(who, nameOf(who, bytes), bytes)).error, who).not.toBeNull();
    for (const other of ["x.jpg", "../x.jpg", `${"a".repeat(64)}.svg`, `${"A".repeat(64)}.jpg`])
      expect(
        (await put("seeker", `${world.people.seeker.id}/${other}`, bytes)).error,
      ).not.toBeNull();
    expect((await put("seeker", name, Buffer.from("<script>"))).error?.message).toMatch(
      /mime type/,
    );
    expect(await world.see("select count(*)::int from storage.objects")).toBe(0);
    expect((await put("seeker", name, bytes)).error).toBeNull();
    const again = await put("seeker", name, bytes);
    expect((again.error as { statusCode?: string } | null)?.statusCode).toBe("409");
    expect((await put("seeker", name, await draw(2), { upsert: true })).error).not.toBeNull();
    const bucket = world.clientOf("rival").storage.from("pictures");
    expect((await bucket.remove([name])).data).toEqual([]);
    expect((await bucket.list(world.people.seeker.id)).data).toEqual([]);
  });

  it("is stored without the camera, the place and the author", async () => {
    const bytes = await draw(3, true);
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const address = await upload("seeker", bytes);
    const { status, body } = await fetch(world.backend.url + address).then(async (response) => ({
      status: response.status,
      body: Buffer.from(await response.arrayBuffer()),
    }));
    expect(status).toBe(200);
    expect((await sharp(body).metadata()).exif).toBeUndefined();
    expect(body.includes("Somebody Known")).toBe(false);
  });

  it("that nothing shows is deleted after a day", async () => {
    const [used, left] = [
      await upload("seeker", await draw(4)),
      await upload("seeker", await draw(5)),
    ];
    const job = await post({ pictures: [used] });
    expect(await unused()).toEqual([]);
    await age();
    expect(await unused()).toEqual([left.slice(SHELF.length)]);
    await own("delete from public.jobs where id = $1", [job]);
    expect((await unused()).length).toBe(2);
  });
});

describe("the pictures of a job", () => {
  it("are the poster's own uploads: five, each once", async () => {
    const all = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (n) => upload("seeker", await draw(n))),
    );
    const job = await post({ pictures: all.slice(0, 5) });
    expect(await shown(job)).toEqual(all.slice(0, 5));
    const foreign = await upload("rival", await draw(1));
    const first = all[0] as string;
    for (const [pictures, status] of [
      [all, "400 PT400"],
      [[first, first], "400 PT400"],
      [[foreign], "400 PT400"],
      [[null], "400 PT400"],
      [[[first]], "400 PT400"],
      [["https://elsewhere.example/a.jpg"], "400 PT400"],
      [[first.replace("/public/", "/public//")], "400 PT400"],
      [[first.replace("pictures", "avatars")], "400 PT400"],
      [null, "400 23502"],
    ] as const)
      expect(await outcome(change("seeker", job, pictures)), JSON.stringify(pictures)).toBe(status);
    expect(await shown(job)).toEqual(all.slice(0, 5));
    for (const who of ["rival", "member", "admin"] as const)
      expect((await change(who, job, [])).data, who).toEqual([]);
    expect(await outcome(change("visitor", job, []))).toMatch(/42501/);
    expect(await outcome(change("seeker", job, [first]))).toBe("let in");
    expect(await shown(job)).toEqual([first]);
  });

  it("are read with an open job by anybody, and go with its contact", async () => {
    const picture = await upload("seeker", await draw(7));
    const job = await post({ pictures: [picture] });
    const [list, page, read] = await Promise.all([
      world.visitor.rpc("search_jobs", {}),
      world.visitor.rpc("job_page", { job_id: job }),
      world.visitor.from("jobs").select("pictures").eq("id", job),
    ]);
    expect(list.data).toMatchObject({ jobs: [{ pictures: [picture] }] });
    expect(page.data).toMatchObject({ job: { pictures: [picture] } });
    expect(read.data).toEqual([{ pictures: [picture] }]);
    await own("update public.jobs set status = 'closed' where id = $1", [job]);
    expect((await world.visitor.from("jobs").select("pictures").eq("id", job)).data).toEqual([]);
    const { data: held } = await world.service.rpc("export_account", {
      p_user: world.people.seeker.id,
    });
    expect((held as { files: { name: string }[] }).files).toMatchObject([
      { bucket: "pictures", name: picture.slice(SHELF.length) },
    ]);
    await own("update public.jobs set ended_at = now() - interval '91 days'");
    await own("select private.process_job_expiry()");
    expect(await shown(job)).toEqual([]);
    await age();
    expect(await unused()).toEqual([picture.slice(SHELF.length)]);
  });

  it("are removed by an admin for good, with a reason, from all jobs of the poster", async () => {
    const bytes = await draw(8);
    const [picture, other] = [await upload("seeker", bytes), await upload("seeker", await draw(9))];
    const jobs = [await post({ pictures: [picture, other] }), await post({ pictures: [picture] })];
    const hide = (who: Name, more = {}) =>
      world.clientOf(who).rpc("admin_hide_job_picture", {
        job_id: jobs[0],
        picture,
        reason: "Shows a face",
        ...more,
      });
    expect(await outcome(hide("admin", { reason: " " }))).toBe("400 PT400");
    expect(await outcome(hide("admin", { picture: "x" }))).toBe("404 PT404");
    expect(await outcome(hide("admin", { seen: "2020-01-01T00:00:00Z" }))).toBe("409 PT409");
    expect(await outcome(hide("admin"))).toBe("let in");
    expect(await Promise.all(jobs.map((job) => shown(job)))).toEqual([[other], []]);
    expect(await outcome(hide("admin"))).toBe("404 PT404");
    const removed = await world.people.admin.client.storage
      .from("pictures")
      .remove([picture.slice(SHELF.length)]);
    expect(removed.data?.length).toBe(1);
    expect((await fetch(world.backend.url + picture)).ok).toBe(false);
    expect((await put("seeker", nameOf("seeker", bytes), bytes)).error).not.toBeNull();
    expect(await outcome(change("seeker", jobs[0] as string, [picture]))).toBe("400 PT400");
    expect(await own("select kind, user_id from notify.notices")).toEqual([
      { kind: "job_picture_hidden", user_id: world.people.seeker.id },
    ]);
    expect(
      await own("select action, reason from public.audit_log where target_id = $1", [jobs[0]]),
    ).toEqual([{ action: "hide picture", reason: "Shows a face" }]);
  });
});
