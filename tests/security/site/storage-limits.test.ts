import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { allowed } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { accountIn, signInAt } from "#tests/security/two-step-people.ts";

const world = testWorld();
let picture: Buffer;
beforeAll(async () => {
  const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: "#c2410c" } });
  picture = await plain.png().toBuffer();
});

const PNG = { contentType: "image/png" };
const statusOf = (error: unknown) =>
  error ? Number((error as { statusCode?: string }).statusCode) : 200;

describe("avatars", () => {
  it("are four per account at most, also when they arrive at once, and can be replaced", async () => {
    const { id } = world.people.seeker;
    const box = world.clientOf("seeker").storage.from("avatars");
    const names = Array.from({ length: 10 }, (_, index) => `${id}/${index}.png`);
    const outcomes = await Promise.all(names.map((name) => box.upload(name, picture, PNG)));
    const statuses = outcomes.map(({ error }) => statusOf(error));
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 413)).toHaveLength(6);
    const refused = outcomes.find(({ error }) => error);
    expect(refused?.error?.message).toBe(
      "You have reached the limit of 4 files. Remove one and try again.",
    );
    const [stored] = names.filter((_, index) => statuses[index] === 200);
    await allowed(box.upload(stored ?? "", picture, { ...PNG, upsert: true }));
    await allowed(box.remove([stored ?? ""]));
    await allowed(box.upload(`${id}/new.png`, picture, PNG));
    // Nobody else's are counted.
    const other = world.people.rival.id;
    const rival = world.clientOf("rival").storage.from("avatars");
    await allowed(rival.upload(`${other}/1.png`, picture, PNG));
  });

  it("of a small file's size are bounded in bytes, too", async () => {
    const { id } = world.people.plain;
    await world.sql(
      `insert into storage.objects (bucket_id, name, metadata)
       values ('avatars', $1, '{"size": 8388600}')`,
      [`${id}/large.png`],
    );
    const box = world.clientOf("plain").storage.from("avatars");
    const { error } = await box.upload(`${id}/small.png`, picture, PNG);
    expect([statusOf(error), error?.message]).toEqual([
      413,
      "You have used all your storage space. Remove a file and try again.",
    ]);
  });
});

describe("an upload address that was signed earlier", () => {
  it.each([
    ["the session has ended", "delete from auth.sessions where user_id = $1"],
    ["the account is deactivated", "update public.profiles set is_active = false where id = $1"],
  ])("is worth nothing once %s", async (_when, change) => {
    const name = `signer${change.length}`;
    const { id, email } = await accountIn(world, name, "client");
    const client = await signInAt(world, email);
    const box = client.storage.from("avatars");
    const [one, two] = [
      await box.createSignedUploadUrl(`${id}/1.png`),
      await box.createSignedUploadUrl(`${id}/2.png`),
    ];
    const use = async ({ data }: typeof one) => {
      const visitor = world.clientOf("visitor").storage.from("avatars");
      const { error } = await visitor.uploadToSignedUrl(
        data?.path ?? "",
        data?.token ?? "",
        picture,
        PNG,
      );
      return statusOf(error);
    };
    expect(await use(one)).toBe(200);
    await world.sql(change, [id]);
    expect(await use(two)).toBe(403);
    expect((await box.upload(`${id}/3.png`, picture, PNG)).error).not.toBeNull();
  });
});
