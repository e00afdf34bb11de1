import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { HydrateFallback as Analytics } from "./admin/analytics.tsx";
import { HydrateFallback as Categories } from "./admin/categories.tsx";
import { HydrateFallback as OwnProfile } from "./public/own-profile.tsx";

it.each([
  [Analytics, "Loading analytics..."],
  [Categories, "Loading categories..."],
  [OwnProfile, "Loading profile..."],
] as const)("a page shows what it is waiting for (%#)", (Fallback, words) => {
  const html = renderToStaticMarkup(<Fallback />);
  expect(html).toContain(words);
  expect(html).toContain('role="status"');
});
