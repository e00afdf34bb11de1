import { OwnCaseScreen } from "#web/features/reports/own-case-screen.tsx";
import { loadOwnCase } from "#web/features/reports/queries.ts";
import { sessionClient } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { Container } from "#web/ui/container.tsx";
import { NeedsScripts } from "#web/ui/needs-scripts.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/report.ts";

/** Loaded by the browser alone: the key in the address must not reach caches and logs. */
export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const key = new URL(request.url).searchParams.get("key");
  const found = await loadOwnCase(await sessionClient(), params.number, key);
  return { caseNumber: params.number, linkKey: key ?? "", found };
};

export const HydrateFallback = () => (
  <Container width="md" className="py-16">
    <NeedsScripts>
      <Skeletons count={1} />
    </NeedsScripts>
  </Container>
);

export const meta: Route.MetaFunction = ({ params, matches }) => [
  ...pageTitle(`Report ${params.number}`)({ matches }),
  // The key must not travel on to linked sites.
  { name: "referrer", content: "no-referrer" },
];

export default function ReportRoute({ loaderData }: Route.ComponentProps) {
  return <OwnCaseScreen {...loaderData} />;
}
