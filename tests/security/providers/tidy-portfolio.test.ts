import { expect, it } from "vitest";
import { allowed } from "#tests/security/people.ts";
import { PIXEL } from "#tests/security/picture-acts.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

const functions = testFunctions();

it("removes the files that no item shows", async () => {
  const { db } = functions.backend;
  const person = await functions.person("provider", "painter");
  await functions.join(person);
  const bucket = person.client.storage.from("portfolio_media");
  const paths = ["1-0.png", "2-0.png"].map((file) => `${person.id}/portfolio/${file}`);
  for (const path of paths) await allowed(bucket.upload(path, PIXEL, { contentType: "image/png" }));
  const portfolio = {
    id: "1",
    media: [{ type: "image", url: `/storage/v1/object/public/portfolio_media/${paths[0]}` }],
  };
  const saved = person.client.from("profiles").update({ work_samples: [portfolio] });
  await allowed(saved.eq("id", person.id));
  await db.query("update storage.objects set created_at = now() - interval '2 days'");

  expect(await functions.asServer("tidy-portfolio")).toEqual({ removed: 1 });
  expect(await functions.asServer("tidy-portfolio")).toEqual({ removed: 0 });
  const left = await db.query<{ name: string }>("select name from storage.objects");
  expect(left.map(({ name }) => name)).toEqual([paths[0]]);
});

it("removes the pictures of accounts that are gone, and of providers that were never made", async () => {
  const { db } = functions.backend;
  const present = await functions.person("provider", "present");
  const deleted = await functions.person("provider", "deleted");
  const put = async (bucket: string, name: string) => {
    const options = { contentType: "image/png" };
    const { error } = await functions.service.storage.from(bucket).upload(name, PIXEL, options);
    expect(error).toBeNull();
    return `/storage/v1/object/public/${bucket}/${name}`;
  };
  const show = (person: { id: string }, address: string) =>
    functions.setProfile(person, "profile_image_url = $2", address);
  await show(present, await put("avatars", `${present.id}/1.png`));
  await show(deleted, await put("avatars", `${deleted.id}/1.png`));
  const given = await functions.person("provider", "given");
  await show(given, await put("business_logos", "providers/given-1.png"));
  await put("business_logos", "providers/lost-1.png");
  await put("business_logos", "site/logo-1.png");
  await db.query("delete from auth.users where id = $1", [deleted.id]);
  await db.query("update storage.objects set created_at = now() - interval '2 days'");

  expect(await functions.asServer("tidy-portfolio")).toEqual({ removed: 2 });
  const left = await db.query<{ name: string }>(
    "select name from storage.objects where bucket_id in ('avatars', 'business_logos') order by name",
  );
  expect(left.map(({ name }) => name)).toEqual(
    [`${present.id}/1.png`, "providers/given-1.png", "site/logo-1.png"].toSorted(),
  );
});
