import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { allowed, type Name, outcome, refused } from "#tests/security/people.ts";
import { draw, pictureActs } from "#tests/security/picture-acts.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { jobActs } from "./lifecycle-acts.ts";

/** Pictures of a job (P-47): only the poster's own, stored without metadata, removed by admins for good. */
const world = testWorld();
const { own, post, idOf } = jobActs(() => world);
const SHELF = "/storage/v1/object/public/pictures/";
const files = pictureActs(() => world, "pictures", SHELF);
const { nameOf, put, upload, age, unused } = files;
beforeEach(() => files.clear());

const change = (who: Name | "visitor", job: string, pictures: unknown) =>
  world.from(who, "jobs").update({ pictures }).eq("id", job).select("id");
const shown = (job: string) => world.stored<string[]>("jobs.pictures", job);

describe("a file", () => {
  it("is a picture of one's own, by the hash of its content, and never changes", async () => {
    const bytes = await draw(1).toBuffer();
    const name = nameOf("seeker", bytes);
    for (const who of ["visitor", "rival", "member", "admin"] as const)
      expect((await put(who, name, bytes)).error, who).not.toBeNull();
    for (const who of ["unconfirmed", "idle", "retired"] as const)
      expect((await put(who, nameOf(who, bytes), bytes)).error, who).not.toBeNull();
    for (const other of ["x.jpg", "../x.jpg", `${"a".repeat(64)}.svg`, `${"A".repeat(64)}.jpg`])
      expect((await put("seeker", `${idOf("seeker")}/${other}`, bytes)).error).not.toBeNull();
    const page = await put("seeker", name, Buffer.from("<script>"));
    expect(page.error?.message).toMatch(/mime type/);
    expect(await world.count("storage.objects")).toBe(0);
    await allowed(put("seeker", name, bytes));
    const again = await put("seeker", name, bytes);
    expect((again.error as { statusCode?: string } | null)?.statusCode).toBe("409");
    const over = await put("seeker", name, await draw(2).toBuffer(), { upsert: true });
    expect(over.error).not.toBeNull();
    const bucket = world.clientOf("rival").storage.from("pictures");
    expect((await bucket.remove([name])).data).toEqual([]);
    expect((await bucket.list(idOf("seeker"))).data).toEqual([]);
  });

  it("is stored without the camera, the place and the author", async () => {
    const GPS = { IFD3: { GPSLatitude: "53/1 48/1 0/1", GPSLatitudeRef: "N" } };
    const exif = { IFD0: { Artist: "Somebody Known" }, ...GPS };
    const bytes = await draw(3).withExif(exif).toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const name = nameOf("seeker", bytes);
    await allowed(put("seeker", name, bytes));
    const response = await fetch(world.backend.url + SHELF + name);
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect((await sharp(body).metadata()).exif).toBeUndefined();
    expect(body.includes("Somebody Known")).toBe(false);
  });

  it("that nothing shows is deleted after a day", async () => {
    const [used, left] = [await upload("seeker", 4), await upload("seeker", 5)];
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
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => upload("seeker", n)));
    const job = await post({ pictures: all.slice(0, 5) });
    expect(await shown(job)).toEqual(all.slice(0, 5));
    const foreign = await upload("rival", 1);
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
    await allowed(change("seeker", job, [first]));
    expect(await shown(job)).toEqual([first]);
  });

  it("are read with an open job by anybody, and go with its contact", async () => {
    const picture = await upload("seeker", 7);
    const job = await post({ pictures: [picture] });
    const [list, page, read] = await Promise.all([
      world.rpc("visitor", "search_jobs", {}),
      world.rpc("visitor", "job_page", { job_id: job }),
      world.visitor.from("jobs").select("pictures").eq("id", job),
    ]);
    expect(list.data).toMatchObject({ jobs: [{ pictures: [picture] }] });
    expect(page.data).toMatchObject({ job: { pictures: [picture] } });
    expect(read.data).toEqual([{ pictures: [picture] }]);
    await own("update public.jobs set status = 'closed' where id = $1", [job]);
    expect((await world.visitor.from("jobs").select("pictures").eq("id", job)).data).toEqual([]);
    const { data: held } = await world.rpc("service", "export_account", { p_user: idOf("seeker") });
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
    const bytes = await draw(8).toBuffer();
    const [picture, other] = [await upload("seeker", 8), await upload("seeker", 9)];
    const jobs = [await post({ pictures: [picture, other] }), await post({ pictures: [picture] })];
    const hide = (who: Name, more = {}) =>
      world.rpc(who, "admin_hide_job_picture", {
        job_id: jobs[0],
        picture,
        reason: "Shows a face",
        ...more,
      });
    await refused(hide("admin", { reason: " " }), "400 PT400");
    await refused(hide("admin", { picture: "x" }), "404 PT404");
    await refused(hide("admin", { seen: "2020-01-01T00:00:00Z" }), "409 PT409");
    await allowed(hide("admin"));
    expect(await Promise.all(jobs.map((job) => shown(job)))).toEqual([[other], []]);
    await refused(hide("admin"), "404 PT404");
    const stored = world.clientOf("admin").storage.from("pictures");
    const removed = await stored.remove([picture.slice(SHELF.length)]);
    expect(removed.data?.length).toBe(1);
    expect((await fetch(world.backend.url + picture)).ok).toBe(false);
    expect((await put("seeker", nameOf("seeker", bytes), bytes)).error).not.toBeNull();
    await refused(change("seeker", jobs[0] as string, [picture]), "400 PT400");
    expect(await own("select kind, user_id from notify.notices")).toEqual([
      { kind: "job_picture_hidden", user_id: idOf("seeker") },
    ]);
    expect(await world.audited("action, reason", String(jobs[0]))).toEqual([
      { action: "hide picture", reason: "Shows a face" },
    ]);
  });
});
