import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { HEALTH_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { formatMoment } from "#domain/values/dates.ts";
import { countOf } from "#domain/values/numbers.ts";
import { useSettings } from "#web/session/settings.ts";
import { LoadFailure } from "#web/ui/admin/load-failure.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { BACKUP, formatBytes, type Health, hasNoBackups } from "./health.ts";
import { RetryMail, WaitingMails } from "./health-mails.tsx";
import { Tasks } from "./health-tasks.tsx";
import { NoBackups, PARTS, Troubles } from "./health-troubles.tsx";

const ICONS = { success: CircleCheck, neutral: Clock, warning: TriangleAlert } as const;
const COLOURS = {
  success: "text-success",
  neutral: "text-ink-soft",
  warning: "text-warning",
} as const;

const Part = ({
  tone = "success",
  state = "Working",
  children,
}: {
  tone?: keyof typeof ICONS;
  state?: string;
  children: ReactNode;
}) => {
  const Icon = ICONS[tone];
  return (
    <li className="flex gap-3">
      <Icon role="img" aria-label={state} className={cx("mt-0.5 size-6 shrink-0", COLOURS[tone])} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
};

const Webhook = ({ webhook }: Pick<Health, "webhook">) => {
  const { failures, last_success, last_refused } = webhook;
  return (
    <>
      {/* One that fails is among the troubles. */}
      {failures === 0 &&
        (last_success ? (
          <Part>The last payment update was accepted on {formatMoment(last_success)}.</Part>
        ) : (
          <Part tone="neutral" state="Waiting">
            No payment update has arrived yet.
          </Part>
        ))}
      {last_refused && (
        <Part tone="warning" state="Check">
          A payment update with a wrong signature was refused on {formatMoment(last_refused)}: check
          STRIPE_WEBHOOK_SECRET if it came from Stripe.
        </Part>
      )}
    </>
  );
};

const Server = ({
  health: { server, webhook, tasks, database, postcodes, release },
}: {
  health: Health;
}) => {
  const backup = tasks.find(({ name }) => name === BACKUP);
  return (
    <ul className="mt-4 grid gap-3">
      {PARTS.filter(([part]) => server[part]).map(([part, works]) => (
        <Part key={part}>{works}</Part>
      ))}
      <Webhook webhook={webhook} />
      {backup && backup.failures === 0 && (
        <Part
          tone={backup.last_success ? "success" : "neutral"}
          state={backup.last_success ? "Working" : "Waiting"}
        >
          {backup.last_success
            ? `The last backup was made on ${formatMoment(backup.last_success)}.`
            : "The first backup is being made."}
        </Part>
      )}
      {postcodes.loaded ? (
        <Part>{`${countOf(postcodes.sectors, "postcode sector", "postcode sectors")} can be measured from.`}</Part>
      ) : (
        <Part tone="warning" state="Check">
          No postcodes are loaded, so those of a town are all measured from its middle: run npm run
          postcodes on the server.
        </Part>
      )}
      <Part>
        {`The database takes up ${formatBytes(database.bytes)} (PostgreSQL ${database.version}${release ? `, release ${release}` : ""}).`}
      </Part>
    </ul>
  );
};

/** /admin/health: what works and what does not, and what admins can do about it. */
export const HealthScreen = ({ loaded }: { loaded: Health | null }) => {
  const { trial } = useSettings();
  if (!loaded) return <LoadFailure words={HEALTH_NOT_LOADED} />;
  const { tasks, mails, mails_waiting } = loaded;
  return (
    <div className="grid gap-10">
      <div className="grid gap-4">
        <Troubles health={loaded} />
        {hasNoBackups(loaded) && !trial && <NoBackups />}
      </div>
      <div className="grid gap-10 lg:grid-cols-2">
        <section aria-labelledby="server">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h2 id="server" className="text-xl">
              Server
            </h2>
            <span className="text-ink-soft">checked {formatMoment(loaded.checked_at)}</span>
          </div>
          <Server health={loaded} />
        </section>
        <section aria-labelledby="mails" className="grid content-start gap-4">
          <h2 id="mails" className="text-xl">
            Unsent email
          </h2>
          {mails.length > 0 && <WaitingMails mails={mails} />}
          <p className="text-ink-soft">
            {mails_waiting === 0
              ? "None. Email that cannot be sent appears here and is tried again for a day."
              : `${mails_waiting} could not be sent so far. Each is tried again for a day.`}
          </p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            {mails.length > 0 && <RetryMail />}
            <Link to="/admin/emails" className="link">
              Find out why an email did not arrive
            </Link>
          </div>
        </section>
      </div>
      <Tasks tasks={tasks} />
    </div>
  );
};
