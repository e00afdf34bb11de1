import { accountLabel } from "#domain/accounts.ts";
import { compareClaimEmails, describeClaimLink } from "#domain/businesses-claim-proof.ts";
import { formatUnbrokenDay } from "#domain/values/dates.ts";
import { reportAct } from "#web/features/site/admin/index.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import type { Claim } from "../queries.ts";
import { decideClaim } from "../writes.ts";

/** Who claims which business, and what there is to judge it by. */
const Proof = ({ claim }: { claim: Claim }) => {
  const { siteName } = useSettings();
  const { label, note, tone } = compareClaimEmails(claim.claimant_email, claim.business_email);
  return (
    <dl className="grid min-w-0 grow gap-x-4 gap-y-2 text-sm wrap-anywhere sm:grid-cols-[5rem_minmax(0,1fr)] sm:gap-y-1.5 [&_dt]:text-ink-soft max-sm:[&_dd]:-mt-2">
      <dt>Business</dt>
      <dd>
        <span className="block text-base font-semibold">{claim.business_name}</span>
        {claim.business_email}
      </dd>
      <dt>Claimant</dt>
      <dd>
        <Link to={`/admin/users?q=${encodeURIComponent(claim.claimant_email)}`} className="link">
          {claim.claimant_name || "Unknown"}
        </Link>
        {claim.claimant_business && `, ${claim.claimant_business}`}
        <span className="block">{claim.claimant_email}</span>
        <span className="block text-ink-soft">
          {accountLabel(claim.claimant_type, siteName)} since{" "}
          {formatUnbrokenDay(claim.claimant_joined)}
        </span>
      </dd>
      <dt>Evidence</dt>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        {note && <span>{note}</span>}
      </dd>
      <dt>Claimed</dt>
      <dd>
        {formatUnbrokenDay(claim.created_at)}. {describeClaimLink(claim)}
      </dd>
    </dl>
  );
};

/** The claims that wait for an admin, oldest first. */
export const Claims = ({ claims }: { claims: readonly Claim[] }) => {
  const { run, busy } = useWrite(decideClaim);
  const decide = (id: string, approve: boolean) => {
    const done = approve ? "Claim approved" : "Claim refused";
    return reportAct(run({ id, approve }), "Failed to decide the claim", done);
  };
  return (
    <Card className="mb-8">
      <h2 className="text-xl">Claims waiting for you</h2>
      <ul className="mt-4 -mb-4 divide-y divide-line border-t border-line">
        {claims.map((claim) => (
          <li
            key={claim.id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 sm:flex-nowrap"
          >
            <Proof claim={claim} />
            <span className="flex gap-2">
              <Button
                size="sm"
                busy={busy}
                aria-label={`Approve the claim to ${claim.business_name}`}
                onClick={() => void decide(claim.id, true)}
              >
                Approve
              </Button>
              <Button
                size="sm"
                variant="outline"
                busy={busy}
                aria-label={`Refuse the claim to ${claim.business_name}`}
                onClick={() => void decide(claim.id, false)}
              >
                Refuse
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
