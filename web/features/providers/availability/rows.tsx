import type { ReactNode } from "react";
import { areaText } from "#domain/providers/area.ts";
import { formatDayHours, formatDays, groupDays } from "#domain/providers/opening-hours.ts";
import { WHY_ADD } from "#domain/providers/page-messages.ts";
import { lazy } from "#web/session/parts.ts";
import { useDialog } from "#web/ui/connected/use-dialog.tsx";
import { ROW_ACTION, SummaryRow } from "#web/ui/summary-row.tsx";
import type { Availability } from "./availability.ts";

const loadHours = () => import("./hours-dialog.tsx");
const HoursDialog = lazy(loadHours);
const loadArea = () => import("./area-dialog.tsx");
const AreaDialog = lazy(loadArea);

const Row = ({
  label,
  what,
  value,
  why,
  load,
  dialog,
}: {
  label: string;
  /** The rest of the button's name. */
  what: string;
  value: ReactNode;
  why: string;
  load: () => Promise<unknown>;
  dialog: (open: boolean, onOpenChange: (open: boolean) => void) => ReactNode;
}) => {
  const { openDialog, dialog: opened } = useDialog(load, dialog);
  return (
    <>
      <SummaryRow
        label={label}
        value={value}
        why={why}
        action={
          <button type="button" className={ROW_ACTION} onClick={openDialog}>
            {value ? "Change" : "Add"}
            <span className="sr-only"> {what}</span>
          </button>
        }
      />
      {opened}
    </>
  );
};

/** When and where a provider works, as rows of a list that their owner changes in place. */
export const AvailabilityRows = ({
  providerId,
  availability,
}: {
  providerId: string;
  availability: Availability;
}) => {
  const groups = groupDays(availability.hours);
  const area = [areaText(availability), availability.places.join(", ")].filter(Boolean);
  return (
    <>
      <Row
        label="Opening hours"
        what="your opening hours"
        why={WHY_ADD.hours}
        value={
          groups.length > 0 && (
            <ul>
              {groups.map(({ days, day }) => (
                <li key={days[0]}>
                  {formatDays(days)}: {formatDayHours(day)}
                </li>
              ))}
            </ul>
          )
        }
        load={loadHours}
        dialog={(open, onOpenChange) => (
          <HoursDialog
            providerId={providerId}
            hours={availability.hours}
            open={open}
            onOpenChange={onOpenChange}
          />
        )}
      />
      <Row
        label="Area served"
        what="the area you serve"
        why={WHY_ADD.area}
        value={
          area.length > 0 && (
            <span className="dotted">
              {area.map((part) => (
                <span key={part}>{part}</span>
              ))}
            </span>
          )
        }
        load={loadArea}
        dialog={(open, onOpenChange) => (
          <AreaDialog
            providerId={providerId}
            availability={availability}
            open={open}
            onOpenChange={onOpenChange}
          />
        )}
      />
    </>
  );
};
