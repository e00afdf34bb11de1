import { accountLabels } from "#domain/accounts.ts";
import { useSettings } from "#web/session/settings.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Container } from "#web/ui/container.tsx";
import { Stars } from "#web/ui/stars.tsx";

const TESTIMONIALS = [
  {
    rating: 5,
    words: "I posted the job at breakfast and had a joiner measuring up that same afternoon.",
    who: "Priya, Leeds",
    role: "client",
  },
  {
    rating: 5,
    words: "One fee a year, no commission, and the enquiries come straight to my phone.",
    who: "Gareth, Cardiff",
    role: "provider",
  },
  {
    rating: 4,
    words: "Seeing other people’s feedback made it easy to pick a photographer we could trust.",
    who: "Morag, Inverness",
    role: "client",
  },
] as const;

/** The fixed testimonials of spec 1 section 1. They are invented, and labelled so (P-18). */
export const Testimonials = () => {
  const labels = accountLabels(useSettings().siteName);
  return (
    <section aria-labelledby="testimonials" className="border-t border-line py-16 sm:py-24">
      <Container>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <h2 id="testimonials" className="text-4xl tracking-display">
            What people say
          </h2>
          <Badge tone="brand">Examples</Badge>
        </div>
        <p className="mt-3 max-w-xl text-ink-soft">
          These three are examples that show what feedback looks like here. The feedback on every
          profile comes from the people who wrote it.
        </p>
        <ul className="mt-10 grid gap-x-10 gap-y-12 lg:grid-cols-3">
          {TESTIMONIALS.map(({ rating, words, who, role }) => (
            <li key={who} className="border-t-2 border-ink pt-6">
              <figure className="flex h-full flex-col">
                <Stars rating={rating} />
                <blockquote className="mt-4 font-display text-xl leading-snug font-semibold tracking-title">
                  <p>&ldquo;{words}&rdquo;</p>
                </blockquote>
                <figcaption className="mt-5 text-sm text-ink-soft">
                  <span className="font-semibold text-ink">{who}</span>, {labels[role]}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  );
};
