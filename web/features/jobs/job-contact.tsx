import Lock from "lucide-react/icons/lock";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { accountLabels, accountsLabel } from "#domain/accounts/accounts.ts";
import { membersOnly } from "#domain/jobs/messages.ts";
import { SUBSCRIPTION_REQUIRED } from "#domain/membership/messages.ts";
import { priceOfMembership } from "#domain/membership/plans.ts";
import { rememberIntention } from "#web/session/intention.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { failureToast } from "#web/session/refusal.ts";
import { withReturn } from "#web/session/return-path.ts";
import { useSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Contact, revealContact } from "./contacts.ts";
import type { Job } from "./queries.ts";
import { ShownContact } from "./shown-contact.tsx";

/** Dummy text behind the blur: the page never contains a contact that was not revealed (P-07). */
const Blurred = () => (
  <p aria-hidden="true" className="blur-sm truncate select-none">
    A. Somebody · name@example.com · 01632 960000
  </p>
);

/** On a job's page, for those who cannot reveal the contact: who can, and how to become one of them. */
const Locked = ({ visitor }: { visitor: boolean }) => {
  const { siteName, plans } = useSettings();
  const { pathname, search } = useLocation();
  return (
    <div className={cx("grid gap-3", visitor && "for-visitors")}>
      <p className="flex items-start gap-2 text-sm text-ink-soft">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>{membersOnly(accountsLabel("provider", siteName))}</span>
      </p>
      {visitor && (
        <>
          <p className="text-sm">
            <span className="max-sm:hidden">Membership costs {priceOfMembership(plans)}. </span>
            We take no commission.
          </p>
          {/* On a telephone the bar has the price and both links. */}
          <ButtonLink
            to="/signup?type=provider"
            variant="signal"
            className="max-sm:hidden sm:max-lg:justify-self-start"
          >
            Become a Provider
          </ButtonLink>
          <p className="text-sm text-ink-soft max-sm:hidden">
            Already a member?{" "}
            <Link to={withReturn("/login", pathname + search)} className="link">
              Log in
            </Link>
          </p>
        </>
      )}
    </div>
  );
};

interface Contacted {
  job: Pick<Job, "id" | "user_id" | "status" | "reveals_left">;
  /** Unlocked before, so showing it again has no effect for the poster. */
  revealed: boolean;
  /** The provider was hired: they see it without a membership too, until the poster withdraws it. */
  hired?: boolean;
  /** In a list: the name of the part, which is left out for those who cannot reveal the contact. */
  label?: string;
  /** On the job's page: shown without a press to those who may see it again. */
  page?: boolean;
}

/** On a job's page, for those whom it costs nothing to see the contact: it is loaded with the page. */
const useContactAtOnce = (jobId: string, mayShow: boolean, show: (contact: Contact) => void) => {
  const [loading, setLoading] = useState(mayShow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each job and person
  useEffect(() => {
    setLoading(mayShow);
    if (!mayShow) return;
    let here = true;
    performWrite((db) => revealContact(db, jobId))
      .then((found) => here && show(found))
      // The button remains, and says why if it fails too.
      .catch(() => {})
      .finally(() => here && setLoading(false));
    return () => {
      here = false;
    };
  }, [jobId, mayShow]);
  return loading;
};

/** A job's contact details: hidden, offered, or shown, as the server allows. */
export const JobContact = ({ job, revealed, hired = false, label, page = false }: Contacted) => {
  const part = (content: ReactNode) =>
    label ? (
      <section aria-label={label} className="relative z-1 mt-1">
        {content}
      </section>
    ) : (
      content
    );
  const session = useSession();
  const [contact, setContact] = useState<Contact | null>(null);
  const pressed = useRef(false);
  const { run, busy } = useWrite(revealContact);
  const shownContact = useRef<HTMLElement>(null);
  // It takes the place of the button that was pressed.
  useEffect(() => {
    if (contact && pressed.current) shownContact.current?.focus();
  }, [contact]);
  const navigate = useNavigate();
  const { siteName, plans } = useSettings();
  const { client } = accountLabels(siteName);
  const reveal = async () => {
    try {
      const result = await run(job.id);
      if (!result) return;
      pressed.current = true;
      setContact(result);
      toast({ title: "Contact information revealed", variant: "success" });
    } catch (error) {
      const membership = "Activate your membership to see contact details.";
      const failure = failureToast(error, "Action failed", undefined, membership);
      const toMembership = {
        label: "Activate Membership",
        onPress: () => {
          rememberIntention("reveal", job.id);
          void navigate("/membership");
        },
      };
      toast({
        ...failure,
        ...(failure.title === SUBSCRIPTION_REQUIRED && { action: toMembership }),
      });
    }
  };

  const signedIn = session.status === "signed-in";
  const type = signedIn ? session.profile?.account_type : undefined;
  const isPoster = signedIn && session.user.id === job.user_id;
  const closed = hired ? !revealed : job.status !== "open";
  const full = !revealed && job.reveals_left === 0;
  const subscribed = signedIn && session.subscription.isSubscribed;
  const mayReread = (hired || subscribed) && revealed && !closed;
  const atOnce = page && (isPoster || (type === "provider" && mayReread));
  const loading = useContactAtOnce(job.id, atOnce, setContact);
  if (contact) return part(<ShownContact ref={shownContact} contact={contact} own={isPoster} />);
  if (loading) return <Skeleton className="h-16 w-full" />;
  if ((closed || full) && !isPoster && type !== "admin") {
    return part(
      <p className="text-sm text-ink-soft">
        {hired
          ? `This ${client} has withdrawn your access to their contact details.`
          : closed
            ? `This ${client} isn't taking more enquiries.`
            : `This ${client} has heard from enough professionals.`}
      </p>,
    );
  }
  // The list says once what a membership shows, and posters know their own contact.
  const needsMembership = type === "provider" && signedIn && !subscribed && !hired;
  if (label && (needsMembership || isPoster)) return null;
  if (!isPoster && type !== "provider" && type !== "admin") {
    return label ? null : <Locked visitor={!signedIn} />;
  }
  return part(
    <div className="grid gap-2">
      {type !== "admin" && <Blurred />}
      <p className="sr-only">The contact details are hidden.</p>
      <Button
        size="sm"
        variant={type === "admin" ? "outline" : "solid"}
        busy={busy}
        onClick={() => void reveal()}
        className="justify-self-start"
      >
        {revealed || isPoster || type === "admin" ? "Show Contact" : "Reveal Contact"}
      </Button>
      {needsMembership && (
        <p className="text-sm text-ink-soft">Membership costs {priceOfMembership(plans)}.</p>
      )}
    </div>,
  );
};
