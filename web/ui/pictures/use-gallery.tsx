import { Suspense, useRef, useState } from "react";
import { lazy } from "#web/session/parts.ts";
import { loadOnPress } from "#web/ui/connected/reachable.ts";
import type { Slide } from "./gallery.tsx";

const load = () => import("./gallery.tsx");
const Gallery = lazy(load);

/** The gallery of these slides, which loads with its first use, and `open`, which shows one of them. */
export const useGallery = (slides: readonly Slide[]) => {
  const [at, setAt] = useState<number | null>(null);
  const [everOpened, setEverOpened] = useState(false);
  const pressed = useRef<HTMLElement | null>(null);
  const open = async (link: HTMLElement, index: number): Promise<void> => {
    if (!(await loadOnPress(load))) return;
    pressed.current = link;
    setEverOpened(true);
    setAt(index);
  };
  const gallery = everOpened && (
    <Suspense>
      <Gallery slides={slides} at={at} onMove={setAt} returnTo={pressed} />
    </Suspense>
  );
  return { gallery, open };
};
