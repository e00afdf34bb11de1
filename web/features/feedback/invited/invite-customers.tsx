import { useState } from "react";
import { INVITED_A_WEEK, reviewPath } from "#domain/feedback/feedback.ts";
import { faultOf } from "#domain/site/faults.ts";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import { countOf } from "#domain/values/numbers.ts";
import { sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { copyText } from "#web/ui/copy-text.ts";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { inviteCustomers, loadReviewLink, type Outcome } from "./queries.ts";

const OUTCOMES: Record<Exclude<Outcome, "asked">, string> = {
  invalid: "not an email address",
  own: "your own",
  before: "already asked within a year, or wants no such emails",
  week: "not sent, because this week's twenty are used up",
};

const addressesIn = (typed: string): string[] => [
  ...new Set(typed.split(/[\s,;<>]+/).filter((part) => part.includes("@"))),
];

/** Up to twenty addresses, each with what became of it. */
const ByEmail = () => {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<Awaited<ReturnType<typeof inviteCustomers>>>();
  const { run, busy } = useWrite(inviteCustomers);
  const send = async () => {
    const addresses = addressesIn(typed);
    setSent(undefined);
    if (addresses.length === 0 || addresses.length > INVITED_A_WEEK) {
      setProblem(`Please enter 1 to ${INVITED_A_WEEK} email addresses.`);
      return;
    }
    setProblem(undefined);
    try {
      const done = await run(addresses);
      if (!done) return;
      setSent(done);
      setTyped(
        done.flatMap(({ address, outcome }) => (outcome === "week" ? address : [])).join("\n"),
      );
    } catch (error) {
      setProblem(faultOf(error, UNEXPECTED_ERROR).message);
    }
  };
  const others = sent?.filter(({ outcome }) => outcome !== "asked") ?? [];
  return (
    <div className="grid gap-3">
      <Field
        label="Email earlier customers"
        hint={`At most ${INVITED_A_WEEK} a week. Each gets one email that names you and one reminder, and can stop them.`}
        error={problem}
      >
        <Textarea
          rows={3}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          placeholder="One address on each line"
          autoComplete="off"
        />
      </Field>
      <div>
        <Button variant="outline" busy={busy} onClick={() => void send()}>
          Send the emails
        </Button>
      </div>
      {sent && (
        <Alert
          live
          tone={others.length > 0 ? "warning" : "success"}
          title={`${countOf(sent.length - others.length, "email", "emails")} sent`}
        >
          {others.length > 0 && (
            <ul>
              {others.map(({ address, outcome }) => (
                <li key={address} className="wrap-anywhere">
                  {address}: {OUTCOMES[outcome as keyof typeof OUTCOMES]}
                </li>
              ))}
            </ul>
          )}
        </Alert>
      )}
    </div>
  );
};

/** How a provider asks earlier customers for feedback: a link, a card, emails; and a badge for their own site. */
export const InviteCustomers = ({ providerId, name }: { providerId: string; name: string }) => {
  const [busy, setBusy] = useState(false);
  const [renewing, setRenewing] = useState(false);
  const { siteName } = useSettings();
  const copyLink = async (renew: boolean) => {
    setBusy(true);
    try {
      const code = await loadReviewLink(await sessionClient(), renew);
      await copyText(window.location.origin + reviewPath(code));
    } catch (error) {
      const { message } = faultOf(error, UNEXPECTED_ERROR);
      toast({ title: "Could not load your link", description: message, variant: "destructive" });
    } finally {
      setBusy(false);
    }
  };
  const copyBadge = () => {
    const { origin } = window.location;
    const alt = `${name} on ${siteName}`.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    return copyText(
      `<a href="${origin}/directory/${providerId}"><img src="${origin}/badge/${providerId}.svg" alt="${alt}" width="260" height="64"></a>`,
      "badge",
    );
  };
  return (
    <Card className="mb-8 grid gap-5">
      <div>
        <h2 className="text-xl">Ask earlier customers</h2>
        <p className="mt-1 text-ink-soft">
          Customers with your link can leave feedback without an account. It says that you asked,
          and that the work was not arranged here. Your link leads all of them to the same form.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => void copyLink(false)}>
          Copy my link
        </Button>
        <ButtonLink to="/profile/card" variant="outline">
          Print a card
        </ButtonLink>
        <Button variant="outline" onClick={() => void copyBadge()}>
          Copy my badge
        </Button>
        <Button variant="quiet" onClick={() => setRenewing(true)}>
          Renew the link
        </Button>
      </div>
      <ConfirmDialog
        open={renewing}
        onOpenChange={setRenewing}
        title="Renew your link?"
        description="The old link, and every card that you have printed, stop working."
        confirmLabel="Renew the link"
        onConfirm={() => copyLink(true)}
      />
      <ByEmail />
    </Card>
  );
};
