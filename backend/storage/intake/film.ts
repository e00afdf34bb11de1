import { open } from "node:fs/promises";

/** Types made of boxes that each begin with their length (ISO 14496-12). */
const BOXED = new Set(["video/mp4", "video/quicktime", "video/x-m4v", "audio/mp4", "audio/x-m4a"]);

/** No film of a camera has nearly as many; more are not counted. */
const MOST_BOXES = 10_000;

/**
 * Whether a film's outermost boxes end where the file ends, and say how it is played. One that was cut off ends within a
 * box, or before the one that describes it. Other types are not judged.
 */
export const isWholeFilm = async (path: string, type: string): Promise<boolean> => {
  if (!BOXED.has(type)) return true;
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(16);
    let described = false;
    let at = 0;
    for (let box = 0; box < MOST_BOXES && at + 8 <= size; box++) {
      await file.read(head, 0, head.length, at);
      const short = head.readUInt32BE(0);
      // 1: the length is in the next eight bytes. 0: the box goes on to the end.
      const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short || size - at;
      if (length < 8 || at + length > size) return false;
      described ||= head.toString("latin1", 4, 8) === "moov";
      at += length;
    }
    return described;
  } finally {
    await file.close();
  }
};
