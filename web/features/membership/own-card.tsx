import { fullNameOf } from "#domain/accounts/accounts.ts";
import { labelOf } from "#domain/categories/categories.ts";
import { ProviderCard } from "#web/features/providers/index.ts";
import type { Profile } from "#web/session/session.ts";
import { Link } from "#web/ui/link.tsx";

/** A provider's own card, as it will look in search; only a picture of it, so it cannot be pressed. */
export const OwnCard = ({ profile }: { profile: Profile }) => {
  const name = fullNameOf(profile, "Your name");
  const [trade] = profile.categories;
  const missing = [
    ...(profile.profile_image_url ? [] : ["photo of you"]),
    ...(profile.bio ? [] : ["words about your work"]),
  ];
  return (
    <section aria-labelledby="own-card">
      <h2 id="own-card" className="text-xl">
        Your card in search
      </h2>
      <div inert className="mt-4 max-lg:max-w-sm">
        <ProviderCard
          provider={{
            user_id: profile.id,
            name,
            title: trade ? labelOf(trade) : null,
            bio: profile.bio,
            image_url: profile.profile_image_url,
            business_name: profile.business_name,
            location: profile.location,
            rating_average: null,
            rating_count: 0,
          }}
        />
      </div>
      <p className="mt-3 text-sm text-ink-soft">
        {missing.length > 0 ? (
          <>
            It has no {missing.join(" and no ")} yet.{" "}
            <Link to="/account?tab=profile" className="link">
              Improve my profile
            </Link>
          </>
        ) : (
          "Once you are a member, a picture of your own work takes the place of the drawing."
        )}
      </p>
    </section>
  );
};
