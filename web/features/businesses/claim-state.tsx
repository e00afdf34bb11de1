import { Badge } from "#web/ui/badge.tsx";
import type { ClaimStatus, OwnClaim } from "./queries.ts";

const WORDS: Record<
  ClaimStatus,
  { label: string; tone: "info" | "success" | "danger"; why: string }
> = {
  pending: {
    label: "Waiting",
    tone: "info",
    why: "We'll email you when the business or our team decides.",
  },
  approved: { label: "Approved", tone: "success", why: "This business is yours." },
  refused: {
    label: "Not approved",
    tone: "danger",
    why: "If you think this is a mistake, write to us at the address below.",
  },
};

/** The progress of a claim, as text. */
export const ClaimState = ({ status }: { status: ClaimStatus }) => {
  const { label, tone, why } = WORDS[status];
  return (
    <>
      <Badge tone={tone}>{label}</Badge> <span className="text-sm text-ink-soft">{why}</span>
    </>
  );
};

/** The person's own claims on the dashboard; nothing without any. */
export const OwnClaims = ({ claims }: { claims: readonly OwnClaim[] }) =>
  claims.length > 0 && (
    <section aria-labelledby="claims" className="mt-12">
      <h2 id="claims" className="text-xl">
        Business claims
      </h2>
      <ul className="mt-3 max-w-3xl">
        {claims.map(({ id, business_name, status }) => (
          <li key={id} className="border-b border-line py-4 wrap-anywhere last:border-b-0">
            <p className="font-semibold">{business_name}</p>
            <p className="mt-1">
              <ClaimState status={status} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
