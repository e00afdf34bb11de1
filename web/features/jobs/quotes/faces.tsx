import { Avatar } from "#web/ui/pictures/avatar.tsx";
import type { Quoters } from "./quoters.ts";

/** Faces that overlap, for the people of a sentence beside them. */
export const Faces = ({ people, ring }: { people: Quoters["people"]; ring: string }) =>
  people.length > 0 && (
    <div className="flex shrink-0 *:not-last:-mr-2">
      {people.map(({ name, src }) => (
        <Avatar key={name} name={name} src={src} size="xs" className={`ring-2 ${ring}`} />
      ))}
    </div>
  );
