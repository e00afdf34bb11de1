import sharp from "sharp";
import { beforeEach, expect, it } from "vitest";
import { hireActs } from "#tests/security/feedback/hires-acts.ts";
import { allowed, type Name, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Pictures that others have read, on quotes, jobs, reviews and in messages, are never others afterwards. */
const world = testWorld();
const acts = hireActs(() => world);
const { own, idOf } = acts;
beforeEach(async () => {
  await acts.clear();
  await own("delete from storage.objects");
});

const draw = (background: string) =>
  sharp({ create: { width: 9, height: 9, channels: 3, background } })
    .png()
    .toBuffer();
const TYPE = { contentType: "image/png" };
const filesOf = (who: Name, bucket: string) => world.people[who].client.storage.from(bucket);
const shelf = (bucket: string, kind = "public") => `/storage/v1/object/${kind}/${bucket}/`;
const stored = async (bucket: string, name: string) =>
  Buffer.from(
    await ((await world.service.storage.from(bucket).download(name)).data as Blob).arrayBuffer(),
  );
const says = ({ error }: { error: { message: string } | null }) => error?.message ?? "let in";
const REFUSED = /row-level security/;

it("a quote's picture is not replaced, moved away or uploaded anew, before or after it is accepted", async () => {
  const [red, blue] = [await draw("red"), await draw("blue")];
  const name = `${idOf("member")}/portfolio/q.png`;
  const files = filesOf("member", "portfolio_media");
  const early = await files.createSignedUploadUrl(name);
  expect(says(await files.upload(name, red, TYPE))).toBe("let in");
  // Until it is sent, it is the provider's own affair.
  expect(says(await files.update(name, red, TYPE))).toBe("let in");
  const job = await acts.post();
  await rows(acts.send("member", job, { pictures: [shelf("portfolio_media") + name] }));
  const before = await stored("portfolio_media", name);
  const attempts = async () => {
    expect(says(await files.update(name, blue, TYPE))).toMatch(REFUSED);
    expect(says(await files.upload(name, blue, { ...TYPE, upsert: true }))).toMatch(REFUSED);
    expect(says(await files.upload(name, blue, TYPE))).toMatch(/exists/);
    const elsewhere = name.replace("q.png", "z.png");
    expect(says(await files.move(name, elsewhere))).not.toBe("let in");
    expect(await stored("portfolio_media", name)).toEqual(before);
  };
  await attempts();
  await rows(acts.accept("seeker", job, "member"));
  await attempts();
  expect(says(await files.remove([name]))).toBe("let in");
  expect(says(await files.upload(name, blue, TYPE))).toMatch(REFUSED);
  const signed = await files.createSignedUploadUrl(name);
  expect(says(signed)).toMatch(REFUSED);
  const { token = "" } = early.data ?? {};
  expect(token).not.toBe("");
  expect(says(await files.uploadToSignedUrl(name, token, blue, TYPE))).toMatch(REFUSED);
  expect((await world.service.storage.from("portfolio_media").download(name)).error).not.toBeNull();
  await own("delete from public.job_quotes");
  expect(says(await files.upload(name, blue, TYPE))).toBe("let in");
});

it.each([
  ["job", "pictures"],
  ["review", "pictures"],
  ["message", "enquiry_pictures"],
] as const)("a picture of a %s does not become another under its name", async (where, bucket) => {
  const [red, blue] = [await draw("red"), await draw("blue")];
  // No hash of either: only the site names a file by its content.
  const name = `${idOf("seeker")}/${"a".repeat(64)}.png`;
  const files = filesOf("seeker", bucket);
  expect(says(await files.upload(name, red, TYPE))).toBe("let in");
  const pictures = [shelf(bucket, where === "message" ? "authenticated" : "public") + name];
  if (where === "job") await acts.post({ pictures });
  else if (where === "review") await acts.give("seeker", { pictures });
  else {
    const enquiry = { provider_id: idOf("member"), subject: "A fence", message: "This one" };
    const sent = world.rpc("seeker", "send_enquiry", { ...enquiry, pictures });
    await allowed(sent);
  }
  expect(says(await files.upload(name, blue, { ...TYPE, upsert: true }))).toMatch(REFUSED);
  expect(says(await files.upload(name, blue, TYPE)), "a second use of it").toMatch(/exists/);
  expect(says(await files.remove([name]))).toBe("let in");
  expect(says(await files.upload(name, blue, TYPE))).toMatch(REFUSED);
});

it("an avatar and a portfolio's picture may still be replaced", async () => {
  const [red, blue] = [await draw("red"), await draw("blue")];
  for (const [bucket, name] of [
    ["avatars", `${idOf("member")}/avatar.png`],
    ["portfolio_media", `${idOf("member")}/portfolio/p.png`],
  ] as const) {
    const files = filesOf("member", bucket);
    expect(says(await files.upload(name, red, { ...TYPE, upsert: true }))).toBe("let in");
    expect(says(await files.upload(name, blue, { ...TYPE, upsert: true }))).toBe("let in");
  }
});
