const QUESTIONS = [
  ["Do you take commission?", "No. You agree your own price, and keep all of it."],
  [
    "Can I cancel?",
    "Any time, in your account. You stay listed until the period you paid for ends.",
  ],
  ["What happens after a free year?", "It ends. You pay nothing unless you choose a plan."],
  ["Can I pay for a higher place?", "No, and nobody else can. Search results are earned."],
] as const;

/** What people ask before they join. */
export const Questions = () => (
  <section aria-labelledby="questions">
    <h2 id="questions" className="text-xl">
      Questions
    </h2>
    <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-10 gap-y-5">
      {QUESTIONS.map(([question, answer]) => (
        <div key={question}>
          <dt className="font-semibold">{question}</dt>
          <dd className="mt-1 text-pretty text-ink-soft">{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
);
