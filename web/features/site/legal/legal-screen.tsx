import { formatDay } from "#domain/values/dates.ts";
import { useSettings } from "#web/session/settings.ts";
import { Container } from "#web/ui/container.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Legal } from "./queries.ts";
import { type Inline, readText } from "./simple-text.ts";

const Words = ({ content }: { content: Inline[] }) =>
  content.map((part, index) => {
    const key = `${index} ${part.text}`;
    if (part.kind === "strong") return <strong key={key}>{part.text}</strong>;
    if (part.kind === "link") {
      return (
        <a key={key} href={part.href} rel="noopener" className="link">
          {part.text}
        </a>
      );
    }
    return part.text;
  });

/** What else explains how the site deals with people; the page itself is left out. */
const PAGES = {
  "Terms of use": "/terms",
  "Privacy notice": "/privacy",
  "How we keep this fair": "/how-we-keep-this-fair",
} as const;

const Headings = ({ headings }: { headings: readonly Inline[][] }) => (
  <ol className="grid list-decimal gap-1 pl-5">
    {headings.map((content, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change while it is read
      <li key={index}>
        <a href={`#part-${index + 1}`} className="link inline-block py-1">
          {content.map(({ text }) => text).join("")}
        </a>
      </li>
    ))}
  </ol>
);

/** The page's headings, beside the text where there is room, and the pages that belong to it. */
const Contents = ({ title, headings }: { title: string; headings: readonly Inline[][] }) => (
  <div className="text-sm max-lg:order-last lg:sticky lg:top-8 lg:self-start lg:border-l lg:border-line lg:pl-6">
    {headings.length > 0 && (
      <nav aria-label="On this page" className="mb-5 border-b border-line pb-5 max-lg:hidden">
        <p className="mb-2 text-base font-semibold">On this page</p>
        <Headings headings={headings} />
      </nav>
    )}
    <nav
      aria-label="Related pages"
      className="max-lg:mt-6 max-lg:border-t max-lg:border-line max-lg:pt-5"
    >
      <p className="mb-2 text-base font-semibold">Related pages</p>
      <ul className="grid gap-1 text-base">
        {Object.entries(PAGES)
          .filter(([label]) => label !== title)
          .map(([label, to]) => (
            <li key={to}>
              <Link to={to} className="link inline-block py-1">
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  </div>
);

/** /terms and /privacy: an admin's text. */
export const LegalScreen = ({
  title,
  legal: { text, changedAt },
}: {
  title: keyof typeof PAGES;
  legal: Legal;
}) => {
  const { company, contactEmail } = useSettings();
  const blocks = readText(text);
  const headings = blocks.flatMap((block) => (block.kind === "heading" ? [block.content] : []));
  return (
    <Container className="pb-16">
      <PageHeader
        title={title}
        lead={
          <>
            <span>Last changed on </span>
            <time dateTime={changedAt}>{formatDay(changedAt)}</time>
            {company && <span className="block wrap-anywhere">{company}</span>}
          </>
        }
      />
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid max-w-prose gap-4">
          {headings.length > 0 && (
            <Fold
              label={<span className="py-3 text-base font-semibold">On this page</span>}
              className="mb-2 rounded-md border border-line bg-surface px-4 text-sm lg:hidden"
            >
              <div className="pb-3">
                <Headings headings={headings} />
              </div>
            </Fold>
          )}
          {blocks.map((block, index) => {
            const key = `${index} ${block.kind}`;
            if (block.kind === "list") {
              return (
                <ul key={key} className="grid list-disc gap-2 pl-6">
                  {block.items.map((item, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change while it is read
                    <li key={place}>
                      <Words content={item} />
                    </li>
                  ))}
                </ul>
              );
            }
            if (block.kind === "heading") {
              const number = headings.indexOf(block.content) + 1;
              return (
                <h2 key={key} id={`part-${number}`} className="mt-6 scroll-mt-8 text-xl">
                  {number}. <Words content={block.content} />
                </h2>
              );
            }
            return (
              <p key={key}>
                <Words content={block.content} />
              </p>
            );
          })}
          <p className="mt-6">
            Questions? Write to{" "}
            <a href={`mailto:${contactEmail}`} className="link wrap-anywhere">
              {contactEmail}
            </a>
            .
          </p>
        </div>
        <Contents title={title} headings={headings} />
      </div>
    </Container>
  );
};
