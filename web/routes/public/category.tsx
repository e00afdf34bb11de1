import { data, redirect } from "react-router";
import { slugOf } from "#domain/categories/categories.ts";
import { displayName } from "#domain/providers/providers.ts";
import { pictureVersion } from "#domain/site/share-pictures.ts";
import { loadCategoryPage, loadMovedSlug } from "#web/features/providers/category-page.ts";
import { CategoryScreen, sayCategory } from "#web/features/providers/category-screen.tsx";
import { foundNobody } from "#web/features/providers/queries.ts";
import { HYDRATE_ON_INTERACTION } from "#web/session/hydration.ts";
import { siteOf } from "#web/session/settings.ts";
import { siteContext } from "#web/session/site.ts";
import { headTags, pageTitle } from "#web/shell/search-engines/head.ts";
import { WORTH_LISTING } from "#web/shell/search-engines/sitemap.ts";
import { breadcrumbs, itemList } from "#web/shell/search-engines/structured-data.ts";
import type { Route } from "./+types/category.ts";

export const loader = async ({ context, params }: Route.LoaderArgs) => {
  const { visitor, shows } = context.get(siteContext);
  const page = await loadCategoryPage(visitor, params.slug, params.town ?? null);
  if (!page) {
    // An address in capitals or with accents leads to the one that the page has.
    const written = slugOf(params.slug);
    const moved = written === params.slug ? await loadMovedSlug(visitor, written) : written;
    if (!moved) throw data(null, { status: 404 });
    throw redirect(`/categories/${moved}${params.town ? `/${params.town}` : ""}`, 301);
  }
  shows(
    page.total === 0
      ? foundNobody({ category: page.place.label, service: "", location: page.town ?? "" })
      : { kind: "search", providers: page.providers.map(({ user_id }) => user_id) },
  );
  return { page };
};

export const handle = HYDRATE_ON_INTERACTION;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return pageTitle("Page Not Found")({ matches });
  const { page } = loaderData;
  const { place, town, townSlug } = page;
  const site = siteOf(matches);
  const path = `/categories/${place.slug}`;
  const here = townSlug === null ? path : `${path}/${townSlug}`;
  const name = town ? `${place.label} in ${town}` : place.label;
  return headTags(site, {
    title: `${name} | ${site.siteName}`,
    description: `${page.place.label}: ${sayCategory(page)}`,
    path: here,
    picture: `/share${path}.png?v=${pictureVersion(site, [place.label])}`,
    // A page without providers, or of a town with one, adds nothing to the pages it links to.
    listed: page.total >= (town ? WORTH_LISTING : 1),
    data: [
      breadcrumbs(site, [
        { name: "Service Categories", path: "/categories" },
        ...(place.sub === null
          ? []
          : [{ name: place.group.name, path: `/categories/${place.group.slug}` }]),
        { name: place.label, path },
        ...(town ? [{ name: town, path: here }] : []),
      ]),
      itemList(
        site,
        page.providers.map((one) => ({
          name: displayName(one),
          path: `/directory/${one.user_id}`,
        })),
      ),
    ],
  });
};

export default function CategoryRoute({ loaderData }: Route.ComponentProps) {
  return <CategoryScreen page={loaderData.page} />;
}
