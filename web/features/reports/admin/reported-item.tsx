import { Fragment } from "react";
import { accountPath } from "#domain/accounts/admin.ts";
import { isWaiting } from "#domain/reports/reports.ts";
import { LoadFailure } from "#web/ui/admin/load-failure.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Link } from "#web/ui/link.tsx";
import { PictureStrip } from "#web/ui/pictures/picture-strip.tsx";
import type { ReportCase } from "../queries.ts";
import { type LoadedReport, REPORTED_NOT_LOADED, type Reported } from "../reported.ts";

/** Of what is hidden, closed or deleted. */
export const NOT_SEEN = "Visitors do not see it now";

/** Where an admin acts on what was reported; null if nothing is there. With `hides`, the decision itself can hide it. */
const actionOf = (found: ReportCase, item: Reported | null | undefined, hides: boolean) => {
  const { target_type, target_label, target_path, owner } = found;
  // Admins read every job until it is deleted.
  if (target_type === "job")
    return item
      ? {
          to: `${target_path}#moderation`,
          label: hides ? "Delete the job instead" : "Close or delete the job",
        }
      : null;
  if (target_type === "profile") {
    const to = owner?.email && `/admin/users?q=${encodeURIComponent(owner.email)}`;
    const label = hides ? "Deactivate the account instead" : "Hide or deactivate the account";
    return to ? { to, label } : null;
  }
  const to = `/admin/feedback?state=all&q=${encodeURIComponent(target_label)}`;
  return { to, label: hides ? "Edit or delete it instead" : "Hide, edit or delete the feedback" };
};

/** Leads to where an admin acts on what was reported, if there is such a place. */
export const ActionLink = ({
  found,
  reported,
  hides = false,
}: {
  found: ReportCase;
  reported: LoadedReport | null;
  /** Beside it is the choice to hide what was reported. */
  hides?: boolean;
}) => {
  // Nobody acts on a message here but by its pictures.
  const action = found.target_type === "message" ? null : actionOf(found, reported?.item, hides);
  return (
    action && (
      <Link to={action.to} className="link">
        {action.label}
      </Link>
    )
  );
};

/** After a report was upheld, which hides nothing by itself: that visitors still see it, and the way to act on it. */
export const StillPublic = ({
  found,
  reported,
}: {
  found: ReportCase;
  reported: LoadedReport | null;
}) => {
  const { state, target_type } = found;
  if (state !== "upheld" || !reported?.item?.isPublic) return null;
  return (
    <Alert tone="warning" title={`The ${target_type} is still public`}>
      <ActionLink found={found} reported={reported} />
    </Alert>
  );
};

/** To a page in a new tab, so that the case stays open. */
const PageLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" rel="noreferrer" className="link">
    {children}
    <span className="sr-only">, opens in a new tab</span>
  </a>
);

const factsOf = ({ item, reports }: LoadedReport): Reported["facts"] => [
  ...(item?.facts ?? []),
  ...(typeof reports === "number"
    ? [["Other reports", reports ? `${reports}` : "None"] as const]
    : []),
];

const Facts = ({ facts }: Pick<Reported, "facts">) =>
  facts.length > 0 && (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-sm [&_dt]:text-ink-soft">
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );

const Item = ({ item, facts }: { item: Reported; facts: Reported["facts"] }) => (
  <div className="mt-2 grid gap-1 wrap-anywhere">
    <p className="font-semibold">{item.title}</p>
    <Facts facts={facts} />
    {item.text && (
      <p className="mt-2 max-h-72 max-w-prose overflow-y-auto whitespace-pre-line">{item.text}</p>
    )}
    <PictureStrip
      pictures={item.pictures.slice(0, 12)}
      title={item.title}
      from="the reported person"
    />
  </div>
);

/** To see whether the same job was posted more than once. */
const OtherJobs = ({ jobs }: { jobs: NonNullable<LoadedReport["others"]> }) =>
  jobs.length === 0 ? (
    <p className="mt-3 text-sm text-ink-soft">
      This person has no other job here. Deleted ones are not listed.
    </p>
  ) : (
    <>
      <h3 className="mt-3 font-sans text-base font-semibold">Other jobs by this person</h3>
      <ul className="mt-1 grid gap-1">
        {jobs.map(({ path, title, note }) => (
          <li key={path} className="wrap-anywhere">
            <PageLink to={path}>{title}</PageLink>{" "}
            <span className="text-sm text-ink-soft">{note}</span>
          </li>
        ))}
      </ul>
    </>
  );

/** What visitors see of what was reported, and the way to its page. */
export const ReportedItem = ({
  found,
  reported,
}: {
  found: ReportCase;
  /** Null if it could not be loaded. */
  reported: LoadedReport | null;
}) => {
  const item = reported?.item;
  return (
    <section aria-labelledby="reported" className="mt-6 rounded-lg border border-line p-4 sm:p-5">
      <h2 id="reported" className="text-sm font-semibold text-ink-soft">
        {reported && !item ? NOT_SEEN : `The ${found.target_type}, as it is now`}
      </h2>
      {!reported && (
        <div className="mt-3">
          <LoadFailure words={REPORTED_NOT_LOADED} />
        </div>
      )}
      {item && <Item item={item} facts={factsOf(reported)} />}
      {reported?.others && <OtherJobs jobs={reported.others} />}
      {reported && !item && (
        <div className="mt-2 grid gap-2">
          <p>
            {`It is not listed, or was hidden, closed or deleted.${isWaiting(found.state) ? " Decide by the details." : ""}`}
          </p>
          <Facts facts={factsOf(reported)} />
        </div>
      )}
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm empty:hidden">
        {item && <PageLink to={found.target_path}>Open its page</PageLink>}
        {found.owner?.email && (
          <Link to={accountPath(found.owner.email)} className="link">
            View the account
          </Link>
        )}
        {/* Of a case that waits it is beside the decision, and of what visitors do not see the account leads on. */}
        {found.state === "upheld" && item && <ActionLink found={found} reported={reported} />}
      </p>
    </section>
  );
};
