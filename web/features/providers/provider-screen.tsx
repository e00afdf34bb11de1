import { useEffect } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { displayName } from "#domain/providers.ts";
import { SaveProviderButton } from "#web/features/bookmarks/index.ts";
import { type FeedbackPage, FeedbackTab, type Publication } from "#web/features/feedback/index.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TabLinks } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";
import { AboutTab } from "./about-tab.tsx";
import { PortfolioTab } from "./portfolio-tab.tsx";
import { ProviderHeader } from "./provider-header.tsx";
import type { ProviderProfile } from "./queries.ts";

/** The signed-in person who looks, as far as this page cares. */
export interface Viewer {
  userId: string;
  saved: boolean;
  reviewed: boolean;
}

const TABS = ["about", "portfolio", "feedback"] as const;
type TabName = (typeof TABS)[number];

const readTab = (params: URLSearchParams): TabName => {
  // action=contact forces the About tab (spec 2 section 2).
  if (params.get("action") === "contact") return "about";
  return TABS.find((name) => name === params.get("tab")) ?? "about";
};

const Missing = () => {
  const navigate = useNavigate();
  useEffect(() => {
    toast({
      title: "Profile not found",
      description: "The provider profile you're looking for doesn't exist or isn't accessible.",
      variant: "destructive",
    });
    const timer = setTimeout(() => void navigate("/directory", { replace: true }), 5000);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Container width="md" className="py-16">
      <EmptyState
        art="lost"
        title="Profile Not Available"
        action={<ButtonLink to="/directory">Back to Directory</ButtonLink>}
      >
        <p>The provider profile you're looking for doesn't exist or isn't accessible.</p>
      </EmptyState>
    </Container>
  );
};

/** A provider's page with its tabs, or the notice that there is none. */
export const ProviderScreen = ({
  provider,
  feedback,
  viewer,
  publication,
}: {
  provider: ProviderProfile | null;
  /** Null on the other tabs. */
  feedback: FeedbackPage | null;
  viewer: Viewer | null;
  publication: Publication;
}) => {
  const [params] = useSearchParams();
  const location = useLocation();
  if (!provider) return <Missing />;
  const tab = readTab(params);
  const path = `/directory/${provider.id}`;
  const isOwner = viewer?.userId === provider.id;
  const name = displayName({ business_name: provider.businessName, name: provider.name });
  const login = (parameter: "return" | "redirect") =>
    `/login?${parameter}=${encodeURIComponent(location.pathname + location.search)}`;

  return (
    <Container className="pb-20">
      <ProviderHeader
        provider={provider}
        actions={
          isOwner ? (
            <ButtonLink to="/account" variant="solid">
              Edit Full Profile
            </ButtonLink>
          ) : (
            <>
              {viewer && (
                <SaveProviderButton
                  providerId={provider.id}
                  userId={viewer.userId}
                  saved={viewer.saved}
                />
              )}
              {!viewer?.reviewed && (
                <ButtonLink
                  to={viewer ? `${path}?tab=feedback#leave-feedback` : login("return")}
                  variant="outline"
                >
                  Leave Feedback
                </ButtonLink>
              )}
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
            count: provider.samples.length,
            active: tab === "portfolio",
          },
          {
            to: `${path}?tab=feedback`,
            label: "Feedback",
            count: provider.ratingCount,
            active: tab === "feedback",
          },
        ]}
      />
      <div className="pt-8">
        {tab === "about" && <AboutTab provider={provider} isOwner={isOwner} />}
        {tab === "portfolio" && <PortfolioTab samples={provider.samples} name={name} />}
        {tab === "feedback" && feedback && (
          <FeedbackTab
            provider={{
              id: provider.id,
              name,
              ratingAverage: provider.ratingAverage,
            }}
            page={feedback}
            viewer={viewer}
            loginPath={login("redirect")}
            publication={publication}
          />
        )}
      </div>
      {isOwner && !provider.listed && (
        <p className="mt-10 text-ink-soft">
          Only you can see this page. It appears in the directory while your membership is live and
          your profile is visible.{" "}
          <Link to="/membership" className="link">
            See membership
          </Link>
        </p>
      )}
    </Container>
  );
};
