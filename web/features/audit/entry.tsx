import ChevronDown from "lucide-react/icons/chevron-down";
import { formatMoment } from "#domain/values/dates.ts";
import { type Change, differences, doneLabel, fieldLabel, targetLabel } from "./difference.ts";
import type { AuditEntry } from "./queries.ts";

const State = ({ label, text, tone }: { label: string; text: string | null; tone: string }) => (
  <dd className={`rounded-md px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap ${tone}`}>
    <span className="block text-xs font-semibold text-ink-soft">{label}</span>
    {text === null ? <span className="text-ink-soft">Empty</span> : <span>{text}</span>}
  </dd>
);

const Difference = ({ change }: { change: Change }) => (
  <div className="grid gap-2 sm:grid-cols-[10rem_1fr_1fr] sm:gap-3">
    <dt className="pt-2 text-sm font-semibold">{change.field}</dt>
    <State label="Before" text={change.before} tone="bg-sunken" />
    <State label="After" text={change.after} tone="bg-brand-wash" />
  </div>
);

/** One action: a line that opens to the reason and the values before and after. */
export const Entry = ({ entry }: { entry: AuditEntry }) => {
  const changes = differences(entry.before, entry.after);
  return (
    <li className="border-b border-line">
      <details className="group">
        <summary className="grid cursor-pointer list-none gap-x-4 gap-y-1 py-4 max-md:grid-cols-[1fr_1.25rem] max-md:[&>span]:col-start-1 md:[&>span>span]:text-sm md:grid-cols-[10rem_6rem_1fr_1.25rem] md:items-baseline [&::-webkit-details-marker]:hidden">
          <span className="text-sm text-ink-soft md:contents">
            <span className="max-md:mr-3">{formatMoment(entry.created_at)}</span>{" "}
            <span className="wrap-anywhere max-md:after-dot">
              <span className="sr-only">by </span>
              {entry.actor_name}
            </span>
          </span>{" "}
          <span className="min-w-0 wrap-anywhere">
            <strong className="font-semibold">
              {doneLabel(entry.action, entry.after, entry.before)}
            </strong>
            <bdi> {targetLabel(entry)}</bdi>
            {entry.reason && (
              <span className="block text-sm text-ink-soft group-open:hidden">{entry.reason}</span>
            )}
          </span>
          <ChevronDown
            aria-hidden="true"
            className="mt-0.5 size-5 self-start text-ink-soft transition-transform group-open:rotate-180 max-md:col-start-2 max-md:row-start-1 motion-reduce:transition-none"
          />
        </summary>
        <div className="grid gap-4 pb-6">
          <p>
            <span className="font-semibold">Why: </span>
            <span className={entry.reason ? undefined : "text-ink-soft"}>
              {entry.reason ?? "No reason was given."}
            </span>
          </p>
          {changes.length > 0 ? (
            <dl className="grid gap-4">
              {changes.map((change) => (
                <Difference key={change.field} change={change} />
              ))}
            </dl>
          ) : (
            <p className="text-ink-soft">Nothing was changed by it.</p>
          )}
          <p className="text-sm text-ink-soft wrap-anywhere">
            Entry {entry.id}, {fieldLabel(entry.target_table)}
            {entry.target_id ? ` ${entry.target_id}` : ""}
          </p>
        </div>
      </details>
    </li>
  );
};
