import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { faultOf } from "#domain/site/faults.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** A file of which only a part arrived is refused wherever people upload one, with a sentence that says so. */
const world = testWorld();

const noise = () =>
  sharp({
    create: {
      width: 120,
      height: 90,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
const box = (name: string, content: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(name, 4, "latin1");
  return Buffer.concat([head, content]);
};
const film = (...boxes: Buffer[]) =>
  Buffer.concat([box("ftyp", Buffer.from("isom\0\0\0\x01isommp41", "latin1")), ...boxes]);
const [MOOV, MDAT] = [box("moov", Buffer.alloc(300)), box("mdat", Buffer.alloc(4000, 7))];

const FILES: Record<string, { type: string; make: () => Promise<Buffer> }> = {
  jpeg: { type: "image/jpeg", make: () => noise().jpeg().toBuffer() },
  "progressive jpeg": {
    type: "image/jpeg",
    make: () => noise().jpeg({ progressive: true }).toBuffer(),
  },
  "jpeg of a camera": {
    type: "image/jpeg",
    make: () =>
      noise()
        .withExif({ IFD0: { Model: "Camera" } })
        .jpeg()
        .toBuffer(),
  },
  png: { type: "image/png", make: () => noise().png().toBuffer() },
  "interlaced png": {
    type: "image/png",
    make: () => noise().png({ progressive: true }).toBuffer(),
  },
  "png with a comment": {
    type: "image/png",
    make: () =>
      noise()
        .withExif({ IFD0: { Artist: "A" } })
        .png({ progressive: true })
        .toBuffer(),
  },
  webp: { type: "image/webp", make: () => noise().webp().toBuffer() },
  "film to be played while it loads": { type: "video/mp4", make: async () => film(MOOV, MDAT) },
  "film whose index is last": { type: "video/mp4", make: async () => film(MDAT, MOOV) },
};

const hash = () => `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll("-", "");
/** Each bucket, who writes to it, where, and what it is for. */
const BUCKETS = {
  avatars: ["member", (id: string) => `${id}/avatar.jpg`, /^image.(jpeg|png)$/],
  portfolio_media: ["member", (id: string) => `${id}/portfolio/${hash()}.jpg`, /./],
  pictures: ["seeker", (id: string) => `${id}/${hash()}.jpg`, /^image/],
  enquiry_pictures: ["seeker", (id: string) => `${id}/${hash()}.jpg`, /^image/],
  business_logos: ["admin", () => `providers/${hash()}.jpg`, /^image/],
} as const;

const cases = Object.entries(BUCKETS).flatMap(([bucket, [who, pathOf, types]]) =>
  Object.entries(FILES)
    .filter(([, { type }]) => types.test(type))
    .map(([kind, { type, make }]) => ({ bucket, who, pathOf, kind, type, make })),
);

describe.each(cases)("a $kind in $bucket", ({ bucket, who, pathOf, type, make }) => {
  const put = async (bytes: Buffer) => {
    const { id, client } = world.people[who];
    const { error } = await client.storage
      .from(bucket)
      .upload(pathOf(id), bytes, { contentType: type, upsert: bucket === "avatars" });
    return error;
  };

  it("is accepted whole", async () => {
    expect(await put(await make())).toBeNull();
  });

  it("is refused in part, and says so", async () => {
    const whole = await make();
    for (const part of [0.3, 0.5, 0.95]) {
      const error = await put(whole.subarray(0, Math.floor(whole.length * part)));
      const words = "The file is incomplete or damaged. Please choose the original file.";
      expect([part, error?.message]).toEqual([part, words]);
      expect(faultOf(error, "Failed")).toEqual({ kind: "refused", message: words });
    }
  });

  it("is refused empty, and says so", async () => {
    const error = await put(Buffer.alloc(0));
    expect(faultOf(error, "Failed").message).toBe("The file is empty. Please choose another one.");
  });
});

it("by a signed address as well", async () => {
  const { id, client } = world.people.seeker;
  const pictures = client.storage.from("pictures");
  const path = BUCKETS.pictures[1](id);
  const { data } = await pictures.createSignedUploadUrl(path);
  const whole = await FILES.jpeg?.make();
  const half = new Blob([new Uint8Array(whole?.subarray(0, 2_000) ?? [])], { type: "image/jpeg" });
  const { error } = await pictures.uploadToSignedUrl(path, data?.token ?? "", half);
  expect(error?.message).toMatch(/^The file is incomplete/);
});
