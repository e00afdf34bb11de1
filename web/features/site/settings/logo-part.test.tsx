import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "#web/session/settings.ts";
import { LogoPart } from "./logo-part.tsx";

it.each([
  ["", "/storage/v1/object/public/business_logos/site/logo-1.png"],
  [
    "https://db.example",
    "https://db.example/storage/v1/object/public/business_logos/site/logo-1.png",
  ],
])("shows the logo where the backend at '%s' has it", (supabaseUrl, address) => {
  const setting = { value: "site/logo-1.png", updated_at: "2026-11-29T00:00:00Z", revisions: [] };
  const Stub = createRoutesStub([
    { id: "root", path: "/", Component: () => <LogoPart setting={setting} /> },
  ]);
  const loaderData = { root: { settings: { ...DEFAULT_SETTINGS, supabaseUrl } } };
  const html = renderToStaticMarkup(<Stub initialEntries={["/"]} hydrationData={{ loaderData }} />);
  expect(html).toContain(`src="${address}"`);
});
