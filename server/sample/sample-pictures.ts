import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Log } from "supabase-compatible-backend/core";
import type { Database } from "supabase-compatible-backend/database";
import { type Gallery, galleries } from "#supabase/sample/gallery.ts";
import { idOf } from "#supabase/sample/seeded-random.ts";

/** The row of `_backend.state` that lists, as JSON, the ids of people whose pictures are missing. */
export const PICTURES_MARKER = "sample_pictures";

/** People whom the load leaves for later: everybody with pictures, in the order of the directory's page. */
export const awaitingPictures = (): string[] =>
  [...galleries.values()]
    .toSorted((a, b) => a.person.joined - b.person.joined)
    .map(({ person }) => person.id);

/**
 * Stores a file of its owner and returns its public address. It must replace an existing file: an
 * interrupted start leaves some.
 */
export type Upload = (
  bucket: string,
  path: string,
  bytes: Uint8Array,
  type: string,
  ownerId: string,
) => Promise<string>;

/** People at once. */
const AT_ONCE = 2;

interface WorkSample {
  id: string;
  title: string;
  media: { id: string; url: string; type: "image"; filename: string }[];
}

const filename = (title: string): string =>
  `${title
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}.webp`;

const uploadAvatar = async (
  { person, avatar }: Gallery,
  upload: Upload,
): Promise<string | null> => {
  if (!avatar) return null;
  const bytes = await readFile(avatar.file);
  const address = await upload("avatars", `${person.id}/avatar.png`, bytes, "image/png", person.id);
  return `${address}?v=${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}`;
};

const uploadWork = async ({ person, work }: Gallery, upload: Upload): Promise<WorkSample[]> => {
  const samples: WorkSample[] = [];
  for (const { title, file } of work) {
    const id = idOf("work", person.key, title);
    const bytes = await readFile(file);
    const url = await upload(
      "portfolio_media",
      `${person.id}/portfolio/${id}.webp`,
      bytes,
      "image/webp",
      person.id,
    );
    const media = [
      { id: idOf("media", id), url, type: "image" as const, filename: filename(title) },
    ];
    samples.push({ id, title, media });
  }
  return samples;
};

/** Sets the pictures if the person has none, and removes the person from the list, in one statement. */
const hang = (db: Database, id: string, avatar: string | null, work: WorkSample[]): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.query(
      `update public.profiles set profile_image_url = coalesce(profile_image_url, $2),
         work_samples = case when work_samples = '[]' then $3::jsonb else work_samples end
       where id = $1`,
      [id, avatar, JSON.stringify(work)],
    );
    await tx.query("update _backend.state set value = (value::jsonb - $2)::text where key = $1", [
      PICTURES_MARKER,
      id,
    ]);
  });

interface UploadPicturesOptions {
  /** Connected as the owner of the schemas. */
  db: Database;
  upload: Upload;
  log: Log;
  /** Stops after the current people; the next start continues. */
  signal?: AbortSignal;
}

/**
 * Uploads the pictures that the sample still misses; gives for how many people. Call it
 * when the site already listens. An upload that fails is logged, and tried again by the next start.
 */
export const uploadSamplePictures = async ({
  db,
  upload,
  log,
  signal,
}: UploadPicturesOptions): Promise<number> => {
  const [state] = await db.query<{ value: string }>(
    "select value from _backend.state where key = $1",
    [PICTURES_MARKER],
  );
  const waiting = state ? (JSON.parse(state.value) as string[]) : [];
  if (waiting.length === 0) return 0;
  const startedAt = performance.now();
  let people = 0;
  const uploader = async (): Promise<void> => {
    for (let id = waiting.shift(); id && !signal?.aborted; id = waiting.shift()) {
      const gallery = galleries.get(id);
      try {
        const avatar = gallery ? await uploadAvatar(gallery, upload) : null;
        await hang(db, id, avatar, gallery ? await uploadWork(gallery, upload) : []);
        people += 1;
      } catch (error) {
        if (!signal?.aborted)
          log.warn("sample.picture_failed", { person: gallery?.person.key, error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, uploader));
  log.info("sample.pictures_uploaded", {
    people,
    milliseconds: Math.round(performance.now() - startedAt),
  });
  return people;
};
