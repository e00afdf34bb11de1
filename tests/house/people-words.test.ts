import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { accountLabels, accountsLabel } from "#domain/accounts/accounts.ts";
import { DEFAULT_SITE_NAME } from "#domain/site/brand.ts";
import { read, sourceFiles, sqlFiles } from "./imports.ts";
import { sqlWordsIn, wordsIn, wordsOf } from "./people-words.ts";

const files = [
  ...sourceFiles().filter(
    (file) =>
      /^(domain|web|server|supabase\/functions)\//.test(file) && !/\.(test|spec)\.tsx?$/.test(file),
  ),
  ...readdirSync(new URL("../../supabase/templates", import.meta.url))
    .filter((name) => /\.(html|txt)$/.test(name))
    .map((name) => `supabase/templates/${name}`),
];

/** Texts that the specification quotes exactly (a heading, a message), or terms of its own. */
const OF_THE_SPECIFICATION = [
  "At least one category is required for providers",
  "Phone number is required for providers",
  "Business name is required for providers",
  "Only service providers can purchase subscriptions.",
  "Only clients can post jobs.",
  "Become a Provider",
  "Provider updates",
  "The provider profile you're looking for doesn't exist or isn't accessible.",
  "You have already submitted feedback for this provider",
  "Failed to load providers",
  "Failed to load saved providers",
  "Visible and Active Providers",
  "Total Providers",
  "Are you sure you want to delete this category? This will remove it from all providers.",
  "Test Provider",
  "service provider",
  "service providers",
];

/** The company that takes the card payments, and text that a program reads. */
const OTHER_MEANINGS = [/\bpayment provider\b/gi, /^(insert into|authorization,).*/];

const LABELS = Object.values(accountLabels(DEFAULT_SITE_NAME));
const PLURALS = (["provider", "client"] as const).map((type) =>
  accountsLabel(type, DEFAULT_SITE_NAME),
);

/** The plain words for the two account types in a text for people (P-28). A mail's placeholder is replaced by a value. */
const bareIn = (text: string): string[] => {
  const rest = [
    ...LABELS,
    ...PLURALS,
    // The site's name before the word.
    "… Provider",
    "… Seeker",
    "… Providers",
    "… Seekers",
  ]
    .sort((one, other) => other.length - one.length)
    .reduce((left, label) => left.replaceAll(label, ""), text.replace(/\{\{\w+\}\}/g, ""));
  const ours = OTHER_MEANINGS.reduce((left, meaning) => left.replace(meaning, ""), rest);
  return ours.match(/\b(?:clients?|providers?|seekers?)\b/gi) ?? [];
};

const texts = files.flatMap((file) => wordsOf(file).map((text) => ({ file, text })));
const isOfTheSpecification = (text: string): boolean => OF_THE_SPECIFICATION.includes(text);

/** Also what the database says: refusals, and the standard legal texts. */
const allTexts = [
  ...texts,
  ...sqlFiles()
    .filter((file) => file.startsWith("supabase/schemas/"))
    .flatMap((file) => sqlWordsIn(read(file)).map((text) => ({ file, text }))),
  ...["supabase/seed/privacy.md", "supabase/seed/terms.md"].map((file) => ({
    file,
    text: read(file),
  })),
];

it("spells email in one way", () => {
  expect(allTexts.length).toBeGreaterThan(texts.length + 300);
  expect(allTexts.some(({ text }) => text.startsWith("These terms say"))).toBe(true);
  const ours = allTexts.map(({ file, text }) => ({
    file,
    text: text.replace(/\bmail (?:server|service)\b/gi, ""),
  }));
  expect(ours.filter(({ text }) => /\be-mail/i.test(text))).toEqual([]);
  const forPeople = ours.filter(({ file }) => /^(?:domain|web|supabase)\//.test(file));
  expect(
    forPeople.filter(({ text }) => /\b(?:mails|(?:by|an?|the|no) mail)\b/i.test(text)),
  ).toEqual([]);
});

it("avoids words that people do not say", () => {
  const odd =
    /\b(?:whoever|stands(?! in for)|hears? of|tells? of|of ours|holds|by itself|(?:by|in) the (?:link|next days)|nobody is listed|can change nothing|near by)\b/i;
  // A change of the terms is announced to members first, so their text is left.
  const terms = "A free year by coupon ends by itself.";
  expect(allTexts.filter(({ text }) => odd.test(text.replace(terms, "")))).toEqual([]);
});

it("says feedback, and review only of single ones (P-17)", () => {
  const odd =
    /^(?:[A-Z]\S* )?(?:[a-z]+ )*reviews\.?$|\breviewed\b|\bno reviews yet\b|\b(?:pieces?|items?) of feedback\b|\b(?:write|leave|leaves|left|for) a review\b/i;
  const excused = ({ file, text }: { file: string; text: string }) =>
    // Counted, or the specified tab.
    text === "reviews" ||
    (text === "Reviews" && file.endsWith("/profile-tabs.tsx")) ||
    // The label of the issue that asked for it.
    text.startsWith("Asked for a review");
  expect(allTexts.filter((found) => odd.test(found.text) && !excused(found))).toEqual([]);
});

/** What another label names already (WCAG 3.2.4), and its one name. Sentences may say trade and place. */
const OTHER_LABELS: Record<string, string> = {
  Place: "Location",
  Town: "Location",
  Trade: "Business Category",
  Trades: "Business Category",
  Interests: "Interested In",
  "Find professionals": "Find Professionals",
};

it("has one label for each thing", () => {
  const doubled = texts.filter(
    ({ file, text }) => text in OTHER_LABELS && !file.startsWith("web/shell/styleguide/"),
  );
  expect(doubled.map(({ file, text }) => `${file}: ${text} is ${OTHER_LABELS[text]}`)).toEqual([]);
  for (const label of new Set(Object.values(OTHER_LABELS))) {
    expect(texts.some(({ text }) => text === label)).toBe(true);
  }
});

it("reads what SQL says to people, and not its comments", () => {
  const sql = `-- 'A note.'
comment on table public.jobs is 'What a client''s job is; see P-07.';
raise exception 'It''s over. Please try again.' using hint = 'Wait a day.';`;
  expect(sqlWordsIn(sql)).toEqual(["It's over. Please try again.", "Wait a day."]);
});

it("the words for the account types are Solutionz Seeker and Solutionz Provider wherever people read them", () => {
  expect(texts.length).toBeGreaterThan(3000);
  expect(
    texts.filter(({ text }) => !isOfTheSpecification(text) && bareIn(text).length > 0),
  ).toEqual([]);
});

it("the words for the account types are labels in one place", () => {
  const labels = /… (?:Seeker|Provider)\b/;
  const places = texts.filter(({ text }) => labels.test(text)).map(({ file }) => file);
  expect([...new Set(places)]).toEqual(["domain/accounts/accounts.ts"]);
});

it("the words for the account types excuse only words of the specification that are shown", () => {
  const unused = OF_THE_SPECIFICATION.filter((words) => !texts.some(({ text }) => text === words));
  expect(unused).toEqual([]);
});

it.each([
  ["<p>For clients only</p>", 1],
  ['<p>{count} {count === 1 ? "provider" : "providers"}</p>', 2],
  ['countOf(3, "seeker", "seekers")', 2],
  ['toast({ title: "Provider" })', 1],
  ["const hint = `Write to your provider`", 1],
  ["<p>Solutionz Providers near you</p>", 0],
  ['db.from("jobs").select("id, provider:profiles")', 0],
  ['if (type === "provider") go()', 0],
])("the words for the account types are searched in what people read of %j", (source, times) => {
  expect(wordsIn("seen.tsx", source).flatMap(bareIn)).toHaveLength(times);
});
