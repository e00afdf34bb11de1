/**
 * What people ask of the directory, one question after another. Nothing is assumed about how often a
 * finished question comes again: people choose a kind of search and then, each for themselves, a trade, a
 * town and a word. Those are as unequal as such things are in life, each by Zipf's law with exponent 1 (the
 * size of British towns, the words of a language, the trades of a directory): the second is asked for half as
 * often as the first, the tenth a tenth as often. So most pairs of word and town come once.
 */

export type Question = Record<string, string>;

export interface Known {
  /** The most frequent first. */
  trades: readonly string[];
  towns: readonly string[];
  words: readonly string[];
}

/** Between 0 and 1, the same in every run. */
export const chances = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** Draws from a list, the n-th with a chance of 1/n to the first's. */
const unequally = (list: readonly string[], chance: () => number): (() => string) => {
  let sum = 0;
  const upTo = list.map((_, n) => {
    sum += 1 / (n + 1);
    return sum;
  });
  return () => {
    const at = chance() * sum;
    let [low, high] = [0, list.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return list[low] ?? "";
  };
};

/** One in five requests the next page. */
const TURNS = 0.2;
const PAGE = 20;

/** An endless row of questions; the shares are of a hundred. */
export const randomQuestions = ({ trades, towns, words }: Known): (() => Question) => {
  const chance = chances(20_261_121);
  const trade = unequally(trades, chance);
  const town = unequally(towns, chance);
  const word = unequally(words, chance);
  const slip = (text: string) => text.slice(0, 2) + text.slice(3);
  const kinds: [share: number, draw: () => Question][] = [
    [15, () => ({})],
    [15, () => ({ category: trade() })],
    [10, () => ({ location: town() })],
    [20, () => ({ category: trade(), location: town() })],
    [12, () => ({ service: word() })],
    [13, () => ({ service: word(), location: town() })],
    [3, () => ({ service: word().slice(0, 4) })],
    [3, () => ({ service: slip(word()) })],
    [5, () => ({ category: trade(), location: town(), within: "10", sort: "distance" })],
    // Never requested before, and never again: usually nobody is found.
    [4, () => ({ service: `xq${Math.floor(chance() * 1e9)}`, location: town() })],
  ];
  return () => {
    let at = chance() * 100;
    const make = kinds.find(([share]) => {
      at -= share;
      return at < 0;
    })?.[1];
    let page = 0;
    while (chance() < TURNS) page += 1;
    return {
      service: "",
      location: "",
      category: "",
      page_size: String(PAGE),
      page_offset: String(page * PAGE),
      ...make?.(),
    };
  };
};
