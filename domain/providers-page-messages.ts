/** What each part of a provider's page is good for, for those who have not added it. */
export const WHY_ADD = {
  about: "It's the first thing visitors read.",
  services: "These help people find you in search.",
  hours: "Your card in search then says when you are open.",
  area: "People see at once whether you come to them.",
  portfolio: "Your card in search shows the first picture.",
} as const;
