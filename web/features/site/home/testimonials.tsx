import { accountLabels } from "#domain/accounts/accounts.ts";
import { useHomeTexts, useSettings } from "#web/session/settings.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Container } from "#web/ui/container.tsx";
import { cx } from "#web/ui/cx.ts";
import { sameHtml } from "#web/ui/same-html.ts";
import { Stars } from "#web/ui/stars.tsx";

/** What goes with each text of the examples. */
const WITH = [
  { rating: 5, role: "client" },
  { rating: 5, role: "provider" },
  { rating: 4, role: "client" },
] as const;

/**
 * The testimonials of spec 1 section 1, or the admins' own. They are invented, and labelled so (P-18); `aside`, beside real reviews,
 * they are small.
 */
export const Testimonials = ({ aside = false }: { aside?: boolean }) => {
  const labels = accountLabels(useSettings().siteName);
  const { examples, quotes } = useHomeTexts();
  if (!examples) return null;
  return (
    <section
      aria-labelledby="testimonials"
      className={cx("border-t border-line", aside ? "py-10 sm:py-20" : "py-16 sm:py-24")}
      {...sameHtml(["testimonials", labels, aside, quotes], () => (
        <Container>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <h2 id="testimonials" className={aside ? "text-2xl" : "text-4xl tracking-display"}>
              What people say
            </h2>
            <Badge tone="brand">Examples</Badge>
          </div>
          <p className={cx("max-w-xl text-ink-soft", aside ? "mt-1 text-sm" : "mt-3")}>
            These three are examples that show what feedback looks like here. The feedback on every
            profile comes from the people who wrote it.
          </p>
          <ul
            className={cx("grid gap-x-6 sm:grid-cols-3", aside ? "mt-6 gap-y-6" : "mt-10 gap-y-12")}
          >
            {WITH.map(({ rating, role }, at) => (
              <li
                key={quotes[at]?.who}
                className={aside ? "border-t border-line pt-4" : "border-t-2 border-ink pt-6"}
              >
                <figure className="flex h-full flex-col">
                  <Stars rating={rating} size={aside ? "sm" : "md"} />
                  <blockquote
                    className={
                      aside
                        ? "mt-2 text-sm"
                        : "mt-4 font-display text-xl leading-snug font-semibold tracking-title"
                    }
                  >
                    <p>&ldquo;{quotes[at]?.words}&rdquo;</p>
                  </blockquote>
                  <figcaption className={cx("text-sm text-ink-soft", aside ? "mt-2" : "mt-5")}>
                    <span className="font-semibold text-ink">{quotes[at]?.who}</span>,{" "}
                    {labels[role]}
                  </figcaption>
                </figure>
              </li>
            ))}
          </ul>
        </Container>
      ))}
    />
  );
};
