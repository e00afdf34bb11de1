import { accountLabels, withArticle } from "#domain/accounts/accounts.ts";

/** Why a person is at the login, by the page they wanted (spec 1 section 2, spec 2 section 6), or null. */
export const loginNotice = (
  target: string | null,
  siteName: string,
): { title?: string; text: string } | null => {
  const page = /^\/[^/?#]*/.exec(target ?? "")?.[0];
  if (page === "/account" || page === "/account-settings") {
    return { text: "Please log in to access account settings." };
  }
  if (page === "/membership") {
    const provider = withArticle(accountLabels(siteName).provider);
    return {
      title: "Authentication required",
      text: `Log in as ${provider} to choose a membership.`,
    };
  }
  return null;
};
