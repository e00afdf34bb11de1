import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { NOT_FOUND, png, refusal, refused, startStorageWorld, TOO_LARGE } from "./storage-world.ts";

const world = perFile(startStorageWorld);
const ada = perFile(() => world.person());

const get = async (address: string, headers = {}) => {
  const response = await fetch(address, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
};

/** A picture with everything a phone writes into one: camera, place, author, and lying on its side. */
const photo = (format: "jpeg" | "png" | "webp") =>
  sharp({ create: { width: 60, height: 30, channels: 3, background: "#14532d" } })
    .withExif({
      IFD0: { Artist: "Somebody Known", Make: "Camera Works" },
      IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" },
    })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'><place>Home Street</place></x:xmpmeta>")
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();

describe("an uploaded picture", () => {
  test("loses its metadata and keeps its orientation", async () => {
    const box = ada.client.storage.from("pictures");
    for (const format of ["jpeg", "png", "webp"] as const) {
      const bytes = await photo(format);
      expect((await sharp(bytes).metadata()).exif).toBeDefined();
      const contentType = `image/${format}`;
      const name = `${ada.id}/photo.${format}`;
      expect((await box.upload(name, bytes, { contentType })).error, format).toBeNull();
      const { data } = await box.download(name);
      const stored = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
      const facts = await sharp(stored).metadata();
      expect(facts, format).toMatchObject({ format, width: 30, height: 60 });
      expect([facts.exif, facts.xmp, facts.iptc]).toEqual([undefined, undefined, undefined]);
      expect(stored.includes("Somebody Known") || stored.includes("Home Street")).toBe(false);
      expect((await box.info(name)).data?.size).toBe(stored.length);
    }
  });

  test("keeps its harmless name, and is served with its real type", async () => {
    const box = ada.client.storage.from("open");
    const bytes = await sharp(await png())
      .jpeg()
      .toBuffer();
    expect((await box.upload(`${ada.id}/untold.jpg`, bytes)).error).toBeNull();
    const { data } = await box.download(`${ada.id}/untold.jpg`);
    expect(data?.type).toBe("text/plain;charset=utf-8");
    const small = await box.download(`${ada.id}/untold.jpg`, { transform: { width: 2 } });
    expect([small.error, small.data?.type]).toEqual([null, "image/jpeg"]);
    await box.upload(`${ada.id}/words.txt`, "words");
    const words = await box.download(`${ada.id}/words.txt`, { transform: { width: 2 } });
    expect(words.error).not.toBeNull();

    const other = await box.upload(`${ada.id}/other.png`, bytes, { contentType: "image/png" });
    expect(other.error).toBeNull();
    expect((await box.info(`${ada.id}/other.png`)).data?.contentType).toBe("image/png");
    const listed = ada.client.storage.from("pictures");
    expect((await listed.upload(`${ada.id}/untold.jpg`, bytes)).error).toBeNull();
    expect((await listed.info(`${ada.id}/untold.jpg`)).data?.contentType).toBe("image/jpeg");
  });

  test("stays byte for byte the same when it has none", async () => {
    const box = ada.client.storage.from("pictures");
    const bytes = await sharp(await png())
      .jpeg({ quality: 60 })
      .toBuffer();
    await box.upload(`${ada.id}/plain.jpg`, bytes, { contentType: "image/jpg" });
    const { data } = await box.download(`${ada.id}/plain.jpg`);
    expect(await data?.bytes()).toEqual(new Uint8Array(bytes));
    expect(data?.type).toBe("image/jpeg");
  });
});

describe("a picture requested in a smaller size", () => {
  beforeAll(async () => {
    const pictures = ada.client.storage.from("pictures");
    const contentType = "image/png";
    const large = await png(400, 200);
    await pictures.upload(`${ada.id}/wide.png`, large, { contentType, cacheControl: "60" });
    await ada.box.upload(`${ada.id}/own.png`, large, { contentType });
    await pictures.upload(`${ada.id}/wide2.png`, await png(300, 200));
  });
  const wide = (transform: object) =>
    ada.client.storage.from("pictures").getPublicUrl(`${ada.id}/wide.png`, { transform }).data
      .publicUrl;

  test("is fitted, cut or stretched", async () => {
    const size = async (transform: object, accept = "image/webp,*/*") => {
      const { status, headers, bytes } = await get(wide(transform), { accept });
      expect(status).toBe(200);
      const { width, height, format } = await sharp(bytes).metadata();
      expect(headers.get("content-type")).toBe(`image/${format}`);
      return [width, height, format];
    };
    expect(await size({ width: 100, height: 100 })).toEqual([100, 100, "webp"]);
    expect(await size({ width: 100, height: 100, resize: "contain" })).toEqual([100, 50, "webp"]);
    expect(await size({ width: 100, height: 100, resize: "fill" })).toEqual([100, 100, "webp"]);
    expect(await size({ width: 100 })).toEqual([100, 50, "webp"]);
    expect(await size({ width: 100 }, "*/*")).toEqual([100, 50, "png"]);
    expect(await size({ width: 100, format: "origin" })).toEqual([100, 50, "png"]);
    expect(await size({ width: 0, height: 50 })).toEqual([100, 50, "webp"]);
    const { headers } = await get(wide({ width: 99_999 }));
    expect(headers.get("x-transformations")).toBe("width:2500,resizing_type:fill");
  });

  test("is cached, here and by the reader", async () => {
    const first = await get(wide({ width: 77 }));
    const made = world.files().filter((file) => file.includes("/images/") && file.includes("77_"));
    expect(made).toHaveLength(1);
    const second = await get(wide({ width: 77 }));
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(first.headers.get("cache-control")).toBe("max-age=60");
    expect(first.headers.get("vary")).toBe("accept");
    expect(first.headers.get("x-transformations")).toMatch(/^width:\d+,resizing_type:fill/);
    const etag = first.headers.get("etag") ?? "";
    expect((await get(wide({ width: 77 }), { "if-none-match": etag })).status).toBe(304);
    expect((await get(wide({ width: 78 }), { "if-none-match": etag })).status).toBe(200);
    // Deleted with the original.
    const box = ada.client.storage.from("pictures");
    const other = box.getPublicUrl(`${ada.id}/wide2.png`, { transform: { width: 79 } }).data;
    expect((await get(other.publicUrl)).status).toBe(200);
    const ofOther = () => world.files().filter((file) => file.includes("/79_"));
    expect(ofOther()).toHaveLength(1);
    await box.remove([`${ada.id}/wide2.png`]);
    await expect.poll(ofOther).toEqual([]);
    expect((await get(other.publicUrl)).status).toBe(400);
  });

  test("applies the same policies", async () => {
    const own = `${ada.id}/own.png`;
    const transform = { width: 50 };
    const { data } = await ada.box.download(own, { transform });
    expect((await sharp(await data?.arrayBuffer()).metadata()).width).toBe(50);
    const eve = await world.person();
    await refused(eve.box.download(own, { transform }), ...NOT_FOUND);
    const { publicUrl } = ada.box.getPublicUrl(own, { transform }).data;
    expect((await get(publicUrl)).status).toBe(400);
    const address = (await ada.box.createSignedUrl(own, 60, { transform })).data?.signedUrl ?? "";
    // The size is signed too.
    for (const url of [address, `${address}&width=200`])
      expect((await sharp((await get(url)).bytes).metadata()).width).toBe(50);
    const open = address.replace("/render/image/sign/", "/render/image/public/");
    expect((await get(open)).status).toBe(400);
  });

  test("is given as it is when it is a drawing, and never drawn in another format", async () => {
    const box = ada.client.storage.from("open");
    const drawing = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    await box.upload(`${ada.id}/v.svg`, drawing, { contentType: "image/svg+xml" });
    const transform = { width: 10 };
    const { publicUrl } = box.getPublicUrl(`${ada.id}/v.svg`, { transform }).data;
    const { status, headers, bytes } = await get(publicUrl, { accept: "image/webp,*/*" });
    const type = headers.get("content-type");
    expect([status, type, bytes.toString()]).toEqual([200, "image/svg+xml", drawing]);
    // What is in it cannot run.
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("content-disposition")).toContain("attachment");
    expect((await get(`${publicUrl}&format=webp`)).status).toBe(400);
  });

  test("is refused when it is no picture, or its size is beyond reason", async () => {
    const box = ada.client.storage.from("open");
    await box.upload(`${ada.id}/note.txt`, "text");
    const transform = { width: 10 };
    const { publicUrl } = box.getPublicUrl(`${ada.id}/note.txt`, { transform }).data;
    const { status, bytes } = await get(publicUrl);
    expect([status, JSON.parse(bytes.toString()).code]).toEqual([400, "InvalidRequest"]);
    const wrong = "width=-1 width=1.5 height=x quality=101 quality=1 resize=explode format=exe";
    const image = `render/image/public/pictures/${ada.id}/wide.png`;
    for (const query of wrong.split(" "))
      expect([query, (await get(world.at(`${image}?${query}`))).status]).toEqual([query, 400]);
  });

  test("does not unfold a bomb", async () => {
    const bomb = await sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: "#000" },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
    expect(bomb.length).toBeLessThan(200 * 1024);
    const box = ada.client.storage.from("pictures");
    const { error } = await box.upload(`${ada.id}/bomb.png`, bomb, { contentType: "image/png" });
    expect(refusal(error)).toEqual(TOO_LARGE);
    expect(error?.message).toBe("The picture has 81.0 megapixels, more than 50");
  });

  test("is made again once the service role purges its file, its bucket or everything", async () => {
    const name = `${ada.id}/wide.png`;
    const countPictures = () => world.files().filter((file) => file.includes("/images/")).length;
    const { storage } = world.admin;
    await storage.from("open").upload("elsewhere.png", await png());
    const elsewhere = () =>
      storage.from("open").download("elsewhere.png", { transform: { width: 5 } });
    const forgetting: [left: number, () => Promise<{ data: unknown; error: unknown }>][] = [
      [1, () => storage.from("pictures").purgeCache(name)],
      [1, () => storage.purgeBucketCache("pictures", { transformations: true })],
    ];
    const everything = (key: string) =>
      world.request("/storage/v1/cdn/", { method: "DELETE", headers: { apikey: key } });
    for (const [left, removeObject] of forgetting) {
      expect((await everything(world.keys.serviceRole)).status).toBe(200);
      expect(countPictures()).toBe(0);
      expect((await get(wide({ width: 77 }))).status).toBe(200);
      expect((await elsewhere()).error).toBeNull();
      expect(countPictures()).toBe(2);
      expect(await removeObject()).toEqual({ data: { message: "success" }, error: null });
      expect(countPictures()).toBe(left);
    }
    for (const { error } of [
      await ada.client.storage.from("pictures").purgeCache(name),
      await ada.client.storage.purgeBucketCache("open"),
    ])
      expect(error).toMatchObject({ status: 403, message: "Access denied" });
    expect((await everything(world.keys.anon)).status).toBe(403);
    expect(countPictures()).toBe(1);
  });

  test("is made once for many simultaneous requests", async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => get(wide({ width: 200 + (index % 3) }))),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(world.files().filter((file) => /\/20[012]_/.test(file))).toHaveLength(3);
  });
});
