import Check from "lucide-react/icons/check";

const BENEFITS = [
  "Your own page in the directory, found by town, trade and skill",
  "The contact details of open jobs",
  "A portfolio of your work and a list of your services",
  "Feedback from your customers on your public page",
] as const;

/** What a membership gives, for people who have none. */
export const Benefits = () => (
  <section aria-labelledby="benefits">
    <h2 id="benefits" className="text-xl">
      What members get
    </h2>
    <ul className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-8 gap-y-3">
      {BENEFITS.map((benefit) => (
        <li key={benefit} className="flex items-start gap-3">
          <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
          <span className="min-w-0">{benefit}</span>
        </li>
      ))}
    </ul>
  </section>
);
