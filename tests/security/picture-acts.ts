import { createHash } from "node:crypto";
import sharp from "sharp";
import { dataOf, type Name, type Who, type World } from "./people.ts";

/** One pixel. */
export const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A small picture, of each shade another. */
export const draw = (shade: number) =>
  sharp({
    create: { width: 30, height: 20, channels: 3, background: { r: shade * 20, g: 0, b: 0 } },
  }).jpeg();

/** What people do with the pictures of a bucket, each named by the hash of its content. */
export const pictureActs = (world: () => World, bucket: string, shelf: string) => {
  const bucketOf = (who: Who) => world().clientOf(who).storage.from(bucket);
  const nameOf = (who: Name, bytes: Buffer) =>
    `${world().people[who].id}/${createHash("sha256").update(bytes).digest("hex")}.jpg`;
  const put = (who: Who, name: string, bytes: Buffer, more = {}) =>
    bucketOf(who).upload(name, bytes, { contentType: "image/jpeg", ...more });
  return {
    bucketOf,
    nameOf,
    put,
    /** Gives the address. */
    upload: async (who: Name, shade: number) => {
      const bytes = await draw(shade).toBuffer();
      await dataOf(put(who, nameOf(who, bytes), bytes));
      return shelf + nameOf(who, bytes);
    },
    /** No picture is left, nor what shows one. */
    clear: () =>
      world().sql(
        "delete from public.reports; delete from public.feedback; delete from public.jobs; delete from public.enquiries; delete from public.enquiry_blocks; delete from storage.objects; delete from private.hidden_pictures; delete from notify.notices",
      ),
    /** Two days pass for every file. */
    age: () => world().sql("update storage.objects set created_at = now() - interval '2 days'"),
    unused: async () =>
      (await world().sql("select name from public.unused_files()")).map(({ name }) => name),
  };
};
