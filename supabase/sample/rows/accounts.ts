import { DAY, joinedAt, type Person, people } from "../people.ts";
import { chanceOf } from "../seeded-random.ts";

const at = (time: number): string => new Date(time).toISOString();

export const userRows = (now: number) =>
  people.map((person) => ({
    id: person.id,
    email: person.email,
    created_at: at(joinedAt(person, now)),
    last_sign_in_at: at(now - chanceOf("seen", person.key).between(0.05, 9) * DAY),
    metadata: {
      account_type: person.type,
      first_name: person.first,
      last_name: person.last,
      location: person.town,
      ...(person.type === "provider"
        ? {
            phone_number: person.phone,
            business_name: person.business,
            categories: person.categories,
          }
        : {}),
    },
  }));

/** What the sign-up form does not ask for. */
export const profileRows = (now: number) =>
  people.map((person) => ({
    id: person.id,
    created_at: at(joinedAt(person, now)),
    ...(person.type === "provider"
      ? {
          bio: person.bio,
          categories: person.categories,
          phone_number: person.phone,
          show_phone: person.showPhone,
          skills: person.skills.map((name) => ({ name, category: person.categories[0] ?? "" })),
          social_links: person.website ? { website: `https://${person.key}.example.com` } : {},
        }
      : { categories: [], show_phone: false, skills: [], social_links: {} }),
  }));

const YEAR = 365 * DAY;

const membershipOf = (person: Person, now: number) => {
  if (person.type !== "provider" || person.plan === "none") return [];
  const chance = chanceOf("membership", person.key);
  const startedAt = joinedAt(person, now) + chance.between(0.01, 0.8) * DAY;
  const yearly = person.plan === "yearly" || person.plan === "first100";
  const end = {
    lapsed: now - chance.between(9, 70) * DAY,
    monthly: now + chance.between(4, 30) * DAY,
    yearly: startedAt + Math.ceil((now - startedAt) / YEAR) * YEAR,
    first100: startedAt + YEAR,
  }[person.plan];
  return [
    {
      user_id: person.id,
      email: person.email,
      subscribed: person.plan !== "lapsed",
      subscription_tier: yearly ? "yearly" : "monthly",
      subscription_end: at(end),
      cancel_at_period_end: person.plan === "first100",
      promo_code: person.plan === "first100" ? "FIRST100" : null,
      created_at: at(startedAt),
    },
  ];
};

/** Mixed, as people join, because the daily order turns a list that is in the order of joining. */
export const subscriberRows = (now: number) =>
  people
    .flatMap((person) => membershipOf(person, now))
    .toSorted((a, b) => a.user_id.localeCompare(b.user_id));

export const redemptionRows = (now: number) =>
  subscriberRows(now)
    .filter(({ promo_code }) => promo_code !== null)
    .map(({ user_id, promo_code, created_at }) => ({
      user_id,
      code: promo_code,
      redeemed_at: created_at,
    }));
