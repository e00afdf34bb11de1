/** The providers that GoTrue's clients look for by name, available or not. */
export const KNOWN: readonly string[] = [
  ...["apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab"],
  ...["google", "kakao", "keycloak", "linkedin", "linkedin_oidc", "notion", "slack", "slack_oidc"],
  ...["snapchat", "spotify", "twitch", "twitter", "workos", "x", "zoom"],
];
