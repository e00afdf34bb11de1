import { groupDays, type Hours, isWholeDay, WEEKDAYS } from "#domain/providers/opening-hours.ts";
import { dayOf } from "#domain/values/dates.ts";
import { numberToCall } from "#domain/values/phone.ts";
import type { SiteFacts } from "#web/session/settings.ts";

/** The site itself, and how to search it. Separate from the rest, which the home page need not load. */
export const webSite = ({ origin, siteName }: SiteFacts) => ({
  "@context": "https://schema.org",
  "@type": "WebSite",
  name: siteName,
  url: `${origin}/`,
  potentialAction: {
    "@type": "SearchAction",
    target: { "@type": "EntryPoint", urlTemplate: `${origin}/directory?service={service}` },
    "query-input": "required name=service",
  },
});

/** Who runs the site, with its sign. */
export const organization = ({ origin, siteName }: SiteFacts) => ({
  "@context": "https://schema.org",
  "@type": "Organization",
  name: siteName,
  url: `${origin}/`,
  logo: `${origin}/apple-touch-icon.png`,
});

const CONTEXT = "https://schema.org";

/** Leaves out unknown values: an empty property would be a claim. */
const known = <T extends Record<string, unknown>>(thing: T): T =>
  Object.fromEntries(
    Object.entries(thing).filter(([, value]) => value !== null && value !== undefined),
  ) as T;

interface Rating {
  average: number | null;
  count: number;
}

/** Only real reviews make a rating, rounded as on the page; without any there is none. */
const aggregateRating = ({ average, count }: Rating) =>
  average === null || count === 0
    ? undefined
    : {
        "@type": "AggregateRating",
        ratingValue: Number(average.toFixed(1)),
        reviewCount: count,
        bestRating: 5,
        worstRating: 1,
      };

/** Only days with hours: "by appointment" and "closed" have no property of their own. */
const openingHours = (hours: Hours) => {
  const spans = groupDays(hours).flatMap(({ days, day }) =>
    typeof day === "string" ? [] : [{ days, ...day }],
  );
  if (spans.length === 0) return undefined;
  return spans.map(({ days, opens, closes }) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: days.map((day) => `${CONTEXT}/${WEEKDAYS[day]}`),
    opens,
    // From midnight to midnight would mean that it never opens.
    closes: isWholeDay({ opens, closes }) ? "23:59" : closes,
  }));
};

interface Review {
  rating: number;
  title: string;
  description: string | null;
  author_name: string;
  created_at: string;
}

/** The reviews that this page shows. */
const reviewsOf = (reviews: readonly Review[]) =>
  reviews.map(({ rating, title, description, author_name, created_at }) =>
    known({
      "@type": "Review",
      name: title,
      reviewBody: description || undefined,
      author: { "@type": "Person", name: author_name },
      datePublished: dayOf(created_at),
      reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
    }),
  );

/** A British number as it is dialled from anywhere; undefined for text that is no such number. */
const internationalNumber = (phone: string): string | undefined => {
  const international = numberToCall(phone).replace(/^0/, "+44");
  return /^\+\d{8,15}$/.test(international) ? international : undefined;
};

const pounds = (pence: number): string => `£${Number((pence / 100).toFixed(2))}`;

/** From the lowest to the highest price of the services. */
const priceRange = (prices: readonly number[]): string | undefined => {
  if (prices.length === 0) return undefined;
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)].map(pounds);
  return lowest === highest ? lowest : `${lowest} to ${highest}`;
};

/** The path to a page; the last step is the page itself. */
export const breadcrumbs = (
  { origin }: SiteFacts,
  trail: readonly { name: string; path: string }[],
) => ({
  "@context": CONTEXT,
  "@type": "BreadcrumbList",
  itemListElement: trail.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: origin + path,
  })),
});

/** A list of pages, with the entries that this page shows. */
export const itemList = (
  { origin }: SiteFacts,
  items: readonly { name: string; path: string }[],
) => ({
  "@context": CONTEXT,
  "@type": "ItemList",
  numberOfItems: items.length,
  itemListElement: items.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    url: origin + path,
  })),
});

/** A listed provider. Only the town of their address is public. */
export const localBusiness = (
  { origin }: SiteFacts,
  provider: {
    id: string;
    name: string;
    bio: string | null;
    location: string | null;
    phone_number: string | null;
    image_url: string | null;
    trades: readonly string[];
    links: readonly { url: string }[];
    rating: Rating;
    hours: Hours;
    areas: readonly string[];
    /** Those that the page shows. */
    reviews: readonly Review[];
    /** Of the services, in pence. */
    prices: readonly number[];
  },
) =>
  known({
    "@context": CONTEXT,
    "@type": "LocalBusiness",
    "@id": `${origin}/directory/${provider.id}#business`,
    name: provider.name,
    url: `${origin}/directory/${provider.id}`,
    description: provider.bio ?? undefined,
    image: provider.image_url ? new URL(provider.image_url, origin || undefined).href : undefined,
    telephone: provider.phone_number ? internationalNumber(provider.phone_number) : undefined,
    priceRange: priceRange(provider.prices),
    address: provider.location
      ? { "@type": "PostalAddress", addressLocality: provider.location, addressCountry: "GB" }
      : undefined,
    knowsAbout: provider.trades.length > 0 ? provider.trades : undefined,
    sameAs: provider.links.length > 0 ? provider.links.map(({ url }) => url) : undefined,
    openingHoursSpecification: openingHours(provider.hours),
    areaServed: provider.areas.length > 0 ? provider.areas : undefined,
    aggregateRating: aggregateRating(provider.rating),
    review: provider.reviews.length > 0 ? reviewsOf(provider.reviews) : undefined,
  });

/**
 * A job as schema.org's Demand, because a person looks for a service. JobPosting is for employment, and
 * nobody is employed here.
 */
export const demand = (
  { origin }: SiteFacts,
  job: {
    id: string;
    title: string;
    description: string;
    category: string;
    location: string | null;
  },
) =>
  known({
    "@context": CONTEXT,
    "@type": "Demand",
    name: job.title,
    description: job.description,
    url: `${origin}/job-directory?job=${job.id}`,
    itemOffered: { "@type": "Service", name: job.title, serviceType: job.category },
    areaServed: job.location ?? undefined,
  });
