import {
  formatDayHours,
  formatDays,
  groupDays,
  type Hours,
} from "#domain/providers/opening-hours.ts";
import { lazy } from "#web/session/parts.ts";
import { cx } from "#web/ui/cx.ts";
import { sameHtml } from "#web/ui/same-html.ts";
import { Section } from "./section.tsx";

const load = () => import("./hours-dialog.tsx");
const HoursDialog = lazy(load);

/** The week; nothing if not stated. */
export const OpeningHours = ({
  providerId,
  hours,
  editable,
}: {
  providerId: string;
  hours: Hours;
  editable: boolean;
}) => {
  const groups = groupDays(hours);
  if (groups.length === 0 && !editable) return null;
  return (
    <Section
      title="Opening hours"
      editLabel={editable ? "Edit opening hours" : null}
      load={load}
      dialog={(open, onOpenChange) => (
        <HoursDialog
          providerId={providerId}
          hours={hours}
          open={open}
          onOpenChange={onOpenChange}
        />
      )}
    >
      {groups.length === 0 ? (
        <p className="text-ink-soft">Add your hours.</p>
      ) : (
        // With enlarged text on a telephone the hours are below their days.
        <div className="@container">
          <dl
            className="grid gap-x-6 gap-y-1.5 @3xs:grid-cols-[auto_1fr]"
            {...sameHtml(["hours", groups], () =>
              groups.map(({ days, day }) => (
                <div key={days[0]} className="contents">
                  <dt className="text-ink-soft">{formatDays(days)}</dt>
                  <dd
                    className={cx(
                      "whitespace-nowrap",
                      day === "closed" ? "text-ink-soft" : "tabular-nums",
                    )}
                  >
                    {formatDayHours(day)}
                  </dd>
                </div>
              )),
            )}
          />
        </div>
      )}
    </Section>
  );
};
