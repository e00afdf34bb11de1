import { type ComponentType, lazy, Suspense } from "react";
import type { ProviderProfile } from "../profile-queries.ts";
import type { Editing, OwnersPart } from "./use-editing.ts";

/** Their code is loaded for owners only; others, and the owner until then, see the text. */
const forOwner = (load: () => Promise<{ default: ComponentType<OwnersPart> }>) => {
  const Editor = lazy(load);
  return ({ editing, ...part }: Omit<OwnersPart, "editing"> & { editing: Editing | null }) => {
    const text = (
      <>
        {part.heading}
        {part.children}
      </>
    );
    return editing ? (
      <Suspense fallback={text}>
        <Editor editing={editing} {...part} />
      </Suspense>
    ) : (
      text
    );
  };
};

const LazyContact = lazy(async () => ({
  default: (await import("./own-contact.tsx")).OwnContact,
}));
export const OwnContact = ({ provider }: { provider: ProviderProfile }) => (
  <Suspense fallback={null}>
    <LazyContact provider={provider} />
  </Suspense>
);

export const EditDetails = forOwner(async () => ({
  default: (await import("./fields.tsx")).EditDetails,
}));
export const EditBio = forOwner(async () => ({ default: (await import("./fields.tsx")).EditBio }));
export const EditCategories = forOwner(async () => ({
  default: (await import("./edit-categories.tsx")).EditCategories,
}));
export const EditSkills = forOwner(async () => ({
  default: (await import("./fields.tsx")).EditSkills,
}));
