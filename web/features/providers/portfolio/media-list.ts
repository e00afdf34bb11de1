import { MOST_MEDIA, moved } from "#domain/providers/portfolio.ts";
import { faultOf, ReadableError } from "#domain/site/faults.ts";
import { firstOf } from "#domain/values/characters.ts";
import type { MediaItem } from "#domain/values/media.ts";
import { UNSUITABLE } from "#web/ui/pictures/upload.ts";

/** The most files uploaded at once; more would only slow each of them. */
const AT_ONCE = 3;

/** A medium of the edited item: already stored, or a file being uploaded. */
export interface DraftMedia extends MediaItem {
  state: "waiting" | "uploading" | "stored" | "failed";
  /** 0 to 1, without the server's own work on the whole file. */
  progress: number;
  /** True for uploads of this editor: nobody shows them yet. */
  fresh: boolean;
  file?: File;
  /** Why it failed. */
  reason?: string;
  /** Whether another file is needed: this one was refused for what it is. */
  refused?: boolean;
}

const ofFile = (file: File): Pick<MediaItem, "type" | "filename"> => ({
  type: file.type.startsWith("video/") ? "video" : "image",
  filename: firstOf(file.name, 255),
});

/**
 * Sends a file and returns its address. Rejects with an error that faultOf reads, also if it is aborted.
 */
type Send = (file: File, progress: (part: number) => void, signal: AbortSignal) => Promise<string>;

/**
 * The media of one item during editing: in order, with their uploads. A few files upload at once and the
 * others wait. A failed one remains in its place until it is tried again or removed.
 */
export const createMediaList = (
  stored: readonly MediaItem[],
  { send, onFailure }: { send: Send; onFailure: (media: DraftMedia, error: unknown) => void },
) => {
  let list: readonly DraftMedia[] = stored.map((media) => ({
    ...media,
    state: "stored",
    progress: 1,
    fresh: false,
  }));
  const watchers = new Set<() => void>();
  const travelling = new Map<string, AbortController>();
  let count = 0;

  const publish = (next: readonly DraftMedia[]) => {
    list = next;
    for (const notify of watchers) notify();
  };
  const change = (id: string, values: Partial<DraftMedia>) =>
    publish(list.map((media) => (media.id === id ? { ...media, ...values } : media)));

  const travel = async (media: DraftMedia, file: File) => {
    const journey = new AbortController();
    travelling.set(media.id, journey);
    change(media.id, { state: "uploading", progress: 0, reason: undefined });
    try {
      const url = await send(file, (progress) => change(media.id, { progress }), journey.signal);
      change(media.id, { state: "stored", progress: 1, url, file: undefined });
    } catch (error) {
      if (!journey.signal.aborted) {
        change(media.id, {
          state: "failed",
          reason: faultOf(error, "The file could not be uploaded.").message,
          refused: error instanceof ReadableError && error.code === UNSUITABLE,
        });
        onFailure(media, error);
      }
    } finally {
      travelling.delete(media.id);
      next();
    }
  };
  const next = () => {
    for (const media of list) {
      if (travelling.size >= AT_ONCE) return;
      if (media.state === "waiting" && media.file) void travel(media, media.file);
    }
  };

  return {
    subscribe: (notify: () => void) => {
      watchers.add(notify);
      return () => {
        watchers.delete(notify);
      };
    },
    read: () => list,
    /** Adds files at the end. @returns how many did not fit */
    add(files: readonly File[]): number {
      const accepted = files.slice(0, Math.max(0, MOST_MEDIA - list.length));
      publish([
        ...list,
        ...accepted.map((file): DraftMedia => {
          count += 1;
          return {
            id: `${Date.now()}-${count}`,
            url: "",
            ...ofFile(file),
            alt: "",
            caption: "",
            state: "waiting",
            progress: 0,
            fresh: true,
            file,
          };
        }),
      ]);
      next();
      return files.length - accepted.length;
    },
    /** Uploads it again, or another file in its place. */
    retry(id: string, file?: File): void {
      const other = file && { file, ...ofFile(file) };
      change(id, { state: "waiting", reason: undefined, refused: undefined, ...other });
      next();
    },
    /** Removes it, and stops its upload. @returns what was removed */
    remove(id: string): DraftMedia | undefined {
      const media = list.find((other) => other.id === id);
      publish(list.filter((other) => other.id !== id));
      travelling.get(id)?.abort();
      return media;
    },
    move(id: string, to: number): void {
      publish(moved(list, id, to));
    },
    describe(id: string, words: Partial<Pick<MediaItem, "alt" | "caption" | "subtitles">>): void {
      change(id, words);
    },
    /** Stops every upload. */
    stop(): void {
      publish(list.filter(({ state }) => state === "stored"));
      for (const journey of travelling.values()) journey.abort();
    },
  };
};
export type MediaList = ReturnType<typeof createMediaList>;
