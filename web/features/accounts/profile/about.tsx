import { labelOf } from "#domain/categories.ts";
import { formatMonth } from "#domain/values/dates.ts";
import type { Profile } from "#web/session/session.ts";

/** A person's description, and the details that only they and our admins see. */
export const About = ({ profile, email }: { profile: Profile; email: string }) => (
  <div className="grid grid-cols-1 gap-8 wrap-anywhere lg:grid-cols-[2fr_1fr]">
    <section aria-labelledby="about">
      <h2 id="about" className="text-xl">
        About
      </h2>
      <p className="mt-3 max-w-prose whitespace-pre-line break-words">
        {profile.bio || <span className="text-ink-soft">Add a short introduction.</span>}
      </p>
    </section>
    <section aria-labelledby="details">
      <h2 id="details" className="text-xl">
        Details
      </h2>
      <dl className="mt-3 grid gap-3 [&_dt]:text-sm [&_dt]:text-ink-soft">
        <div>
          <dt>Email</dt>
          <dd className="wrap-anywhere">{email}</dd>
        </div>
        <div>
          <dt>Member since</dt>
          <dd>{formatMonth(profile.created_at)}</dd>
        </div>
        {profile.categories.length > 0 && (
          <div>
            <dt>{profile.account_type === "provider" ? "Business Category" : "Interested In"}</dt>
            <dd>{profile.categories.map(labelOf).join(", ")}</dd>
          </div>
        )}
      </dl>
    </section>
  </div>
);
