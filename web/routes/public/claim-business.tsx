import { ClaimScreen, loadClaimable } from "#web/features/businesses/index.ts";
import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/claim-business.ts";

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  const id = new URL(request.url).searchParams.get("businessID");
  return { business: await loadClaimable(visitor, id), siteName: settings.siteName };
};

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Claim your business | ${loaderData?.siteName}` },
  { name: "robots", content: "noindex" },
];

export default function ClaimBusinessRoute({ loaderData }: Route.ComponentProps) {
  return <ClaimScreen business={loaderData.business} />;
}
