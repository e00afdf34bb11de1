import Globe from "lucide-react/icons/globe";
import Phone from "lucide-react/icons/phone";
import { Link } from "react-router";
import { displayName } from "#domain/providers.ts";
import { useSession } from "#web/session/session.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import type { ProviderProfile } from "./queries.ts";

/** The site never mediates a first message: whoever shows nothing is reached by posting a job. */
const PostAJob = () => (
  <>
    <p className="text-sm text-ink-soft">
      Post a job, and professionals who are members can get in touch with you.
    </p>
    <ButtonLink to="/post-job" variant="signal" className="sm:max-lg:justify-self-start">
      Post a Job
    </ButtonLink>
  </>
);

const ForOwner = ({ reachable }: { reachable: boolean }) => (
  <p className="text-sm text-ink-soft">
    {reachable
      ? "This is what clients see. "
      : "Clients see no way to reach you here. Show your phone number, or add a website. "}
    <Link to="/account" className="link">
      {reachable ? "Change it" : "Do it now"}
    </Link>
  </p>
);

/** How to reach a provider: what they chose to show, or the way round when that is nothing. */
export const ContactPanel = ({
  provider,
  isOwner,
}: {
  provider: ProviderProfile;
  isOwner: boolean;
}) => {
  const session = useSession();
  const type = session.status === "signed-in" ? session.profile?.account_type : "client";
  const website = provider.links.find(({ network }) => network === "website");
  const reachable = Boolean(provider.phone ?? website);
  const name = displayName({ business_name: provider.businessName, name: provider.name });
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="grid gap-3 rounded-lg border border-line bg-surface p-5"
    >
      <h2 id="contact-title" className="text-xl">
        Get in touch
      </h2>
      {provider.phone && (
        <a
          href={`tel:${provider.phone.replace(/[^+\d]/g, "")}`}
          className={buttonClass(isOwner ? "outline" : "signal")}
        >
          <Phone aria-hidden="true" />
          Call {provider.phone}
        </a>
      )}
      {website && (
        <a
          href={website.url}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className={buttonClass(provider.phone || isOwner ? "outline" : "signal")}
        >
          <Globe aria-hidden="true" />
          Visit website
          <span className="sr-only">, opens in a new tab</span>
        </a>
      )}
      {isOwner ? (
        <ForOwner reachable={reachable} />
      ) : (
        !reachable && (
          <>
            <p>{name} shows no phone number or website here.</p>
            {type === "client" && <PostAJob />}
          </>
        )
      )}
    </section>
  );
};
