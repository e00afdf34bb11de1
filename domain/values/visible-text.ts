const SPACES =
  /[\v\f\u0085\u00a0\u115f\u1160\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]/g;
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: those are what is removed
// biome-ignore-start lint/suspicious/noMisleadingCharacterClass: each is a sign of its own
/** The flag of a country such as Scotland is written with tags; other tags show nothing. */
const UNSEEN =
  /(\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f})|[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffc\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;
/** Joiners, variants and accents change the letter or emoji before them, and are nothing without one. */
const LOOSE =
  /(^|[\s"])[\u0300-\u036f\u180b-\u180d\u180f\u200c\u200d\u20d0-\u20f0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;
// biome-ignore-end lint/suspicious/noMisleadingCharacterClass: each is a sign of its own
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: those are what is removed
const REPEATED = /([\u200c\u200d])[\u200c\u200d]+/g;

/**
 * A typed text without what nobody sees, such as signs that turn a line round, and with plain spaces. Joiners in Persian
 * and Indic words and in emoji stay. The database has the same rule (private.visible_text).
 */
export const visibleText = (typed: string): string =>
  typed
    .replace(SPACES, " ")
    .replace(UNSEEN, "$1")
    .replace(LOOSE, "$1")
    .replace(REPEATED, "$1")
    .trim();
