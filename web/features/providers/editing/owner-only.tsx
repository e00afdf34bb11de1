import { type ComponentType, Suspense } from "react";
import { lazy } from "#web/session/parts.ts";
import type { Editing, OwnersPart } from "./change.ts";

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

const own = () => import("./own.ts");
export const EditDetails = forOwner(async () => ({ default: (await own()).EditDetails }));
export const EditBio = forOwner(async () => ({ default: (await own()).EditBio }));
export const EditSkills = forOwner(async () => ({ default: (await own()).EditSkills }));
export const EditCategories = forOwner(() => import("./edit-categories.tsx"));
/** Render these inside a Suspense boundary. */
export const OwnNotes = lazy(async () => ({ default: (await own()).OwnNotes }));
export const OwnActions = lazy(async () => ({ default: (await own()).OwnActions }));
export const OwnAbout = lazy(async () => ({ default: (await own()).OwnAbout }));
