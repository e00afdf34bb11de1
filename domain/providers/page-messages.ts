/** What each part of a provider's page is for, said while it has not been added. */
export const WHY_ADD = {
  photo: "People like to see who they're dealing with.",
  about: "It's the first thing visitors read.",
  services: "These help people find you in search.",
  location: "Most people search locally.",
  hours: "Shows people when you're open.",
  area: "Shows people straight away whether you cover their area.",
  portfolio: "Your first picture appears on your card in search.",
  phone: "Some people would rather call.",
} as const;
