import { cx } from "#web/ui/cx.ts";
import { StepNumber } from "#web/ui/step-list.tsx";

const NEXT_STEPS = [
  ["Professionals send quotes", "Each names a price or asks to visit first. We email you."],
  [
    "Professionals can contact you",
    "Only those with a membership see your details, and you see who they are.",
  ],
  [
    "You choose",
    "Compare prices, work and reviews, and accept the quote you like. You pay them directly, and we take no cut.",
  ],
] as const;

/** What comes before, for somebody who has not begun, or is at the form. */
const FIRST_STEPS = {
  begin: [
    "You describe the job",
    "Say what you need, where and when. It takes a few minutes and is free.",
  ],
  account: ["You confirm your job", "Open the link in our email, or type its code."],
  check: ["You check your job", "See it as others will, then post it."],
} as const;

/** What follows when a job is posted, after the `first` step if there is one. */
export const PostingSteps = ({ first }: { first?: keyof typeof FIRST_STEPS }) => (
  <ol className={cx("mt-4 grid gap-4", first === "begin" && "gap-x-10 sm:grid-cols-2")}>
    {[...(first ? [FIRST_STEPS[first]] : []), ...NEXT_STEPS].map(([title, text], at) => (
      <li key={title} className="grid grid-cols-[auto_1fr] gap-x-3">
        <StepNumber value={at + 1} />
        <div>
          <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
          <p className="text-sm text-ink-soft">{text}</p>
        </div>
      </li>
    ))}
  </ol>
);
