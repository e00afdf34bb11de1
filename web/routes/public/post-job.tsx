import { loadCategoryGroups } from "#web/features/categories/index.ts";
import { PostJobForm } from "#web/features/jobs/index.ts";
import { useSession } from "#web/session/session.ts";
import { siteContext } from "#web/session/site.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/post-job.ts";

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  return { groups: await loadCategoryGroups(visitor), siteName: settings.siteName };
};

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Post a Job | ${loaderData?.siteName}` },
  { name: "description", content: "Tell professionals what you need and let them come to you." },
];

const SignInPanel = () => (
  <EmptyState
    art="letter"
    title="Sign in to post a job"
    action={
      <>
        <ButtonLink to="/login?return=/post-job" variant="signal">
          Login
        </ButtonLink>
        <ButtonLink to="/signup" variant="outline">
          Sign Up
        </ButtonLink>
      </>
    }
  >
    <p>It is free for clients. You decide which professionals to talk to.</p>
  </EmptyState>
);

export default function PostJobRoute({ loaderData }: Route.ComponentProps) {
  const session = useSession();
  return (
    <Container width="md" className="pb-20">
      <PageHeader title="Post a Job" lead="Say what you need. Professionals will come to you." />
      {session.status === "loading" && <Skeletons count={1} label="Loading…" />}
      {session.status === "signed-out" && <SignInPanel />}
      {session.status === "signed-in" &&
        (session.profile && session.profile.account_type !== "client" ? (
          <Alert
            tone="warning"
            title="Feature not available"
            action={
              <ButtonLink to="/job-directory" size="sm" variant="outline">
                Job Directory
              </ButtonLink>
            }
          >
            Only clients can post jobs.
          </Alert>
        ) : (
          <PostJobForm
            groups={loaderData.groups}
            poster={{
              id: session.user.id,
              name: `${session.profile?.first_name ?? ""} ${session.profile?.last_name ?? ""}`.trim(),
              email: session.user.email ?? "",
              phone: session.profile?.phone_number ?? "",
              location: session.profile?.location ?? "",
            }}
          />
        ))}
    </Container>
  );
}
