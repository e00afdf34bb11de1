import { readFileSync } from "node:fs";
import { StorageApiError } from "@supabase/supabase-js";
import sharp from "sharp";
import { expect, it } from "vitest";
import { signShapes } from "#domain/site/brand.ts";
import { brandColours } from "#domain/site/palette.ts";
import type { Db } from "#web/session/database.ts";
import type { SiteSettings } from "#web/session/site.ts";
import { createSharePictures } from "../share-pictures/share-pictures.ts";

const BRAND = {
  siteName: "Local Hands",
  brandColour: "",
  logo: "/storage/v1/object/public/business_logos/site/logo.png",
} as SiteSettings;

const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#c00" } })
  .png()
  .toBuffer();

type Download = { data: Blob | null; error: Error | null };
const found: Download = { data: new Blob([new Uint8Array(logo)]), error: null };
const failed = (status: number, meant: string): Download => ({
  data: null,
  error: new StorageApiError("No", status, meant),
});

/** A storage that responds so, in this order. */
const storageOf = (...responses: Download[]) => {
  const download = async () => responses.shift() ?? found;
  return { storage: { from: () => ({ download }) } } as unknown as Db;
};

it("has one drawing of the sign: in files, on pages, and in the brand's colours", () => {
  const shapes = signShapes(brandColours("").sign);
  expect(readFileSync("public/favicon.svg", "utf8")).toContain(`>${shapes}</svg>`);
  const onPages = readFileSync("web/ui/logo.tsx", "utf8");
  for (const [, shape] of shapes.matchAll(/ d="([^"]+)"/g))
    expect(onPages).toContain(`d="${shape}"`);
});

it("caches no shared picture that a failing storage left without its logo", async () => {
  const visitor = storageOf(failed(500, "500"), found);
  const pictures = createSharePictures(visitor, async () => ({ ...BRAND, home: null }));
  const get = () =>
    pictures(new Request("https://x.example/share/site.png"), "/share/site.png", "");
  await expect(get()).rejects.toThrow("No");
  expect((await get())?.status).toBe(200);
});
