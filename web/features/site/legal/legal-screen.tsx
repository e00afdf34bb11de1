import { Container } from "#web/ui/container.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
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

/** /terms and /privacy: an admin's text. */
export const LegalScreen = ({ title, text }: { title: string; text: string }) => (
  <Container className="pb-16">
    <PageHeader title={title} />
    <div className="grid max-w-prose gap-4">
      {readText(text).map((block, index) => {
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
        return block.kind === "heading" ? (
          <h2 key={key} className="mt-6 text-2xl">
            <Words content={block.content} />
          </h2>
        ) : (
          <p key={key}>
            <Words content={block.content} />
          </p>
        );
      })}
    </div>
  </Container>
);
