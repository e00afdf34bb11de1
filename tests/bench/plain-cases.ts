import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import { type Case, writing } from "./case.ts";
import { asOwner } from "./site.ts";
import * as sql from "./sql.ts";
import type { World } from "./world.ts";

/** The least that each service can do: a row, a function, a file. */

const MEGABYTE = 1_048_576;
const FILE = Buffer.from(randomBytes(MEGABYTE).toString("base64").slice(0, MEGABYTE));
const DOWNLOADED = "bench/downloaded";

const SETUP = `
  create table public.bench_notes (
    id bigint generated always as identity primary key,
    owner uuid not null,
    note text not null);
  alter table public.bench_notes enable row level security;
  grant select, insert on public.bench_notes to authenticated;
  create policy "People write what is theirs" on public.bench_notes
    for insert to authenticated with check (owner = (select auth.uid()));
  create function public.bench_add(a integer, b integer) returns integer
    language sql stable return a + b;
  grant execute on function public.bench_add to anon;
  insert into storage.buckets (id, name, public) values ('bench', 'bench', true);
  create policy "People put files into the bench" on storage.objects
    for insert to authenticated with check (bucket_id = 'bench');
  notify pgrst, 'reload schema'`;

const upload = (world: World, key: string) => ({
  method: "POST" as const,
  path: `/storage/v1/object/${key}`,
  headers: {
    apikey: world.anonKey,
    authorization: `Bearer ${world.signedIn[0]?.token}`,
    "content-type": "application/octet-stream",
  },
  body: FILE,
});

/** Makes what these rows request, and waits until the data service knows it. */
export const preparePlain = async (world: World): Promise<void> => {
  await asOwner(world.socket, (owner) => owner.query(SETUP));
  const url = `http://127.0.0.1:${world.port}`;
  const headers = { apikey: world.anonKey };
  const until = performance.now() + 30_000;
  for (let known = false; !known; ) {
    const response = await fetch(`${url}/rest/v1/rpc/bench_add?a=1&b=2`, { headers });
    const text = await response.text();
    known = response.ok;
    if (!known && performance.now() > until) throw new Error(`Schema not read anew: ${text}`);
  }
  const { path: address, body, ...init } = upload(world, DOWNLOADED);
  const response = await fetch(url + address, { ...init, body });
  if (!response.ok)
    throw new Error(`An upload answered ${response.status}: ${await response.text()}`);
};

/** Takes away the notes that were written. */
export const UNDO_NOTES = "truncate public.bench_notes";

/**
 * A file as durable as storage makes it: written under another name, synced, renamed, and its new name
 * synced too.
 */
const toDisk = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, `${randomUUID()}.part`);
  const file = await open(draft, "wx");
  await file.writeFile(FILE);
  await file.sync();
  await file.close();
  await rename(draft, draft.slice(0, -".part".length));
  const names = await open(folder, "r");
  await names.sync();
  await names.close();
};

export const plainCases = (world: World): Case[] => {
  const anon = { apikey: world.anonKey };
  const folder = path.join(world.dataDir, "bench-disk");
  const person = (n: number) => world.signedIn[n % world.signedIn.length];
  const note = (n: number) => ({ owner: person(n)?.id, note: `The ${n}th of them, and no other` });
  return [
    writing(world, "insert: signed in, one row of a small table", person, {
      path: "bench_notes",
      body: note,
      straight: sql.insertNote,
    }),
    {
      name: "rpc: a function that adds two numbers",
      connections: 32,
      requests: (n) => [{ path: `/rest/v1/rpc/bench_add?a=${n}&b=2`, headers: anon }],
      straight: (n) => [[...sql.asVisitor(world.anonKey), sql.add(n, 2)]],
      same: true,
    },
    {
      name: "upload: 1 MB, signed in",
      connections: 8,
      requests: () => [upload(world, `bench/${randomUUID()}`)],
      straight: () => () => toDisk(folder),
      bare: { cachesIn: folder },
      same: false,
    },
    {
      name: "download: 1 MB, public",
      connections: 8,
      requests: () => [{ path: `/storage/v1/object/public/${DOWNLOADED}` }],
      straight: null,
      same: false,
    },
  ];
};
