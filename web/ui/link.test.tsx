import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter, Link as RouterLink, NavLink as RouterNavLink } from "react-router";
import { expect, it } from "vitest";
import { Link, NavLink } from "./link.tsx";

const ADDRESSES = [
  "/",
  "/directory",
  "/directory/",
  "/Directory/a0b1?tab=feedback#latest",
  "/directory?service=caf%C3%A9 & tea&page=2",
  "/directory?page=1.5",
  "/a/../b",
  "/a//b",
  "//elsewhere.example",
  "https://elsewhere.example/",
  "?tab=feedback",
  "#main",
  "..",
  "directory",
  { pathname: "/directory", search: "?page=2" },
];
const PLACES = ["/", "/directory?page=2", "/directory/a0b1", "/directories"];

it("the server writes what the router writes in the browser", () => {
  for (const place of PLACES) {
    const rendered = (page: React.ReactElement) =>
      renderToStaticMarkup(<MemoryRouter initialEntries={[place]}>{page}</MemoryRouter>);
    for (const to of ADDRESSES) {
      const props = { to, prefetch: "intent", replace: true, className: "link" } as const;
      expect(rendered(<Link {...props}>There</Link>)).toBe(
        rendered(<RouterLink {...props}>There</RouterLink>),
      );
      if (typeof to !== "string") continue;
      for (const more of [{}, { className: "tab" }, { "aria-current": "false" }] as const)
        expect(
          rendered(
            <NavLink to={to} preventScrollReset {...more}>
              There
            </NavLink>,
          ),
        ).toBe(
          rendered(
            <RouterNavLink to={to} preventScrollReset {...more}>
              There
            </RouterNavLink>,
          ),
        );
    }
  }
});
