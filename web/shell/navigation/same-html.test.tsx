import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { createHtmlCache } from "#web/ui/html-cache.ts";
import { sameHtml, setHtmlCache } from "#web/ui/same-html.ts";
import { Footer } from "./footer.tsx";
import { NavigationBar } from "./navigation-bar.tsx";

let renders = 0;
let cache: ReturnType<typeof createHtmlCache>;
beforeEach(() => {
  renders = 0;
  cache = createHtmlCache((content, pathname) => {
    renders += 1;
    return renderToString(<StaticRouter location={pathname}>{content}</StaticRouter>);
  });
  setHtmlCache(() => null);
});

const decoder = new TextDecoder();
const cached = (page: () => string): string =>
  cache
    .partsOf(page)
    .map((part) => (typeof part === "string" ? part : decoder.decode(part)))
    .join("");

const facts = { siteName: "Solutionz", contactEmail: "hello@solutionz.example", user: null };

/** A page's body: what React wants loaded early is in the head of a whole page. */
const page = (pathname: string, siteName = facts.siteName, logo = "") =>
  renderToString(
    <StaticRouter location={pathname}>
      <NavigationBar
        {...facts}
        siteName={siteName}
        logo={logo}
        onSignOut={() => {}}
        onChangePhoto={() => {}}
      />
      <Footer
        {...facts}
        siteName={siteName}
        logo={logo}
        social={[{ label: "X", href: "https://x.example" }]}
      />
    </StaticRouter>,
  ).replace(/^(?:<link [^>]*>)+/, "");

it("gives pages the same HTML as the browser's, whatever their path, and renders it once", () => {
  const pages: [path: string, siteName: string, logo?: string][] = [
    ["/directory", facts.siteName],
    ["/directory/1", facts.siteName],
    ["/job-directory", facts.siteName],
    ["/directory", "Local Hands"],
    ["/directory", "Local Hands", "/storage/v1/object/public/business_logos/site/logo-1.png"],
  ];
  const plain = pages.map((one) => page(...one));
  expect(new Set(plain).size).toBe(4);
  setHtmlCache(cache.find);
  for (let time = 0; time < 3; time++)
    expect(pages.map((one) => cached(() => page(...one)))).toEqual(plain);
  // The bar of "/directory" and below it, and of "/job-directory"; both again with another name, and with a logo.
  expect(renders).toBe(7);
  // Also in a page that is rendered by a stream.
  expect(pages.map((one) => page(...one))).toEqual(plain);
});

const _provider = {
  user_id: "5ea7c400-0000-4000-8000-000000000001",
  name: "Sam Ellery",
  title: "Electrician",
  bio: "Rewires “old” houses…",
  image_url: "/storage/v1/object/public/avatars/x/1.png",
  business_name: "Bright <Volt>",
  location: "Leeds",
  rating_average: 5,
  rating_count: 1,
  picture: "/storage/v1/object/public/portfolio_media/x/portfolio/1-0.jpg",
  hours: { mon: { opens: "09:00", closes: "17:00" } },
};
it("renders facts by themselves only when they come again, and forgets what is not used", () => {
  setHtmlCache(cache.find);
  const text = "x".repeat(100_000);
  const one = (n: number) => sameHtml(["part", n], () => text);
  expect(Object.keys(one(0))).toEqual(["children"]);
  expect(one(0)).toEqual({ dangerouslySetInnerHTML: { __html: text } });
  one(0);
  expect(renders).toBe(1);
  for (let n = 1; n <= 150; n++) {
    one(n);
    one(n);
    // In use all the time.
    if (n <= 50) one(0);
  }
  expect(renders).toBe(151);
  expect(Object.keys(one(0))).toEqual(["children"]);
});
