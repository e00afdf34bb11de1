import Bookmark from "lucide-react/icons/bookmark";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { slugOf, tradeOf } from "#domain/categories/categories.ts";
import { leaveFeedbackPath, mayGiveFeedback } from "#domain/feedback/feedback.ts";
import { workSamples } from "#domain/providers/portfolio.ts";
import { displayName } from "#domain/providers/providers.ts";
import { isUuid } from "#domain/values/uuid.ts";
import { type FeedbackPage, FeedbackTab, type Reviewer } from "#web/features/feedback/index.ts";
import { ReportButton } from "#web/features/reports/index.ts";
import { takeIntention } from "#web/session/intention.ts";
import { useSession } from "#web/session/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { requestLogIn } from "#web/ui/connected/request-log-in.ts";
import { Container } from "#web/ui/container.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { toast } from "#web/ui/toast.ts";
import { AboutTab } from "./about-tab.tsx";
import { BesideContact, ContactBar, ContactShortcut } from "./contact-panel.tsx";
import { OwnActions, OwnNotes } from "./editing/owner-only.tsx";
import { useEditing } from "./editing/use-editing.ts";
import { NotAvailable, PROFILE_MISSING } from "./not-available.tsx";
import { OwnPortfolio } from "./portfolio/own-portfolio.tsx";
import { PortfolioTab } from "./portfolio/portfolio-tab.tsx";
import type { ProviderPage, ProviderProfile } from "./profile-queries.ts";
import { ProviderHeader } from "./provider-header.tsx";
import { SaveProviderButton } from "./saved-providers.tsx";
import { PrintButton, ShareButton } from "./share-buttons.tsx";

/** The first paint marks a person's own page (web/session/first-paint.ts), until the page knows who looks at it. */
const useOwnMark = (viewer: object | null): void => {
  const { status } = useSession();
  const known = viewer !== null || status === "signed-out";
  useEffect(() => {
    const unmark = () => delete document.documentElement.dataset.own;
    if (known) unmark();
    return () => void unmark();
  }, [known]);
};

/** The signed-in viewer, with the facts that this page needs. */
interface Viewer extends Reviewer {
  saved: boolean;
}

const TABS = ["about", "portfolio", "feedback"] as const;
type TabName = (typeof TABS)[number];

const readTab = (params: URLSearchParams): TabName => {
  // action=contact forces the About tab (spec 2 section 2).
  if (params.get("action") === "contact") return "about";
  return TABS.find((name) => name === params.get("tab")) ?? "about";
};

const Loading = () => (
  <Container className="py-16">
    <Skeletons count={2} label="Loading profile..." />
    <p aria-hidden="true" className="mt-6 text-center text-ink-soft">
      Loading profile...
    </p>
  </Container>
);

const Missing = ({ visitor }: { visitor: VisitorState }) => {
  const navigate = useNavigate();
  useEffect(() => {
    if (visitor !== "done") return;
    const timer = setTimeout(() => {
      // Where it explains the other page; on this one it would say the same twice.
      toast({
        title: "Profile not found",
        description: PROFILE_MISSING,
        variant: "destructive",
      });
      void navigate("/directory", { replace: true });
    }, 5000);
    return () => clearTimeout(timer);
  }, [navigate, visitor]);
  if (visitor === "as a person") return <Loading />;
  if (visitor === "done") return <NotAvailable />;
  // The first paint knows by its mark whether a person may be signed in (web/session/first-paint.ts).
  return (
    <>
      <div className="hidden in-data-[session=stored]:block">
        <Loading />
      </div>
      <div className="in-data-[session=stored]:hidden">
        <NotAvailable />
      </div>
    </>
  );
};

type VisitorState = "for who is here" | "as a person" | "done";

/**
 * The state of the search when the server found nobody: a signed-in person may see more than a visitor, for
 * example an owner their own hidden page.
 */
const useVisitorState = (viewer: Viewer | null): VisitorState => {
  const session = useSession();
  if (session.status === "loading") return "for who is here";
  return session.status === "signed-in" && viewer === null ? "as a person" : "done";
};

type Page = Pick<ProviderPage, "services" | "availability" | "latest"> & {
  /** How the provider responds. */
  response: ReactNode;
  /** Null on the other tabs. */
  feedback: FeedbackPage | "failed" | null;
  /** Of the Portfolio tab; null if there are none. */
  clientPictures: ReactNode;
  viewer: Viewer | null;
};

/** A provider's page with its tabs, or the notice that there is none. */
export const ProviderScreen = ({
  provider,
  ...page
}: Page & { provider: ProviderProfile | null }) => {
  const visitor = useVisitorState(page.viewer);
  if (provider) return <Profile key={provider.id} loaded={provider} {...page} />;
  return <Missing visitor={visitor} />;
};

/** If a person wanted to leave feedback before logging in, the form is open. */
const useIntendedFeedback = (viewer: Viewer | null, id: string, form: string) => {
  const navigate = useNavigate();
  const mayGive = viewer !== null && mayGiveFeedback(viewer, id);
  useEffect(() => {
    if (mayGive && takeIntention("feedback", id)) void navigate(form, { replace: true });
  }, [mayGive, id, form, navigate]);
};

const Profile = ({
  loaded,
  services,
  availability,
  response,
  feedback,
  clientPictures,
  latest,
  viewer,
}: Page & { loaded: ProviderProfile }) => {
  const [params] = useSearchParams();
  const location = useLocation();
  const owned = useEditing(loaded);
  const isOwn = viewer?.userId === loaded.id;
  const [preview, setPreview] = useState(params.get("view") === "visitor");
  const asVisitor = isOwn && preview;
  const provider = asVisitor ? { ...owned.provider, own: null, listed: true } : owned.provider;
  const editing = provider.own && owned;
  const samples = workSamples(provider.work_samples);
  const tab = readTab(params);
  const path = `/directory/${provider.id}`;
  const isOwner = isOwn && !asVisitor;
  const name = displayName(provider);
  const trade = tradeOf(provider.selections);
  const job = params.get("job");
  const writing = leaveFeedbackPath(provider.id, isUuid(job) ? job : null);
  useIntendedFeedback(viewer, provider.id, writing);
  useOwnMark(viewer);
  const login = (parameter: "return" | "redirect") =>
    `/login?${parameter}=${encodeURIComponent(location.pathname + location.search)}`;

  return (
    <Container className="pb-20 max-sm:has-data-bottom-bar:pb-8">
      {isOwn && (
        <Suspense fallback={null}>
          <OwnNotes asVisitor={asVisitor} listed={loaded.listed} onEdit={() => setPreview(false)} />
        </Suspense>
      )}
      <ProviderHeader
        provider={provider}
        services={services}
        hours={availability.hours}
        editing={editing}
        actions={
          isOwner ? (
            <>
              <Suspense fallback={null}>
                <OwnActions onPreview={() => setPreview(true)} />
              </Suspense>
              <ShareButton id={provider.id} name={name} />
            </>
          ) : (
            <>
              <ContactShortcut provider={provider} isOwner={isOwner} />
              {isOwn ? null : viewer ? (
                <SaveProviderButton
                  providerId={provider.id}
                  userId={viewer.userId}
                  saved={viewer.saved}
                />
              ) : (
                <ButtonLink
                  to={login("return")}
                  variant="outline"
                  className="for-others max-sm:size-11 max-sm:min-w-0!"
                  icon={<Bookmark aria-hidden="true" />}
                  data-scripted=""
                  onClick={() => requestLogIn("save", provider.id)}
                >
                  <span className="max-sm:sr-only">Save</span>
                </ButtonLink>
              )}
              <ShareButton id={provider.id} name={name} />
            </>
          )
        }
      />
      <TabLinks
        label={`About ${name}`}
        links={[
          { to: path, label: "About", active: tab === "about" },
          {
            to: `${path}?tab=portfolio`,
            label: "Portfolio",
            count: samples.length || undefined,
            active: tab === "portfolio",
          },
          {
            to: `${path}?tab=feedback`,
            label: "Feedback",
            count: provider.rating_count || undefined,
            active: tab === "feedback",
          },
        ]}
      />
      <div className="pt-8">
        {tab === "about" && (
          <AboutTab
            provider={provider}
            services={services}
            availability={availability}
            response={response}
            latest={latest}
            leaveFeedback={
              mayGiveFeedback(viewer, provider.id) && (
                <ButtonLink
                  to={viewer ? writing : login("return")}
                  variant="outline"
                  className="for-others"
                  data-scripted=""
                  onClick={() => viewer || requestLogIn("feedback", provider.id)}
                >
                  Leave Feedback
                </ButtonLink>
              )
            }
            editing={editing}
          />
        )}
        {tab === "portfolio" &&
          (isOwner && provider.own ? (
            <>
              <OwnPortfolio samples={samples} userId={provider.id} />
              {clientPictures}
            </>
          ) : (
            <BesideContact provider={provider} services={services} isOwner={isOwner}>
              {(samples.length > 0 || !clientPictures) && (
                <PortfolioTab samples={samples} name={name} />
              )}
              {clientPictures}
            </BesideContact>
          ))}
        {tab === "feedback" && feedback === "failed" && (
          <LoadProblem title="Failed to load feedback" />
        )}
        {tab === "feedback" && feedback && feedback !== "failed" && (
          <BesideContact provider={provider} services={services} isOwner={isOwner}>
            <FeedbackTab
              provider={{
                id: provider.id,
                name,
                ratingAverage: provider.rating_average,
              }}
              page={feedback}
              viewer={asVisitor ? null : viewer}
              loginPath={login("redirect")}
            />
          </BesideContact>
        )}
      </div>
      <div className="mt-12 border-t border-line pt-4 print:hidden">
        <div className="-ml-3 flex flex-wrap items-center gap-2">
          <PrintButton />
          {!isOwn && (
            <div className="for-others">
              <ReportButton target={{ type: "profile", id: provider.id }} what={name} />
            </div>
          )}
          {!isOwner && trade && (
            <Link to={`/categories/${slugOf(trade)}`} className="link ml-auto py-1">
              More in {trade}
            </Link>
          )}
        </div>
      </div>
      <ContactBar provider={provider} isOwner={isOwner} />
    </Container>
  );
};
