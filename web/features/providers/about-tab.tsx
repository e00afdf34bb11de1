import { labelOf } from "#domain/categories.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ContactPanel } from "./contact-panel.tsx";
import type { ProviderProfile } from "./queries.ts";

/** What they say of themselves, what they do, and how to reach them. */
export const AboutTab = ({
  provider,
  isOwner,
}: {
  provider: ProviderProfile;
  isOwner: boolean;
}) => (
  <div className="grid grid-cols-1 gap-10 wrap-anywhere lg:grid-cols-[2fr_1fr]">
    <section aria-labelledby="about">
      <h2 id="about" className="text-xl">
        About
      </h2>
      {provider.bio ? (
        <p className="mt-3 max-w-prose whitespace-pre-line">{provider.bio}</p>
      ) : (
        <p className="mt-3 text-ink-soft">{provider.name} has not written about the work yet.</p>
      )}
    </section>
    <div className="grid content-start gap-8">
      <ContactPanel provider={provider} isOwner={isOwner} />
      {provider.selections.length > 0 && (
        <section aria-labelledby="categories">
          <h2 id="categories" className="text-xl">
            Categories
          </h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {provider.selections.map((selection) => (
              <li key={selection}>
                <Badge tone="brand">{labelOf(selection)}</Badge>
              </li>
            ))}
          </ul>
        </section>
      )}
      {provider.skills.length > 0 && (
        <section aria-labelledby="services">
          <h2 id="services" className="text-xl">
            Services
          </h2>
          <ul className="mt-3 list-inside list-disc">
            {provider.skills.map(({ name }) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  </div>
);
