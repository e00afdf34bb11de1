import { beforeAll, expect, it } from "vitest";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { loadAssets } from "./assets.ts";

const folder = newFolder("assets-");
let serve: Awaited<ReturnType<typeof loadAssets>>;

beforeAll(async () => {
  writeFiles(folder, {
    "assets/app-abc.js": "console.log(1)",
    "assets/app-abc.js.br": "br bytes",
    "favicon.svg": "<svg/>",
    "secret.env": "KEY=1",
  });
  serve = await loadAssets(folder);
});

const get = (pathname: string, init?: RequestInit) =>
  serve(new Request(`http://site${pathname}`, init), pathname);

it("sends what the browser can unpack", async () => {
  const packed = get("/assets/app-abc.js", { headers: { "accept-encoding": "gzip, br" } });
  expect(packed?.headers.get("content-encoding")).toBe("br");
  expect(await packed?.text()).toBe("br bytes");
  const plain = get("/assets/app-abc.js");
  expect(plain?.headers.get("content-encoding")).toBeNull();
  expect(await plain?.text()).toBe("console.log(1)");
  expect(plain?.headers.get("vary")).toBe("accept-encoding");
});

it("caches without limit only files with a hash of their content in the name", () => {
  expect(get("/assets/app-abc.js")?.headers.get("cache-control")).toContain("immutable");
  expect(get("/favicon.svg")?.headers.get("cache-control")).toBe("public, max-age=3600");
});

it("responds to HEAD without a body", async () => {
  const response = get("/favicon.svg", { method: "HEAD" });
  expect(response?.headers.get("content-length")).toBe("6");
  expect(await response?.text()).toBe("");
});

it.each(["/secret.env", "/../secret.env", "/assets/app-abc.js.br", "/assets/", "/nothing.js"])(
  "does not serve %s",
  (pathname) => {
    expect(get(pathname)).toBeNull();
  },
);

it("leaves other methods to the site", () => {
  expect(get("/favicon.svg", { method: "POST" })).toBeNull();
});
