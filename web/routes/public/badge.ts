import { badgeSvg } from "#domain/feedback/badge.ts";
import { isUuid } from "#domain/values/uuid.ts";
import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/badge.ts";

/** /badge/{id}.svg, for a provider's own site: it ends with the listing. */
export const loader = async ({ context, params }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  const id = /^(.+)\.svg$/.exec(params.file ?? "")?.[1];
  const { data } = isUuid(id)
    ? await visitor
        .from("public_providers")
        .select("name, business_name, rating_average, rating_count")
        .eq("user_id", id)
        .maybeSingle()
        .throwOnError()
    : { data: null };
  if (!data) return new Response("Not found", { status: 404 });
  const svg = badgeSvg({
    name: data.business_name || data.name || "",
    site: settings.siteName,
    average: data.rating_average,
    count: data.rating_count ?? 0,
  });
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      // Shown by pages of other sites.
      "cross-origin-resource-policy": "cross-origin",
    },
  });
};
