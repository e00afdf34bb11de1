import { expect, it } from "vitest";
import { siteOf } from "#web/session/settings.ts";
import { headTags } from "./head.ts";
import { writeIndex, writePart } from "./sitemap.ts";
import { demand, localBusiness } from "./structured-data.ts";

const site = {
  origin: "https://www.example.org",
  siteName: "Solutionz",
  brandColour: "",
  logo: "",
};

const PROVIDER = {
  id: "p1",
  name: "Bright & Sons",
  bio: null,
  location: "Leeds",
  phone_number: null,
  image_url: "/storage/v1/object/public/avatars/p1/avatar.png",
  trades: ["Electrician"],
  links: [],
  rating: { average: 4.4667, count: 2 },
  hours: {},
  areas: [],
  reviews: [],
  prices: [],
};

it("gives a business its rating only when people gave one", () => {
  expect(localBusiness(site, PROVIDER)).toMatchObject({
    "@type": "LocalBusiness",
    image: "https://www.example.org/storage/v1/object/public/avatars/p1/avatar.png",
    aggregateRating: { ratingValue: 4.5, reviewCount: 2, bestRating: 5, worstRating: 1 },
  });
  const bare = localBusiness(site, { ...PROVIDER, rating: { average: null, count: 0 } });
  for (const unknown of `aggregateRating telephone description sameAs openingHoursSpecification areaServed review
    priceRange`.split(/\s+/)) {
    expect(bare).not.toHaveProperty(unknown);
  }
});

it.each([
  ["(0113) 496-0000", "+441134960000"],
  ["+44 (0)113 496 0000", "+441134960000"],
  ["0044 113 496 0000", "+441134960000"],
  ["+353 1 234 5678", "+35312345678"],
  ["ask at the shop", undefined],
])("gives the telephone %j as it is dialled from anywhere", (phone, telephone) => {
  expect(localBusiness(site, { ...PROVIDER, phone_number: phone }).telephone).toBe(telephone);
});

it("gives the reviews that the page shows, and the range of prices", () => {
  const review = {
    rating: 4,
    title: "Neat stairs",
    description: null,
    author_name: "Ada B.",
    created_at: "2026-07-01T10:00:00Z",
  };
  const data = localBusiness(site, { ...PROVIDER, reviews: [review], prices: [125_050, 4_500] });
  expect(data).toMatchObject({
    priceRange: "£45 to £1250.5",
    review: [
      {
        "@type": "Review",
        name: "Neat stairs",
        author: { "@type": "Person", name: "Ada B." },
        datePublished: "2026-07-01",
        reviewRating: { ratingValue: 4 },
      },
    ],
  });
  expect(localBusiness(site, { ...PROVIDER, prices: [4_500] }).priceRange).toBe("£45");
});

it("calls a job a demand, because nobody is employed", () => {
  const job = {
    id: "j1",
    title: "Leak",
    description: "Drips",
    category: "Plumber",
    location: null,
  };
  const data = demand(site, job);
  expect(data).toMatchObject({ "@type": "Demand", itemOffered: { "@type": "Service" } });
  expect(data).not.toHaveProperty("areaServed");
});

it("names an address for what is listed, and none for what is not", () => {
  const page = {
    title: "T",
    description: "word ".repeat(90),
    path: "/directory",
    data: [{ a: 1 }],
  };
  const tags = headTags(site, page);
  expect(tags).toContainEqual({
    tagName: "link",
    rel: "canonical",
    href: "https://www.example.org/directory",
  });
  expect(tags).toContainEqual({ "script:ld+json": { a: 1 } });
  const description = tags.find((tag) => "name" in tag && tag.name === "description");
  expect((description as { content: string }).content.length).toBeLessThanOrEqual(160);
  const thin = headTags(site, { ...page, listed: false });
  expect(thin).toContainEqual({ name: "robots", content: "noindex, follow" });
  expect(JSON.stringify(thin)).not.toMatch(/canonical|ld\+json/);
  expect(siteOf([{ id: "other" }])).toEqual({
    origin: "",
    siteName: "Solutionz",
    brandColour: "",
    logo: "",
  });
});

it("writes sitemaps that no address can break", () => {
  expect(
    writePart("https://x.example", [{ path: "/a?b=1&c=<d>", changed: "2026-11-20T10:00" }]),
  ).toContain(
    "<url><loc>https://x.example/a?b=1&#38;c=&#60;d&#62;</loc><lastmod>2026-11-20</lastmod></url>",
  );
  expect(writeIndex("https://x.example", ["pages"])).toContain(
    "<sitemap><loc>https://x.example/sitemap/pages.xml</loc></sitemap>",
  );
});
