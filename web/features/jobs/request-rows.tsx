import { Badge } from "#web/ui/badge.tsx";
import { Link } from "#web/ui/link.tsx";
import { PANEL_ROW } from "#web/ui/panel.tsx";
import type { RequestedOfMe } from "./requests.ts";

/** The jobs whose posters have asked a provider by name, above all others. */
export const RequestRows = ({ jobs }: { jobs: readonly RequestedOfMe[] }) =>
  jobs.length > 0 && (
    <ul aria-label="You have been asked" className="mt-1">
      {jobs.map((job) => (
        <li key={job.id} className={PANEL_ROW}>
          <Link to={`/job-directory?job=${job.id}`} className="link wrap-anywhere">
            {job.title}
          </Link>{" "}
          <Badge tone="info">You were asked</Badge>
          <p className="dotted text-sm text-ink-soft">
            {job.location && <span>{job.location}</span>}
            <span>{job.budget ?? "Budget to be agreed"}</span>
          </p>
        </li>
      ))}
    </ul>
  );
