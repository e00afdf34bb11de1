import MapPin from "lucide-react/icons/map-pin";
import { areaText } from "#domain/providers/area.ts";
import { lazy } from "#web/session/parts.ts";
import { Chip } from "#web/ui/chip.tsx";
import type { Availability } from "./availability.ts";
import { Section } from "./section.tsx";

const load = () => import("./area-dialog.tsx");
const AreaDialog = lazy(load);

/** How far they travel and to which places; nothing if not stated. */
export const AreaServed = ({
  providerId,
  availability,
  editable,
}: {
  providerId: string;
  availability: Availability;
  editable: boolean;
}) => {
  const { places } = availability;
  const words = areaText(availability);
  const given = places.length > 0 || words !== null;
  if (!given && !editable) return null;
  return (
    <Section
      title="Area served"
      editLabel={editable ? "Edit area served" : null}
      load={load}
      dialog={(open, onOpenChange) => (
        <AreaDialog
          providerId={providerId}
          availability={availability}
          open={open}
          onOpenChange={onOpenChange}
        />
      )}
    >
      {!given && <p className="text-ink-soft">Add the area you cover.</p>}
      {words && (
        <p className="flex items-start gap-2">
          <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
          <span>{words}</span>
        </p>
      )}
      {places.length > 0 && (
        <ul aria-label="Towns and postcodes" className="mt-3 flex flex-wrap gap-2 first:mt-0">
          {places.map((place) => (
            <li key={place}>
              <Chip label={place} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
};
