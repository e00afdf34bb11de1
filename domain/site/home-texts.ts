/** The texts of the home page and the footer that belong to a brand. */
export interface HomeTexts {
  /** Its last word gets the tick. */
  headline: string;
  join: string;
  solved: string;
  tagline: string;
  /** Whether the three examples of feedback are shown. */
  examples: boolean;
  quotes: { words: string; who: string }[];
}

/** Those of the specification, which apply until admins set others (spec 1 section 1). */
export const DEFAULT_HOME_TEXTS: HomeTexts = {
  headline: "Whatever needs doing, consider it solved",
  join: "Become Part of the Solution",
  solved: "Consider it solved",
  tagline: "Good people for every job, all over the United Kingdom.",
  examples: true,
  quotes: [
    {
      words: "I posted the job at breakfast and had a joiner measuring up that same afternoon.",
      who: "Priya, Leeds",
    },
    {
      words: "One fee a year, no commission, and the enquiries come straight to my phone.",
      who: "Gareth, Cardiff",
    },
    {
      words: "Seeing other people's feedback made it easy to pick a photographer we could trust.",
      who: "Morag, Inverness",
    },
  ],
};

/** A tagline as a title and what follows its first comma, for the shared picture. */
export const taglineParts = (tagline: string): { title: string; rest: string } => {
  const [title = "", ...after] = tagline.replace(/\.$/, "").split(", ");
  const rest = after.join(", ");
  return { title, rest: rest.charAt(0).toUpperCase() + rest.slice(1) };
};
