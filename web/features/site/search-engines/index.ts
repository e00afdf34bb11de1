export { headTags } from "./head.ts";
export { sitemapPart, sitemapParts, WORTH_LISTING, writeIndex, writePart } from "./sitemap.ts";
export { breadcrumbs, demand, itemList, localBusiness } from "./structured-data.ts";
export { organization, webSite } from "./web-site.ts";
