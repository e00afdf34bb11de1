// 'Download my data' (P-19): a zip of all data of the caller's own account, streamed.
import type { HeldData } from "#domain/accounts/results.ts";
import { dayOf } from "#domain/values/dates.ts";
import { requireProvenCaller } from "../_shared/caller.ts";
import { asService } from "../_shared/database.ts";
import { required } from "../_shared/environment.ts";
import { Refusal } from "../_shared/errors.ts";
import { posted, streamed } from "../_shared/http.ts";
import { siteBrand } from "../_shared/site-brand.ts";
import { pageOf } from "./page.ts";
import { type Entry, zipOf } from "./zip.ts";

const encoder = new TextEncoder();

/** A file of the storage service as a stream; one deleted meanwhile is left out. */
const openFile = async (
  bucket: string,
  name: string,
): Promise<ReadableStream<Uint8Array> | null> => {
  const path = [bucket, ...name.split("/")].map(encodeURIComponent).join("/");
  const key = required("SUPABASE_SERVICE_ROLE_KEY");
  const response = await fetch(`${required("SUPABASE_URL")}/storage/v1/object/${path}`, {
    headers: { authorization: `Bearer ${key}`, apikey: key },
  });
  if (response.ok) return response.body;
  const body = await response.text();
  // The platform refuses everything with status 400, and the body has the status that is meant.
  const isMissing = response.status === 400 && /"statusCode":\s*"404"/.test(body);
  if (response.status === 404 || isMissing) return null;
  throw new Error(`The storage service answered ${response.status}`);
};

const entriesOf = (held: HeldData, nameOfSite: string, madeAt: string): Entry[] => {
  const facts = Object.fromEntries(held.parts.map(({ name, rows }) => [name, rows]));
  const text = JSON.stringify({ made_at: madeAt, ...facts }, null, 2);
  return [
    { name: "index.html", bytes: encoder.encode(pageOf(held, nameOfSite, madeAt)) },
    { name: "data.json", bytes: encoder.encode(text) },
    ...held.files.map(({ bucket, name }) => ({
      name: `files/${bucket}/${name}`,
      open: () => openFile(bucket, name),
    })),
  ];
};

Deno.serve(
  posted("export-account", async (request) => {
    const { id } = await requireProvenCaller(request);
    const db = asService();
    const { data, error } = await db.rpc("export_account", { p_user: id });
    if (error) throw new Refusal("export_failed", { cause: error });
    const madeAt = new Date().toISOString();
    const entries = entriesOf(data, (await siteBrand(db)).name, madeAt);
    const written = entries.reduce((sum, { bytes }) => sum + (bytes?.byteLength ?? 0), 0);
    const size = data.files.reduce((sum, file) => sum + file.size, written);
    return streamed(zipOf(entries), {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="my-data-${dayOf(madeAt)}.zip"`,
      // The approximate size: the contents of the zip, without its own structure.
      "x-export-size": String(size),
    });
  }),
);
