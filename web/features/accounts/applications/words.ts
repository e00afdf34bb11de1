/** What each scope lets an application see, in the order of the list; `openid` gives `ALWAYS`. */
const SEEN = [
  ["profile", "Your name and the profile details you gave when you signed up"],
  ["email", "Your email address"],
  ["phone", "Your phone number"],
] as const;

/** Listed first: every application gets this much. */
const ALWAYS = "That you have an account here";

/** What an application with these scopes may see, in plain words. */
export const grantsOf = (scopes: readonly string[]): string[] => [
  ALWAYS,
  ...SEEN.flatMap(([scope, words]) => (scopes.includes(scope) ? words : [])),
];

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** The site to which people return after their decision, in plain words. */
export const placeOf = (address: string): string => {
  if (!URL.canParse(address)) return "the application";
  const { protocol, hostname, host } = new URL(address);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && !LOOPBACK.test(hostname) ? host : "an application on this device";
};

/** The application's name; without one, its host. */
export const nameOf = ({ name, uri }: { name?: string; uri?: string }): string =>
  name?.trim() ||
  (uri && URL.canParse(uri) && new URL(uri).host) ||
  "An application without a name";

/** Whether the browser may go there: an address, not a script. */
export const isAddress = (address: string): boolean =>
  URL.canParse(address) &&
  !/^(?:javascript|data|vbscript|blob|file):$/.test(new URL(address).protocol);
