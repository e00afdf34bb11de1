/** What each scope lets an application see, in the order in which people are told; `openid` is the rest. */
const SEEN = [
  ["profile", "Your name and the profile details you gave when you signed up"],
  ["email", "Your email address"],
  ["phone", "Your phone number"],
] as const;

/** Said first: every application learns this much. */
const ALWAYS = "That you have an account here";

/** What an application with these scopes may see, in plain words. */
export const seenWith = (scopes: readonly string[]): string[] => [
  ALWAYS,
  ...SEEN.flatMap(([scope, words]) => (scopes.includes(scope) ? words : [])),
];

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Where people are sent after their decision, as they would say it. */
export const placeOf = (address: string): string => {
  if (!URL.canParse(address)) return "the application";
  const { protocol, hostname, host } = new URL(address);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && !LOOPBACK.test(hostname) ? host : "an application on this device";
};

/** What an application calls itself; one without a name by where it lives. */
export const nameOf = ({ name, uri }: { name?: string; uri?: string }): string =>
  name?.trim() ||
  (uri && URL.canParse(uri) && new URL(uri).host) ||
  "An application without a name";

/** Whether the browser may go there: an address, not a script. */
export const isAddress = (address: string): boolean =>
  URL.canParse(address) &&
  !/^(?:javascript|data|vbscript|blob|file):$/.test(new URL(address).protocol);
