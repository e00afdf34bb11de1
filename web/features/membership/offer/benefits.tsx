import { TickList } from "./tick-list.tsx";

/** What a membership gives. */
export const BENEFITS = [
  "Your own page in the directory, found by town, trade and skill",
  "The contact details of open jobs",
  "A portfolio of your work and a list of your services",
  "Feedback from your customers on your public page",
] as const;

/** The same under a heading, for people who have none. */
export const Benefits = () => (
  <section aria-labelledby="benefits">
    <h2 id="benefits" className="mb-4 text-xl">
      What members get
    </h2>
    <TickList items={BENEFITS} />
  </section>
);
