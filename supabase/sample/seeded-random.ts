import { createHash } from "node:crypto";

/** Numbers that look random and are the same on every machine. */
interface Chance {
  /** From `low` up to, not including, `high`. */
  between(low: number, high: number): number;
  /** One of the list; throws when it is empty. */
  pick<T>(list: readonly T[]): T;
  /** A shuffled copy. */
  shuffle<T>(list: readonly T[]): T[];
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Chance that depends on nothing but the words given (mulberry32 over their SHA-256). */
export const chanceOf = (...words: readonly (string | number)[]): Chance => {
  let state = digest(words.join("\n")).readUInt32LE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    pick: <T>(list: readonly T[]) => {
      const index = Math.floor(next() * list.length);
      if (index >= list.length) throw new Error("Nothing to pick from");
      return list[index] as T;
    },
    shuffle: <T>(list: readonly T[]) =>
      list
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  };
};

/** A UUID that depends on the words alone (version 8 of RFC 9562: bits of our own making). */
export const idOf = (...words: readonly (string | number)[]): string => {
  const bytes = digest(["solutionz sample", ...words].join("\n")).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [0, 8, 12, 16, 20].map((from, i, all) => hex.slice(from, all[i + 1])).join("-");
};
