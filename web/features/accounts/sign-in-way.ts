import { type SignUpType, signUpTypeOf } from "#domain/accounts.ts";
import { safePath } from "#web/session/return-path.ts";

/**
 * What somebody chose before they left for their mailbox or another site: the tab, and where they were
 * stopped. It travels in the address, as the mail may be opened in another browser.
 */
export interface SignInWay {
  accountType: SignUpType;
  /** A path of this site, or null. */
  target: string | null;
}

const NAME = "way";
/** Longer addresses are cut or refused on the road; who comes with one goes where everybody goes. */
const LONGEST_TARGET = 500;

/**
 * The address of ours to come back to. Its one parameter has only letters, digits, `-` and `_`, so it is
 * the same text wherever it is put: in a query, in a mail's HTML, in its plain text.
 */
export const addressWithWay = (origin: string, path: string, way: SignInWay): string => {
  const target = way.target && way.target.length <= LONGEST_TARGET ? way.target : "";
  const bytes = new TextEncoder().encode(`${way.accountType} ${target}`);
  const packed = btoa(String.fromCharCode(...bytes));
  const word = packed.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${origin}${path}?${NAME}=${word}`;
};

/**
 * Reads it out of an address that has it, also one within another's query. Null without one: a stranger
 * may have written it, so a target is followed only to this site, and a type opens nothing.
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
