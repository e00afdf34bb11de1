import { priceOfMembership } from "#domain/membership/plans.ts";
import { useHomeTexts, useSettings } from "#web/session/settings.ts";
import { Container } from "#web/ui/container.tsx";
import { sameHtml } from "#web/ui/same-html.ts";

const sidesFor = (price: string, solved: string) => [
  {
    who: "If you need something done",
    steps: [
      [
        "Say what you need",
        "Search the directory, or post a job and let professionals come to you.",
      ],
      ["Choose with confidence", "Compare portfolios and read feedback left by real customers."],
      [solved, "Talk to them directly and agree the details. We take no cut."],
    ],
  },
  {
    who: "If you do it for a living",
    steps: [
      ["Set up your profile", "Show your services, your work and the places you cover."],
      ["Choose a membership", `${price} puts you in the directory.`],
      ["Win the work", "See who is hiring, get in touch first, and build your reputation."],
    ],
  },
];

/** The number of a step; of the last one, a tick. */
const StepMark = ({ number, last }: { number: number; last: boolean }) => (
  <svg
    viewBox="0 0 32 32"
    aria-hidden="true"
    className={last ? "size-8 text-on-signal" : "size-8 text-brand"}
    fill="none"
    stroke="currentColor"
    strokeWidth="3.5"
  >
    <circle
      cx="16"
      cy="16"
      r="16"
      stroke="none"
      className={last ? "fill-signal" : "fill-brand-wash"}
    />
    {last ? (
      <path d="M9 16.5l5 5 9.500-10.500" />
    ) : (
      <text
        x="16"
        y="21.5"
        textAnchor="middle"
        stroke="none"
        fill="currentColor"
        className="text-base font-bold"
      >
        {number}
      </text>
    )}
  </svg>
);

/** The three steps, for each of the two sides. */
export const HowItWorks = () => {
  const price = priceOfMembership(useSettings().plans);
  const { solved } = useHomeTexts();
  return (
    <section
      aria-labelledby="how"
      className="border-t border-line bg-surface py-10 sm:py-20"
      {...sameHtml(["how it works", price, solved], () => (
        <Container>
          <h2 id="how" className="text-4xl tracking-display">
            How it works
          </h2>
          <div className="mt-8 grid gap-x-6 gap-y-10 sm:grid-cols-2">
            {sidesFor(price, solved).map(({ who, steps }) => (
              <div key={who}>
                <h3 className="border-b-2 border-ink pb-4 text-xl">{who}</h3>
                <ol>
                  {steps.map(([title, text], index) => (
                    <li
                      key={title}
                      className="grid grid-cols-[auto_1fr] items-start gap-x-5 border-b border-line py-4"
                    >
                      <StepMark number={index + 1} last={index === steps.length - 1} />
                      <div>
                        <h4 className="text-lg font-semibold">{title}</h4>
                        <p className="mt-1 text-balance text-ink-soft">{text}</p>
                      </div>
                    </li>
                  ))}
                </ol>
              </div>
            ))}
          </div>
        </Container>
      ))}
    />
  );
};
