import { expect, it } from "vitest";
import { PICTURE_TRANSFORMATIONS, pictureSources } from "./pictures.ts";

it("a picture is drawn smaller by the storage service, wherever that is", () => {
  expect(pictureSources("/storage/v1/object/public/b/x.png", "thumbnail")).toContain(
    "/storage/v1/render/image/public/b/x.png?width=240&height=180&resize=cover&quality=75 240w, ",
  );
  expect(pictureSources("https://s.example/storage/v1/object/public/b/x.png", "screen")).toContain(
    "https://s.example/storage/v1/render/image/public/b/x.png?width=800&resize=contain&quality=75 800w",
  );
  expect(pictureSources("https://a.example/x.png", "screen")).toBeUndefined();
  expect(pictureSources("/storage/v1/object/public/b/x.png?token=1", "screen")).toBeUndefined();
});

it("a picture is another one at another address when it was replaced", () => {
  expect(pictureSources("/storage/v1/object/public/b/x.png?v=7", "avatar")).toBe(
    "/storage/v1/render/image/public/b/x.png?width=112&height=112&resize=cover&quality=75&v=7 112w, " +
      "/storage/v1/render/image/public/b/x.png?width=256&height=256&resize=cover&quality=75&v=7 256w",
  );
});

it("a picture is requested only in the listed sizes", () => {
  const sizes = (["avatar", "card", "tile", "thumbnail", "screen", "logo"] as const)
    .flatMap((shape) => pictureSources("/storage/v1/object/public/b/x.png", shape)?.split(", "))
    .map((source) => source?.split(" ")[0]?.split("?")[1]);
  expect(sizes).toEqual(PICTURE_TRANSFORMATIONS);
});
