import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { expect, it } from "vitest";
import { sameHtml, setHtmlRenderer } from "#web/ui/same-html.ts";
import { Footer, NavigationBar } from "./index.ts";

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
  let renders = 0;
  setHtmlRenderer((content, pathname) => {
    renders += 1;
    return renderToString(<StaticRouter location={pathname}>{content}</StaticRouter>);
  });
  expect(pages.map((one) => page(...one))).toEqual(plain);
  expect(pages.map((one) => page(...one))).toEqual(plain);
  // The bar of "/directory" and below it, and of "/job-directory"; both again with another name, and with a logo.
  expect(renders).toBe(7);
});

it("stores no more than a site has places for", () => {
  for (let n = 0; n < 200; n++) sameHtml(["part", n], "/", () => n);
  const again = sameHtml(["part", 199], "/", () => "other");
  expect(again).toEqual({ dangerouslySetInnerHTML: { __html: "199" } });
  const first = sameHtml(["part", 0], "/", () => "other");
  expect(first).toEqual({ dangerouslySetInnerHTML: { __html: "other" } });
});
