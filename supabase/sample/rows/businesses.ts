import { DAY, joinedAt, people } from "../people.ts";
import { chanceOf, idOf } from "../seeded-random.ts";

const at = (time: number): string => new Date(time).toISOString();

/** Businesses that an admin listed and nobody has claimed yet. */
const UNCLAIMED = [
  "Applegarth Joinery",
  "Blue Gate Piano Lessons",
  "Cobbled Yard Cycles",
  "Damson Lane Catering",
  "Ferryman Storage",
  "Gorse & Granite Paving",
  "Little Otter Swim School",
  "Marsh Samphire Yoga",
  "Penny Whistle Ceilidhs",
  "Rookery Fencing",
  "Tin Roof Recording",
  "Wren & Ivy Florals",
] as const;

/** Sixteen claimed by the providers who run them, two with a claim that waits, and the unclaimed. */
const CLAIMED = 16;
const WAITING = 2;

const established = people
  .filter((person) => person.type === "provider")
  .filter(({ joined }) => joined > 90);

const listed = (now: number, name: string, mailbox: string, created: number) => ({
  id: idOf("business", name),
  business_name: name,
  business_email: `hello@${mailbox}.example.com`,
  created_at: at(Math.min(created, now - DAY)),
});

export const businessRows = (now: number) => [
  ...established.slice(0, CLAIMED + WAITING).map((owner, n) => {
    const joined = joinedAt(owner, now);
    const claimed = n < CLAIMED;
    return {
      ...listed(now, owner.business, owner.key, joined - 20 * DAY),
      owner_user_id: claimed ? owner.id : null,
      claimed,
      claim_date: claimed ? at(joined + 2 * DAY) : null,
    };
  }),
  ...UNCLAIMED.map((name) => ({
    ...listed(
      now,
      name,
      name.toLowerCase().replace(/[^a-z]+/g, ""),
      now - chanceOf("business", name).between(2, 300) * DAY,
    ),
    owner_user_id: null,
    claimed: false,
    claim_date: null,
  })),
];

export const claimRows = (now: number) =>
  established.slice(0, CLAIMED + WAITING).map((owner, n) => {
    const joined = joinedAt(owner, now);
    const claimed = n < CLAIMED;
    return {
      business_id: idOf("business", owner.business),
      claimant_id: owner.id,
      status: claimed ? "approved" : "pending",
      created_at: at(claimed ? joined + DAY : now - (n - CLAIMED + 1.3) * DAY),
      decided_at: claimed ? at(joined + 2 * DAY) : null,
    };
  });
