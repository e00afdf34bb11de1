/**
 * The part of schema.org that this site speaks, written by hand from the public vocabulary (schema.org
 * version 29, its text under the Creative Commons Attribution-ShareAlike licence 3.0), and what
 * Google's guides for breadcrumbs, carousels, local businesses and review snippets require on top.
 */
interface Term {
  /** The types whose properties it has too. */
  is: readonly string[];
  /** Each property with its allowed values: other types, or kinds of text. */
  has: Record<string, readonly string[]>;
  required?: readonly string[];
}

const PLACES = ["AdministrativeArea", "GeoShape", "Place", "Text"];

const TERMS: Record<string, Term> = {
  Thing: {
    is: [],
    has: {
      name: ["Text"],
      description: ["Text"],
      url: ["URL"],
      image: ["URL", "ImageObject"],
      sameAs: ["URL"],
      potentialAction: ["Action", "SearchAction"],
    },
  },
  WebSite: { is: ["Thing"], has: {}, required: ["name", "url"] },
  SearchAction: {
    is: ["Thing"],
    // `query-input` is Google's own, of its guide for a site's search box.
    has: { target: ["EntryPoint"], "query-input": ["Text"] },
    required: ["target", "query-input"],
  },
  EntryPoint: { is: ["Thing"], has: { urlTemplate: ["URL"] }, required: ["urlTemplate"] },
  BreadcrumbList: { is: ["ItemList"], has: {}, required: ["itemListElement"] },
  ItemList: {
    is: ["Thing"],
    has: { itemListElement: ["ListItem"], numberOfItems: ["Integer"] },
    required: ["itemListElement"],
  },
  ListItem: {
    is: ["Thing"],
    has: { position: ["Integer"], item: ["URL", "Thing"] },
    required: ["position", "name"],
  },
  Organization: {
    is: ["Thing"],
    has: {
      address: ["PostalAddress", "Text"],
      telephone: ["Text"],
      logo: ["URL", "ImageObject"],
      review: ["Review"],
      areaServed: PLACES,
      knowsAbout: ["Text", "URL", "Thing"],
      aggregateRating: ["AggregateRating"],
    },
  },
  Place: { is: ["Thing"], has: { openingHoursSpecification: ["OpeningHoursSpecification"] } },
  LocalBusiness: {
    is: ["Organization", "Place"],
    has: { priceRange: ["Text"] },
    required: ["name"],
  },
  Person: { is: ["Thing"], has: {}, required: ["name"] },
  Review: {
    is: ["Thing"],
    has: {
      author: ["Person", "Organization"],
      datePublished: ["Date"],
      reviewBody: ["Text"],
      reviewRating: ["Rating"],
    },
    required: ["author", "reviewRating"],
  },
  Rating: {
    is: ["Thing"],
    has: { ratingValue: ["Number"], bestRating: ["Number"], worstRating: ["Number"] },
    required: ["ratingValue"],
  },
  PostalAddress: {
    is: ["Thing"],
    has: { addressLocality: ["Text"], addressCountry: ["Text", "Country"] },
    required: ["addressLocality"],
  },
  OpeningHoursSpecification: {
    is: ["Thing"],
    has: { dayOfWeek: ["DayOfWeek"], opens: ["Time"], closes: ["Time"] },
    required: ["dayOfWeek", "opens", "closes"],
  },
  AggregateRating: {
    is: ["Thing"],
    has: {
      ratingValue: ["Number"],
      reviewCount: ["Integer"],
      bestRating: ["Number"],
      worstRating: ["Number"],
    },
    required: ["ratingValue", "reviewCount"],
  },
  Demand: {
    is: ["Thing"],
    has: { itemOffered: ["Service"], areaServed: PLACES },
    required: ["itemOffered"],
  },
  Service: { is: ["Thing"], has: { serviceType: ["Text"] } },
};

const isAddress = (value: unknown): boolean =>
  typeof value === "string" && /^https?:\/\/[^\s"<>]+$/.test(value);

/** Values that are no thing of their own. */
const KINDS: Record<string, (value: unknown) => boolean> = {
  Text: (value) => typeof value === "string" && value.trim() !== "" && !isAddress(value),
  URL: isAddress,
  Integer: (value) => Number.isInteger(value) && (value as number) >= 0,
  Number: (value) => typeof value === "number" && Number.isFinite(value),
  Date: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value),
  Time: (value) => typeof value === "string" && /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  DayOfWeek: (value) =>
    typeof value === "string" &&
    /^https:\/\/schema\.org\/(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/.test(value),
};

const lineage = (type: string): string[] => [type, ...(TERMS[type]?.is ?? []).flatMap(lineage)];

const expected = (type: string, property: string): readonly string[] =>
  lineage(type).flatMap((one) => TERMS[one]?.has[property] ?? []);

const isThing = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What neither vocabulary nor guides allow, each with the way to it. */
const faultsOf = (thing: Record<string, unknown>, path: string): string[] => {
  const type = String(thing["@type"]);
  if (!TERMS[type]) return [`${path}: there is no type ${type}`];
  const missing = lineage(type)
    .flatMap((one) => TERMS[one]?.required ?? [])
    .filter((property) => !(property in thing))
    .map((property) => `${path}: ${type} has no ${property}`);
  const wrong = Object.entries(thing).flatMap(([property, stated]) => {
    if (property === "@type" || property === "@context") return [];
    const here = `${path}.${property}`;
    if (property === "@id") return isAddress(stated) ? [] : [`${here} is no whole address`];
    const allowed = expected(type, property);
    if (allowed.length === 0) return [`${here} is no property of ${type}`];
    const values = Array.isArray(stated) ? stated : [stated];
    if (values.length === 0) return [`${here} says nothing`];
    return values.flatMap((value, index) => {
      const at = Array.isArray(stated) ? `${here}[${index}]` : here;
      if (!isThing(value)) {
        const fits = allowed.some((kind) => KINDS[kind]?.(value));
        return fits ? [] : [`${at} is not ${allowed.join(" or ")}: ${JSON.stringify(value)}`];
      }
      const kinds = lineage(String(value["@type"]));
      const fits = kinds.some((kind) => allowed.includes(kind));
      return [...(fits ? [] : [`${at} is not ${allowed.join(" or ")}`]), ...faultsOf(value, at)];
    });
  });
  return [...missing, ...wrong];
};

/** What the guides ask of a list: places from 1 on, and an address for each but the last step. */
const listFaults = (thing: Record<string, unknown>): string[] => {
  const items = (thing.itemListElement ?? []) as Record<string, unknown>[];
  const crumbs = thing["@type"] === "BreadcrumbList";
  if (crumbs && items.length < 2) return ["a trail has at least two steps"];
  if (!crumbs && thing.numberOfItems !== items.length) return ["numberOfItems is not their number"];
  return items.flatMap((item, index) => [
    ...(item.position === index + 1 ? [] : [`item ${index + 1} stands at ${item.position}`]),
    ...(item[crumbs ? "item" : "url"] ? [] : [`item ${index + 1} has no address`]),
  ]);
};

/** A rating within its bounds, of at least one review. */
const ratingFaults = (rating: Record<string, number>): string[] => {
  const { ratingValue = 0, reviewCount = 0, bestRating = 5, worstRating = 1 } = rating;
  return ratingValue >= worstRating && ratingValue <= bestRating && reviewCount > 0
    ? []
    : [`no rating that anybody gave: ${JSON.stringify(rating)}`];
};

/** Everything that is wrong with one JSON-LD of a page. */
export const structuredDataFaults = (data: Record<string, unknown>): string[] => [
  ...(data["@context"] === "https://schema.org" ? [] : ["its context is not https://schema.org"]),
  ...faultsOf(data, String(data["@type"])),
  ...("itemListElement" in data ? listFaults(data) : []),
  ...(isThing(data.aggregateRating)
    ? ratingFaults(data.aggregateRating as Record<string, number>)
    : []),
];

/** Properties whose words a reader of the page must be able to see too. */
const SHOWN =
  /^(name|description|telephone|addressLocality|serviceType|areaServed|knowsAbout|ratingValue|reviewCount|reviewBody)$/;

/** What the data claims in words or figures, each with its property. */
export const claimsOf = (data: unknown, property = ""): { property: string; words: string }[] => {
  if (Array.isArray(data)) return data.flatMap((one) => claimsOf(one, property));
  if (isThing(data)) return Object.entries(data).flatMap(([key, value]) => claimsOf(value, key));
  return SHOWN.test(property) ? [{ property, words: String(data) }] : [];
};
