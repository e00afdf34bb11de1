import { type ComponentType, lazy, Suspense } from "react";
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

const fields = () => import("./fields.tsx");
export const EditDetails = forOwner(async () => ({ default: (await fields()).EditDetails }));
export const EditBio = forOwner(async () => ({ default: (await fields()).EditBio }));
export const EditSkills = forOwner(async () => ({ default: (await fields()).EditSkills }));
export const EditCategories = forOwner(() => import("./edit-categories.tsx"));
/** Render these inside a Suspense boundary. */
export const OwnNotes = lazy(() => import("./own-notes.tsx"));
export const OwnActions = lazy(() => import("./own-actions.tsx"));
export const OwnContact = lazy(() => import("./own-contact.tsx"));
