import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { expect, it } from "vitest";
import { sameHtml, setHtmlRenderer } from "#web/ui/same-html.ts";
import { Footer, NavigationBar } from "./index.ts";

const facts = { siteName: "Solutionz", contactEmail: "hello@solutionz.example", user: null };

const page = (pathname: string, siteName = facts.siteName) =>
  renderToString(
    <StaticRouter location={pathname}>
      <NavigationBar {...facts} siteName={siteName} onSignOut={() => {}} onChangePhoto={() => {}} />
      <Footer {...facts} siteName={siteName} social={[{ label: "X", href: "https://x.example" }]} />
    </StaticRouter>,
  );

it("gives pages the same HTML as the browser's, whatever their path, and renders it once", () => {
  const pages = [
    ["/directory", facts.siteName],
    ["/directory/1", facts.siteName],
    ["/job-directory", facts.siteName],
    ["/directory", "Local Hands"],
  ] as const;
  const plain = pages.map(([path, name]) => page(path, name));
  expect(new Set(plain).size).toBe(3);
  let renders = 0;
  setHtmlRenderer((content, pathname) => {
    renders += 1;
    return renderToString(<StaticRouter location={pathname}>{content}</StaticRouter>);
  });
  expect(pages.map(([path, name]) => page(path, name))).toEqual(plain);
  expect(pages.map(([path, name]) => page(path, name))).toEqual(plain);
  // The bar of "/directory" and below it, and of "/job-directory"; both again with another name.
  expect(renders).toBe(5);
});

it("stores no more than a site has places for", () => {
  for (let n = 0; n < 200; n++) sameHtml(["part", n], "/", () => n);
  const again = sameHtml(["part", 199], "/", () => "other");
  expect(again).toEqual({ dangerouslySetInnerHTML: { __html: "199" } });
});
