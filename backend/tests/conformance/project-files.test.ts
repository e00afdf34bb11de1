import { symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { officialClient } from "#backend/tests/official-client.ts";
import { perFile } from "#backend/tests/per-file.ts";

const CONFIG = `
project_id = "seeded"
[storage.buckets.papers]
public = true
file_size_limit = "1KiB"
allowed_mime_types = ["text/plain", "text/css"]
objects_path = "./papers"
[edge_runtime.secrets]
GREETING = "hello"
SUPABASE_URL = "http://elsewhere.example"
`;

const home = newFolder("seeded-");
writeFiles(home, {
  "supabase/config.toml": CONFIG,
  "supabase/papers/a.txt": "first",
  "supabase/papers/deep/two words & more.css": "a{}",
  "supabase/papers/big.txt": "x".repeat(2000),
  "supabase/papers/page.html": "<p>",
  "supabase/functions/greet/index.ts":
    'Deno.serve(() => new Response(JSON.stringify([Deno.env.get("GREETING"), Deno.env.get("SUPABASE_URL")]), { headers: { "content-type": "application/json" } }));',
  "secret.txt": "not of the project",
  "outside/also.txt": "nor this",
});
symlinkSync(path.join(home, "secret.txt"), path.join(home, "supabase/papers/link.txt"));
symlinkSync(path.join(home, "outside"), path.join(home, "supabase/papers/folder"));
const backend = perFile(() => startTestBackend({ project: home }));

it("a bucket's folder is uploaded at the start, as far as the bucket allows", async () => {
  const papers = officialClient(backend.url, backend.keys.anon).storage.from("papers");
  const names = await backend.db.query("select name from storage.objects order by name");
  expect(names).toEqual([{ name: "a.txt" }, { name: "deep/two words & more.css" }]);
  const get = (name: string) => fetch(papers.getPublicUrl(name).data.publicUrl);
  expect(await (await get("a.txt")).text()).toBe("first");
  const css = await get("deep/two words & more.css");
  expect(css.headers.get("content-type")).toMatch(/^text\/css/);
  expect(await css.text()).toBe("a{}");
});

it("variables of config.toml reach functions, and change none of the backend's own", async () => {
  const { functions } = officialClient(backend.url, backend.keys.anon);
  expect((await functions.invoke("greet")).data).toEqual(["hello", backend.url]);
});
