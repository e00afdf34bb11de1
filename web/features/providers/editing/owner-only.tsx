import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import type { Editing } from "./use-editing.ts";

interface Part {
  /** For the owner alone. */
  editing: Editing | null;
  heading: ReactNode;
  children: ReactNode;
}

/** Their code is loaded for owners only; others, and the owner until then, see the text. */
const forOwner = (load: () => Promise<{ default: ComponentType<Part> }>) => {
  const Editor = lazy(load);
  return (part: Part) => {
    const text = (
      <>
        {part.heading}
        {part.children}
      </>
    );
    return part.editing ? (
      <Suspense fallback={text}>
        <Editor {...part} />
      </Suspense>
    ) : (
      text
    );
  };
};

export const EditDetails = forOwner(async () => ({
  default: (await import("./fields.tsx")).EditDetails,
}));
export const EditBio = forOwner(async () => ({ default: (await import("./fields.tsx")).EditBio }));
export const EditSkills = forOwner(async () => ({
  default: (await import("./fields.tsx")).EditSkills,
}));
