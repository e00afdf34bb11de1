import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { DENIED, refused, startStorageWorld } from "./storage-world.ts";

/** How JavaScript writes a date. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const world = perFile(startStorageWorld);

describe("buckets", () => {
  test("are made, listed, changed, emptied and removed by the service role", async () => {
    const { storage } = world.admin;
    const rules = { fileSizeLimit: "20KB", allowedMimeTypes: ["text/plain"] };
    const made = await storage.createBucket("reports", { public: false, ...rules });
    expect(made).toEqual({ data: { name: "reports" }, error: null });
    await refused(storage.createBucket("reports"), "409", "BucketAlreadyExists");

    const { data: bucket } = await storage.getBucket("reports");
    expect(bucket).toMatchObject({
      id: "reports",
      name: "reports",
      public: false,
      file_size_limit: 20_000,
      allowed_mime_types: ["text/plain"],
    });
    // Only the list names a bucket's type.
    expect(bucket).not.toHaveProperty("type");
    expect(bucket?.created_at).toMatch(ISO);
    const someone = await world.person();
    const owner = "update storage.buckets set owner = $1 where id = 'reports'";
    await world.db.query(owner, [someone.id]);
    expect((await storage.getBucket("reports")).data?.owner).toBe(someone.id);
    const { data: found } = await storage.listBuckets({ search: "REPO", sortColumn: "name" });
    expect(found?.map(({ id }) => id)).toEqual(["reports"]);
    expect(found?.[0]).toMatchObject({ type: "STANDARD", updated_at: expect.stringMatching(ISO) });
    const { data: all } = await storage.listBuckets();
    const names = ["letterbox", "open", "pictures", "private", "reports"];
    expect(all?.map(({ id }) => id)).toEqual(names);

    await storage.updateBucket("reports", { public: true, allowedMimeTypes: null });
    expect((await storage.getBucket("reports")).data).toMatchObject({
      public: true,
      file_size_limit: 20_000,
      allowed_mime_types: null,
    });

    await storage.from("reports").upload("a.txt", "a");
    await refused(storage.deleteBucket("reports"), "409", "ResourceNotEmpty");
    // The words that clients on the platform compare.
    expect((await storage.emptyBucket("reports")).data).toEqual({
      message: "Empty bucket has been queued. Completion may take up to an hour.",
    });
    expect((await storage.deleteBucket("reports")).error).toBeNull();
    await refused(storage.getBucket("reports"), "404", "NoSuchBucket");
  });

  test("are inaccessible to people, for whom there is no policy", async () => {
    const { client } = await world.person();
    await refused(client.storage.createBucket("mine"), ...DENIED);
    expect((await client.storage.listBuckets()).data).toEqual([]);
    for (const change of [
      client.storage.updateBucket("open", { public: false }),
      client.storage.emptyBucket("open"),
      client.storage.deleteBucket("open"),
    ])
      await refused(change, "404", "NoSuchBucket");
    expect((await world.admin.storage.getBucket("open")).data?.public).toBe(true);
  });
});
