import { Link } from "#web/ui/link.tsx";
import { Entry } from "./entry.tsx";
import type { AuditEntry } from "./queries.ts";

/** What admins and the system did last, on the dashboard. */
export const LatestChanges = ({ entries }: { entries: readonly AuditEntry[] }) =>
  entries.length === 0 ? null : (
    <section aria-labelledby="changes" className="mt-10">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="changes" className="text-xl">
          Latest changes
        </h2>
        <Link to="/admin/audit" className="link">
          Audit log
        </Link>
      </div>
      <ol className="border-t border-line">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
