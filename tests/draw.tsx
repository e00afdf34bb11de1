import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { DEFAULT_SETTINGS } from "#web/session/settings.ts";

/** The HTML of a part of a page at this address, on a site whose settings are the usual ones but for these. */
export const draw = (
  part: ReactNode,
  {
    at = "/",
    state = null,
    settings = {},
  }: { at?: string; state?: unknown; settings?: object } = {},
): string => {
  const Stub = createRoutesStub([{ id: "root", path: "*", Component: () => part }]);
  const [pathname = "", search = ""] = at.split(/(?=\?)/);
  const loaderData = { root: { settings: { ...DEFAULT_SETTINGS, ...settings } } };
  return renderToStaticMarkup(
    <Stub initialEntries={[{ pathname, search, state }]} hydrationData={{ loaderData }} />,
  );
};

/** The words of HTML, without its tags. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
