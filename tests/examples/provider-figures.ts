/** What a provider's dashboard knows of somebody for whom nothing has happened. */
export const NO_FIGURES = {
  kind: "provider",
  won: [],
  newJobs: null,
  ratingAverage: null,
  ratingCount: 0,
  reviews: [],
  unlocks: [],
  unanswered: 0,
  contactsUnlocked: 0,
  savedJobs: 0,
  unreadMessages: 0,
  newMessage: null,
} as const;
