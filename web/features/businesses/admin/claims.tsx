import { useState } from "react";
import { accountLabel } from "#domain/accounts/accounts.ts";
import { accountPath } from "#domain/accounts/admin.ts";
import { compareClaimEmails, describeClaimLink } from "#domain/businesses/claim-proof.ts";
import { formatUnbrokenDay } from "#domain/values/dates.ts";
import { useSettings } from "#web/session/settings.ts";
import { reportAct, useAct } from "#web/ui/admin/act.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { Count } from "#web/ui/tab-links.tsx";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import type { Claim } from "../queries.ts";
import { decideClaim } from "../writes.ts";

/** Who claims which business, and what there is to judge it by. */
const Proof = ({ claim, first }: { claim: Claim; first: boolean }) => {
  const { siteName } = useSettings();
  const answer = describeClaimLink(claim);
  const { label, note, tone, domain } = compareClaimEmails(
    claim.claimant_email,
    claim.business_email,
  );
  return (
    <dl
      className={cx(
        "grid grow gap-x-6 gap-y-3 text-sm wrap-anywhere sm:grid-cols-2 lg:grid-cols-4 [&_dt]:text-ink-soft",
        // In columns, those of the first one are above them all.
        !first && "lg:[&_dt]:sr-only",
      )}
    >
      <div>
        <dt>Business</dt>
        <dd>
          <span className="block text-base font-semibold">{claim.business_name}</span>
          {claim.business_email}
        </dd>
      </div>
      <div>
        <dt>Claimant</dt>
        <dd>
          <Link to={accountPath(claim.claimant_email)} className="link">
            {claim.claimant_name || "Unknown"}
          </Link>
          {claim.claimant_business && <span className="block">{claim.claimant_business}</span>}
          <span className="block">{claim.claimant_email}</span>
          <span className="dotted text-ink-soft">
            <span>{accountLabel(claim.claimant_type, siteName)}</span>
            <span>joined {formatUnbrokenDay(claim.claimant_joined)}</span>
            <span>claimed {formatUnbrokenDay(claim.created_at)}</span>
          </span>
        </dd>
      </div>
      <div>
        <dt>Evidence</dt>
        <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          {note && <span>{note}</span>}
          {domain && (
            <a href={`https://${domain}`} target="_blank" rel="noreferrer" className="link">
              Open {domain}
            </a>
          )}
        </dd>
      </div>
      {answer && (
        <div>
          <dt>Email to the business</dt>
          <dd>{answer}</dd>
        </div>
      )}
    </dl>
  );
};

interface Choice {
  claim: Claim;
  approve: boolean;
}

/** Asks before a decision, because it can't be undone; the claimant can't claim the business again after a refusal. */
const DecideDialog = ({
  choice,
  open,
  onClose,
}: {
  choice: Choice;
  open: boolean;
  onClose: () => void;
}) => {
  const { run } = useAct(decideClaim);
  const { claim, approve } = choice;
  const business = claim.business_name;
  const claimant = claim.claimant_name || claim.claimant_email;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={approve ? "Approve this claim?" : "Refuse this claim?"}
      description={
        approve
          ? `“${business}” will belong to ${claimant}, and any other claim to it is refused. We email the decision. It can't be undone.`
          : `${claimant} won't get “${business}” and can't claim it again. We email the decision. It can't be undone.`
      }
      confirmLabel={approve ? "Approve claim" : "Refuse claim"}
      danger={!approve}
      onConfirm={() =>
        reportAct(
          run({ id: claim.id, approve }),
          "Failed to decide the claim",
          approve ? "Claim approved" : "Claim refused",
          business,
        )
      }
    />
  );
};

const Waiting = ({
  claims,
  onChoose,
}: {
  claims: readonly Claim[];
  onChoose: (choice: Choice) => void;
}) => {
  const listFocus = useListFocus<HTMLUListElement>();
  return (
    <ul
      {...listFocus}
      className="mt-4 -mb-4 divide-y divide-line border-t border-line empty:hidden"
    >
      {claims.map((claim, at) => (
        <li key={claim.id} className="grid gap-4 py-4 lg:flex lg:gap-6">
          <Proof claim={claim} first={at === 0} />
          <span className="flex shrink-0 gap-2 lg:flex-col">
            <Button
              variant="solid"
              aria-label={`Approve the claim to ${claim.business_name}`}
              onClick={() => onChoose({ claim, approve: true })}
            >
              Approve
            </Button>
            <Button
              variant="outline"
              aria-label={`Refuse the claim to ${claim.business_name}`}
              onClick={() => onChoose({ claim, approve: false })}
            >
              Refuse
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
};

/** The claims that wait for an admin, oldest first; after the last one was decided, that none waits. */
export const Claims = ({ claims }: { claims: readonly Claim[] }) => {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [open, setOpen] = useState(false);
  if (claims.length === 0 && !choice) return null;
  return (
    <Card className="mb-10">
      <h2 id="claims" className="flex scroll-mt-8 items-center gap-2 text-xl">
        <span>Claims waiting for you </span>
        <Count value={claims.length} />
      </h2>
      <Waiting
        claims={claims}
        onChoose={(chosen) => {
          setChoice(chosen);
          setOpen(true);
        }}
      />
      {claims.length === 0 && (
        <p className="mt-3">
          You're all caught up.{" "}
          <Link to="/admin/dashboard" className="link">
            Back to the dashboard
          </Link>
        </p>
      )}
      {choice && <DecideDialog choice={choice} open={open} onClose={() => setOpen(false)} />}
    </Card>
  );
};
