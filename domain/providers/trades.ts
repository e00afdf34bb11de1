import { foldText } from "#domain/values/names.ts";

/** Words for a person of one trade whose plural only adds an s; other searches are quoted as they were typed. */
const TRADES = new Set(
  (
    "accountant,architect,barber,bricklayer,builder,carpenter,cleaner,decorator,dog trainer,dog walker,driving instructor,electrician," +
    "gardener,graphic designer,hairdresser,interior designer,joiner,landscaper,locksmith,mechanic,painter,personal trainer," +
    "photographer,plasterer,plumber,roofer,scaffolder,solicitor,stonemason,tiler,translator,tree surgeon,tutor,videographer," +
    "web developer,window cleaner"
  ).split(","),
);

/** 'plumber' for 'Plumbers near Leeds' or 'Plumber'; null for other words. */
const tradeOf = (words: string): string | null => {
  const word = serviceIn(words).toLowerCase();
  const one = TRADES.has(word) ? word : word.replace(/s$/, "");
  return TRADES.has(one) ? one : null;
};

/** A search without its place: 'plumber' of 'plumber near Leeds'. */
const serviceIn = (words: string): string =>
  words.replace(/\s*\b(?:near|within\s+\d+\s*mi\w*\s+of)\s.*$/i, "").trim();

/** 'plumbers', or 'professionals' for words that name no trade. */
export const tradePeople = (words: string): string => {
  const trade = tradeOf(words);
  return trade ? `${trade}s` : "professionals";
};

/** Whether a trade as people list it is theirs: 'Photography' and 'Plumber' of photographer and plumber. */
const isOfTrade = (trade: string, title: string | null): boolean => {
  const listed = foldText(title ?? "").split(" ");
  return trade
    .replaceAll(/(?:er|or|ant|ian|eon)\b/g, "")
    .split(" ")
    .every((stem) => listed.some((word) => word.startsWith(stem)));
};

/**
 * '1 plumber', 'No plumbers', '3 professionals for “boiler repair”'.
 *
 * @param titles of people who were found by these words: only if all are of the trade are they counted as such
 */
export const countPeople = (
  total: number,
  words: string,
  titles?: readonly (string | null)[],
): string => {
  const named = tradeOf(words);
  const all =
    named && titles
      ? titles.length === total && titles.every((title) => isOfTrade(named, title))
      : true;
  const trade = all ? named : null;
  const people = `${trade ?? "professional"}${total === 1 ? "" : "s"}`;
  const service = serviceIn(words);
  const sought = trade || !service ? "" : ` for “${service}”`;
  return `${total === 0 ? "No" : total.toLocaleString("en-GB")} ${people}${sought}`;
};

/** The title of a job for a search: 'Plumber needed in Leeds'. */
export const jobTitleFor = (words: string, place: string): string => {
  const service = tradeOf(words) ? `${tradeOf(words)} needed` : serviceIn(words);
  const title = [service || "Professional needed", place && `in ${place}`]
    .filter(Boolean)
    .join(" ");
  return title.charAt(0).toUpperCase() + title.slice(1);
};
