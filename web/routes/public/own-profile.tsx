import { replace } from "react-router";
import { AccountProblem } from "#web/features/accounts/access/account-problem.tsx";
import { FOR_ACCOUNTS } from "#web/session/hydration.ts";
import { loginPath } from "#web/session/return-path.ts";
import { getSession, useSession } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { Container } from "#web/ui/container.tsx";
import { NeedsScripts } from "#web/ui/needs-scripts.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/own-profile.ts";

/**
 * The profile page without an id: the person's own (spec 2 section 2). /directory itself is the directory,
 * so the address without an id is /directory/me. Only providers have a page there.
 */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const session = await getSession();
  const url = new URL(request.url);
  if (session.status !== "signed-in") throw replace(loginPath(url));
  if (session.loadFailed) return null;
  const provider = session.profile?.account_type === "provider";
  throw replace(provider ? `/directory/${session.user.id}${url.search}` : "/profile");
};

export const handle = FOR_ACCOUNTS;

export const HydrateFallback = () => (
  <Container className="py-16">
    <NeedsScripts>
      <Skeletons count={3} label="Loading profile..." />
    </NeedsScripts>
  </Container>
);

export const meta = pageTitle("My Profile");

/** Seen only if the account could not be loaded: everybody else is redirected. */
export default function OwnProfile() {
  const session = useSession();
  return session.status === "signed-in" && session.loadFailed ? <AccountProblem /> : null;
}
