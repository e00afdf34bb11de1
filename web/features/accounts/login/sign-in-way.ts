import { type SignUpType, signUpTypeOf } from "#domain/accounts/accounts.ts";
import { safePath } from "#web/session/return-path.ts";

/**
 * The choices made before leaving for the mailbox or another site: the tab, and the page where the person
 * was stopped. They are in the address, because the mail may be opened in another browser.
 */
export interface SignInWay {
  accountType: SignUpType;
  /** A path of this site, or null. */
  target: string | null;
}

const NAME = "way";
/** Longer addresses are truncated or refused on the way; people with one go to the default page. */
const LONGEST_TARGET = 500;

/**
 * Our address to return to. Its one parameter has only letters, digits, `-` and `_`, so it is the same text
 * everywhere: in a query, in a mail's HTML, in its plain text.
 */
export const addressWithWay = (origin: string, path: string, way: SignInWay): string => {
  const target = way.target && way.target.length <= LONGEST_TARGET ? way.target : "";
  const bytes = new TextEncoder().encode(`${way.accountType} ${target}`);
  const packed = btoa(String.fromCharCode(...bytes));
  const word = packed.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${origin}${path}?${NAME}=${word}`;
};

/**
 * Reads it from an address that contains it, also within another one's query. Null without one. A stranger
 * may have written it, so it leads only to pages of this site, and its type grants nothing.
 */
export const readWay = (address: string | null): SignInWay | null => {
  const word = /[?&]way=([\w-]+)/.exec(address ?? "")?.[1];
  if (!word) return null;
  try {
    const packed = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
    const text = new TextDecoder().decode(Uint8Array.from(packed, (c) => c.charCodeAt(0)));
    const [type, target = ""] = text.split(" ", 2);
    return { accountType: signUpTypeOf(type), target: safePath(target) };
  } catch {
    return null;
  }
};
