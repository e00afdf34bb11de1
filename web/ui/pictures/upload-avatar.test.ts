import { expect, it, vi } from "vitest";
import { OUR_FAULT } from "#domain/site/messages.ts";
import { queryOf } from "#tests/query.ts";
import type { Db } from "#web/session/database.ts";
import { uploadAvatar } from "./upload-avatar.ts";

vi.mock("#web/session/session.ts", () => ({ refreshSession: async () => ({}) }));
Object.assign(globalThis, { window: { location: { origin: "http://site.example" } } });

/** Uploads with these responses; `calls` records the requests. */
const attempt = (file: File, responses: { upload?: unknown; update?: object } = {}) => {
  const calls: unknown[] = [];
  const db = {
    storage: {
      from: (bucket: string) => ({
        upload: async (path: string, _file: File, options: object) => {
          calls.push([bucket, path, options]);
          return responses.upload ?? { error: null };
        },
        getPublicUrl: (path: string) => ({
          data: { publicUrl: `http://site.example/storage/${path}` },
        }),
        remove: async (paths: string[]) => calls.push(["remove", paths]),
      }),
    },
    from: () => ({
      update: (values: { profile_image_url: string }) => ({
        eq: () => ({
          select: () => {
            calls.push(Object.keys(values), values.profile_image_url.replace(/\d+$/, ""));
            return queryOf(responses.update ?? { data: [{ id: "one" }] });
          },
        }),
      }),
    }),
  } as unknown as Db;
  return { calls, done: uploadAvatar(db, file, "one") };
};
const refused = (done: Promise<unknown>, title: string, message: string) =>
  expect(done).rejects.toMatchObject({ title, message });
const picture = (type: string, size = 10) => new File([new Uint8Array(size)], "me", { type });

it("takes PNG and JPEG of two megabytes at most, and sends nothing for any other", async () => {
  for (const type of ["image/gif", "image/svg+xml", "", "text/html"]) {
    const { calls, done } = attempt(picture(type));
    await refused(done, "Invalid file type", "Please upload a PNG, JPG, or JPEG image.");
    expect(calls).toEqual([]);
  }
  const large = attempt(picture("image/png", 2 * 1024 * 1024 + 1));
  await refused(large.done, "File too large", "Please upload an image smaller than 2MB.");
  expect(large.calls).toEqual([]);
  const empty = attempt(picture("image/jpeg", 0));
  await refused(empty.done, "File is empty", "Please choose another image.");
  expect(empty.calls).toEqual([]);
  await attempt(picture("image/png", 2 * 1024 * 1024)).done;
});

it("puts it at the account's own path, for an hour, and only then on the profile", async () => {
  const { calls, done } = attempt(picture("image/jpeg"));
  await done;
  expect(calls).toEqual([
    [
      "avatars",
      "one/avatar.jpg",
      { upsert: true, cacheControl: "3600", contentType: "image/jpeg" },
    ],
    ["profile_image_url"],
    "/storage/one/avatar.jpg?v=",
    ["remove", ["one/avatar.png"]],
  ]);
});

it("reports which half failed", async () => {
  const error = { message: "x", status: 400 };
  const upload = attempt(picture("image/png"), { upload: { error } });
  await refused(upload.done, "Upload failed", "There was an error uploading your profile picture.");
  expect(upload.calls).toHaveLength(1);
  const full = "You have reached the limit of 4 files. Remove one and try again.";
  const quota = { error: { message: full, status: 400, statusCode: "413" } };
  await refused(attempt(picture("image/png"), { upload: quota }).done, "Upload failed", full);
  await refused(
    attempt(picture("image/png"), { update: { error } }).done,
    "Upload failed",
    "Failed to update profile image",
  );
  for (const half of ["upload", "update"])
    await refused(
      attempt(picture("image/png"), { [half]: { error: { message: "x", status: 503 } } }).done,
      "Upload failed",
      OUR_FAULT,
    );
  // With an ended session no row changes, and the database reports success.
  const nothing = attempt(picture("image/png"), { update: { data: [], error: null } });
  await expect(nothing.done).rejects.toMatchObject({ message: "Failed to update profile image" });
});
