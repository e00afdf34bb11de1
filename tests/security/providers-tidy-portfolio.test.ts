import { expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startFunctions } from "#tests/functions.ts";

const functions = perFile(startFunctions);

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

it("removes the files that no item shows, for the service alone", async () => {
  const { db } = functions.backend;
  const person = await functions.person("provider", "painter");
  await db.query(
    `insert into public.subscribers (user_id, email, subscribed, subscription_tier, subscription_end)
     values ($1, $2, true, 'yearly', now() + interval '1 year')`,
    [person.id, person.email],
  );
  const bucket = person.client.storage.from("portfolio_media");
  const paths = ["1-0.png", "2-0.png"].map((file) => `${person.id}/portfolio/${file}`);
  for (const path of paths) {
    expect(await bucket.upload(path, PICTURE, { contentType: "image/png" })).toMatchObject({
      error: null,
    });
  }
  const portfolio = {
    id: "1",
    media: [{ type: "image", url: `/storage/v1/object/public/portfolio_media/${paths[0]}` }],
  };
  const saved = await person.client
    .from("profiles")
    .update({ work_samples: [portfolio] })
    .eq("id", person.id);
  expect(saved.error).toBeNull();
  await db.query("update storage.objects set created_at = now() - interval '2 days'");

  const fetchFile = (key: string) =>
    functions.call("tidy-portfolio", { headers: { authorization: `Bearer ${key}` } });
  for (const key of [person.token, functions.backend.keys.anon, "x"]) {
    expect((await fetchFile(key)).status).toBeGreaterThanOrEqual(401);
  }
  const service = functions.env.SUPABASE_SERVICE_ROLE_KEY ?? "";
  expect(await (await fetchFile(service)).json()).toEqual({ removed: 1 });
  expect(await (await fetchFile(service)).json()).toEqual({ removed: 0 });
  const left = await db.query<{ name: string }>("select name from storage.objects");
  expect(left.map(({ name }) => name)).toEqual([paths[0]]);
});
