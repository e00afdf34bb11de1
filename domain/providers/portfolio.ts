import { lengthOf } from "#domain/values/characters.ts";
import type { MediaItem } from "#domain/values/media.ts";
import { WORK_CHANGED_ELSEWHERE } from "./messages.ts";

/** The hint to the owner beside the upload (spec 2 section 2). */
export const MEDIA_HINT = "JPEG, PNG, WEBP, MP4, max 10MB each";
/** private.valid_work_samples and private.valid_work_sample have the same rules. */
export const MOST_SAMPLES = 40;
export const MOST_MEDIA = 20;
export const LONGEST_TITLE = 100;
export const LONGEST_DESCRIPTION = 1000;
export const LONGEST_ALT = 200;
export const LONGEST_CAPTION = 200;
/** WebVTT of a film of 10 MB, with its times. */
export const LONGEST_SUBTITLES = 6000;

export type WorkSample = {
  id: string;
  title: string;
  description: string;
  media: MediaItem[];
};

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** A web address, or the path of a public file of ours (private.valid_file_address has the same rule). */
const FILE_ADDRESS = /^(https?:\/|\/storage\/v1\/object\/public)\/\S+$/i;

/** Stored work samples in their current shape; an older `imageUrl` becomes one image (spec 2 section 3). */
export const workSamples = (stored: unknown): WorkSample[] => {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((sample: Record<string, unknown> | null) => {
    if (typeof sample !== "object" || sample === null) return [];
    const id = text(sample.id);
    const media: MediaItem[] = Array.isArray(sample.media)
      ? sample.media.map((item: Record<string, unknown>) => ({
          id: text(item.id),
          url: text(item.url),
          type: item.type === "video" ? "video" : "image",
          filename: text(item.filename),
          alt: text(item.alt),
          caption: text(item.caption),
          ...(text(item.subtitles) && { subtitles: text(item.subtitles) }),
        }))
      : [{ id, url: text(sample.imageUrl), type: "image", filename: "", alt: "", caption: "" }];
    return [
      {
        id,
        title: text(sample.title),
        description: text(sample.description),
        media: media.filter((item) => FILE_ADDRESS.test(item.url)),
      },
    ];
  });
};

/** What the address of every public file of ours begins with. */
const PUBLIC_FILES = "/storage/v1/object/public/";

/** The work sample whose picture is on a member's card in search (public_providers has the same rule), if there is one. */
export const cardSample = (samples: readonly WorkSample[]): WorkSample | undefined =>
  samples.find(({ media }) =>
    media.some(({ type, url }) => type === "image" && url.startsWith(PUBLIC_FILES)),
  );

/** The name of a work sample at position `index`, from 0. */
export const sampleTitle = ({ title }: WorkSample, index: number): string =>
  title || `Work sample ${index + 1}`;

/** The description of a medium for people who do not see it. */
export const mediaText = (media: MediaItem, title: string, place: number, count: number): string =>
  media.alt ||
  media.caption ||
  (count === 1
    ? title
    : `${title}, ${media.type === "image" ? "picture" : "film"} ${place} of ${count}`);

const TIMES = /^(?:\d+:)?\d\d:\d\d[.,]\d{3} +--> +(?:\d+:)?\d\d:\d\d[.,]\d{3}/m;

/**
 * The WebVTT of a subtitles file, which may also be SubRip: its times have a comma. Null if it has no timed
 * line or is too long.
 */
export const subtitlesOf = (file: string): string | null => {
  const lines = file.trim();
  if (!TIMES.test(lines)) return null;
  const times = lines.replace(/^.*-->.*$/gm, (line) => line.replaceAll(",", "."));
  const subtitles = times.startsWith("WEBVTT") ? times : `WEBVTT\n\n${times}`;
  return lengthOf(subtitles) > LONGEST_SUBTITLES ? null : subtitles;
};

const SHELF = `${PUBLIC_FILES}portfolio_media/`;

/** The path in the bucket of a file that this person uploaded; null for any other address. */
export const ownPath = (url: string, userId: string): string | null => {
  const path = url.startsWith(SHELF) ? url.slice(SHELF.length) : "";
  return path.startsWith(`${userId}/portfolio/`) ? path : null;
};

/** The portfolio no longer contains the version that was edited. */
export class SampleChanged extends Error {
  /** The current version; undefined if it was deleted. */
  readonly current: WorkSample | undefined;

  constructor(current: WorkSample | undefined) {
    super(WORK_CHANGED_ELSEWHERE);
    this.current = current;
  }
}

/**
 * The list with a sample in place of `opened`, the version that was edited; a new sample comes first. Other
 * items are unchanged. Throws SampleChanged if `opened` is no longer there.
 */
export const withSample = (
  list: readonly WorkSample[],
  sample: WorkSample,
  opened: WorkSample | undefined,
): WorkSample[] => {
  const current = list.find(({ id }) => id === sample.id);
  if (!opened && !current) return [sample, ...list];
  if (!current || JSON.stringify(current) !== JSON.stringify(opened)) {
    throw new SampleChanged(current);
  }
  return list.map((other) => (other === current ? sample : other));
};

export const withoutSample = (list: readonly WorkSample[], id: string): WorkSample[] =>
  list.filter((sample) => sample.id !== id);

/** The list with one of its items moved; out of range means the nearest end. */
export const moved = <T extends { id: string }>(
  list: readonly T[],
  id: string,
  to: number,
): T[] => {
  const item = list.find((other) => other.id === id);
  if (!item) return [...list];
  const rest = list.filter((other) => other !== item);
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, item);
  return rest;
};

/** Own files that were shown before and no longer are. */
export const leftFiles = (before: WorkSample[], after: WorkSample[], userId: string): string[] => {
  const urls = (list: WorkSample[]) => list.flatMap(({ media }) => media.map(({ url }) => url));
  const still = new Set(urls(after));
  return urls(before).flatMap((url) => (still.has(url) ? [] : (ownPath(url, userId) ?? [])));
};
