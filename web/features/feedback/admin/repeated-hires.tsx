import { countOf } from "#domain/values/numbers.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Link } from "#web/ui/link.tsx";
import type { RepeatedHire } from "./queries.ts";

/** Two people who may hire each other only to collect reviews: for a moderator to look at, nothing is done by itself. */
export const RepeatedHires = ({ hires }: { hires: readonly RepeatedHire[] }) =>
  hires.length > 0 && (
    <div className="mb-6">
      <Alert tone="warning" title="The same two hired each other more than twice in 30 days">
        <ul className="grid gap-1">
          {hires.map(({ client_id, client, provider_id, provider, hires: times, reviews }) => (
            <li key={client_id + provider_id}>
              {client} hired{" "}
              <Link to={`/directory/${provider_id}?tab=feedback`} className="link">
                {provider}
              </Link>{" "}
              {times} times and wrote {countOf(reviews, "review", "reviews")}
            </li>
          ))}
        </ul>
        <p className="mt-2">Only the newest of each person's reviews counts in a rating.</p>
      </Alert>
    </div>
  );
