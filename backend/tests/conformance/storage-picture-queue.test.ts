import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { png, refusal, startStorageWorld, TOO_LARGE } from "./storage-world.ts";

/* Pictures that take long to draw, and who else wants one meanwhile. */

const LARGE = { width: 7_000, height: 7_000 };

/** 49 megapixels in few bytes. */
const large = () =>
  sharp({ create: { ...LARGE, channels: 3, background: "#14532d" } })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

const ATTACKER = "203.0.113.7";
const SOMEBODY = "198.51.100.20";

describe("as on the platform", () => {
  const world = perFile(() => startStorageWorld());
  const ada = perFile(() => world.person());
  beforeAll(async () => {
    const box = ada.client.storage.from("pictures");
    const contentType = "image/png";
    const { error } = await box.upload(`${ada.id}/large.png`, await large(), { contentType });
    expect(error).toBeNull();
    await box.upload(`${ada.id}/small.png`, await png(400, 200), { contentType });
  });

  const render = (name: string, query: string, ip: string, signal?: AbortSignal) => {
    const path = `/storage/v1/render/image/public/pictures/${ada.id}/${name}?${query}`;
    return world.request(path, { signal }, ip);
  };
  /** A number of widths of the large picture from `first` on, for one caller, who may go. */
  const widths = (count: number, first: number) => {
    const abort = new AbortController();
    const all = Array.from({ length: count }, (_, index) =>
      render("large.png", `width=${first + index}`, ATTACKER, abort.signal),
    );
    const leave = async () => {
      abort.abort();
      await Promise.all(all.map((one) => one.catch(() => null)));
    };
    return { all, leave };
  };
  const drawn = (width: number) => world.files().some((file) => file.includes(`/${width}_`));

  test("many sizes of a large picture for one caller delay no other caller's thumbnail", async () => {
    const done: string[] = [];
    const { all, leave } = widths(30, 900);
    for (const one of all) void one.then(() => done.push("large")).catch(() => null);
    const small = await render("small.png", "width=100", SOMEBODY);
    done.push("small");
    expect(small.status).toBe(200);
    // In a common queue it would be the last.
    expect(done.indexOf("small")).toBeLessThan(10);
    await leave();
  });

  test("what nobody waits for any more is not drawn", async () => {
    const first = render("large.png", "width=1000", ATTACKER);
    const { leave } = widths(10, 1001);
    // One of them is requested by a caller who stays.
    const stays = render("large.png", "width=1010", ATTACKER);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await leave();
    expect([(await first).status, (await stays).status]).toEqual([200, 200]);
    expect(drawn(1000) && drawn(1010)).toBe(true);
    // On a busy machine some of the nine have had their turn before their caller went.
    const inVain = Array.from({ length: 9 }, (_, index) => 1001 + index).filter(drawn);
    expect(inVain.length).toBeLessThan(9);
  });

  test("more than can wait is refused, with a Retry-After", async () => {
    const { all, leave } = widths(60, 2000);
    const refused = await Promise.race(all.slice(50));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await refused.json()).toMatchObject({ statusCode: "503", code: "SlowDown" });
    expect((await render("small.png", "width=101", SOMEBODY)).status).toBe(200);
    await leave();
  });
});

describe("in a project that names its sizes", () => {
  const query = "width=20&height=15&resize=cover&quality=75";
  const world = perFile(() =>
    startStorageWorld({ pictures: { transformations: [query], pixels: 1_000_000 } }),
  );
  const ada = perFile(() => world.person());
  beforeAll(async () => {
    const box = ada.client.storage.from("pictures");
    await box.upload(`${ada.id}/a.png`, await png(400, 200), { contentType: "image/png" });
  });

  const render = (kind: string, size: string, token?: string) =>
    world.request(`/storage/v1/render/image/${kind}/pictures/${ada.id}/a.png?${size}`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });

  test("no others are made, but for the service role", async () => {
    expect((await render("public", query)).status).toBe(200);
    expect((await render("authenticated", query, ada.token)).status).toBe(200);
    const others = ["", "width=21", `${query}&format=avif`, query.replace("75", "76"), "height=15"];
    for (const other of others) {
      expect([other, (await render("public", other)).status]).toEqual([other, 400]);
      expect((await render("authenticated", other, ada.token)).status).toBe(400);
      expect((await render("authenticated", other, world.keys.serviceRole)).status).toBe(200);
    }
    const box = ada.client.storage.from("pictures");
    const sign = (transform: object) => box.createSignedUrl(`${ada.id}/a.png`, 60, { transform });
    expect((await sign({ width: 21 })).error?.message).toContain("a few sizes only");
    const own = await sign({ width: 20, height: 15, resize: "cover", quality: 75 });
    expect((await fetch(own.data?.signedUrl ?? "")).status).toBe(200);
  });

  test("a picture with too many pixels is refused, except a JPEG, which is shrunk while it is read", async () => {
    const box = ada.client.storage.from("pictures");
    const wide = await png(2_000, 1_000);
    const { error } = await box.upload(`${ada.id}/b.png`, wide, { contentType: "image/png" });
    expect(refusal(error)).toEqual(TOO_LARGE);
    expect(error?.message).toBe("The picture has 2.0 megapixels, more than 1");
    const jpeg = await sharp(wide).jpeg().toBuffer();
    const taken = await box.upload(`${ada.id}/b.jpg`, jpeg, { contentType: "image/jpeg" });
    expect(taken.error).toBeNull();
  });
});
