import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { LogoPart } from "./logo-part.tsx";

it.each([
  ["", "/storage/v1/object/public/business_logos/site/logo-1.png"],
  [
    "https://db.example",
    "https://db.example/storage/v1/object/public/business_logos/site/logo-1.png",
  ],
])("shows the logo where the backend at '%s' has it", (supabaseUrl, address) => {
  const setting = { value: "site/logo-1.png", updated_at: "2026-11-29T00:00:00Z", revisions: [] };
  const html = draw(<LogoPart setting={setting} />, { settings: { supabaseUrl } });
  expect(html).toContain(`src="${address}"`);
});
