import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, StaticRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { NO_AREA } from "#domain/providers/area.ts";
import { hoursOf } from "#domain/providers/opening-hours.ts";
import { LISTED } from "#tests/examples/listed-provider.ts";
import { reviewed } from "#tests/examples/reviewed.ts";
import { ProviderScreen } from "#web/features/providers/provider-screen.tsx";
import { Home } from "#web/features/site/home/home.tsx";
import { DEFAULT_SETTINGS } from "#web/session/settings.ts";
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

const provider = {
  ...LISTED,
  bio: "Rewires “old” houses…",
  image_url: "/storage/v1/object/public/avatars/x/1.png",
  business_name: "Bright <Volt>",
  rating_average: 5,
  rating_count: 1,
  picture: "/storage/v1/object/public/portfolio_media/x/portfolio/1-0.jpg",
  hours: { mon: { opens: "09:00", closes: "17:00" } },
};
const review = {
  ...reviewed({ provider_id: provider.user_id, rating: 2, title: "Came late" }),
  provider: { name: "Sam Ellery", business_name: null },
};

const home = (name: string, supabaseUrl: string) => {
  const live = {
    providers: [{ ...provider, name }],
    providerCount: 54,
    reviews: [review],
    jobs: [],
    jobCount: 0,
  };
  const Stub = createRoutesStub([
    { id: "root", path: "/", Component: () => <Home signedIn={false} live={live} /> },
  ]);
  const settings = { ...DEFAULT_SETTINGS, supabaseUrl };
  return renderToString(
    <Stub initialEntries={["/"]} hydrationData={{ loaderData: { root: { settings } } }} />,
  );
};

it("renders a card, a review and a section again when one of their facts is another", () => {
  const pages: [name: string, supabaseUrl: string][] = [
    ["Sam Ellery", ""],
    ["Sam Ellery-Moss", ""],
    ["Sam Ellery", "https://backend.example"],
  ];
  const plain = pages.map((one) => home(...one));
  expect(new Set(plain).size).toBe(3);
  setHtmlCache(cache.find);
  for (let time = 0; time < 3; time++)
    expect(pages.map((one) => cached(() => home(...one)))).toEqual(plain);
  // Four fixed parts, the figures, the reviews, and three cards.
  expect(renders).toBe(9);
});

type ProviderProfile = NonNullable<ComponentProps<typeof ProviderScreen>["provider"]>;

const profile = (changed: Partial<ProviderProfile>) => {
  const loaded: ProviderProfile = {
    id: provider.user_id,
    name: "Sam Ellery",
    business_name: "Bright <Volt>",
    bio: null,
    location: "Leeds",
    phone_number: "0113 496 0000",
    image_url: null,
    first_name: "Sam",
    last_name: "Ellery",
    vat_number: null,
    created_at: "2026-01-02T10:00:00Z",
    selections: ["Construction/Trade > Electrician", "Rewiring"],
    skills: [{ name: "Fuse boxes", category: "" }],
    social_links: { website: "https://volt.example" },
    work_samples: [],
    rating_average: 5,
    rating_count: 1,
    verified_average: null,
    verified_count: 0,
    listed: true,
    own: null,
    ...changed,
  };
  const hours = hoursOf(provider.hours);
  const Stub = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <ProviderScreen
          provider={loaded}
          services={[]}
          availability={{ ...NO_AREA, hours, places: ["York"] }}
          response={null}
          latest={[{ ...review, verified: true, in_contact: false, invited: false }]}
          feedback={null}
          clientPictures={null}
          viewer={null}
        />
      ),
    },
  ]);
  return renderToString(<Stub initialEntries={["/"]} />);
};

it("renders the parts of a profile again when what they show is another", () => {
  const pages = [
    {},
    { phone_number: null },
    { business_name: null },
    { skills: [] },
    { rating_count: 2 },
    { vat_number: "GB123456789" },
  ];
  const plain = pages.map(profile);
  expect(new Set(plain).size).toBe(6);
  setHtmlCache(cache.find);
  for (let time = 0; time < 3; time++)
    expect(pages.map((one) => cached(() => profile(one)))).toEqual(plain);
  // Six tops of the page, two contacts, and the hours, trades, skills and quotes of all.
  expect(renders).toBe(12);
});

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

it("does not take a text for another page's mark", () => {
  setHtmlCache(cache.find);
  const parts = (text: string) => cached(() => renderToString(<p>{text}</p>));
  expect(parts("<!--0-->")).toBe("<p>&lt;!--0--&gt;</p>");
});
