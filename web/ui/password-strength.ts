/** How hard a password is to guess, from 0 (hardly at all) to 4. */
type Strength = 0 | 1 | 2 | 3 | 4;

export const STRENGTH_WORDS = ["Too short", "Weak", "Fair", "Good", "Strong"] as const;

/** The most common passwords, also with digits after them. */
const COMMON =
  /^(?:pass ?word|qwerty|letmein|welcome|admin|iloveyou|football|abc|solutionz)\W*\d*\W*$/i;

const MIN_LENGTH = 6;
const BITS_FOR: readonly [bits: number, strength: Strength][] = [
  [75, 4],
  [55, 3],
  [38, 2],
];

/**
 * A rough estimate in bits: characters that repeat or continue the one before count little. It guides
 * people while typing; other code decides what is refused.
 */
export const passwordStrength = (password: string): Strength => {
  const characters = [...password];
  if (characters.length < MIN_LENGTH) return 0;
  if (COMMON.test(password)) return 1;
  const pool =
    (/[a-z]/.test(password) ? 26 : 0) +
    (/[A-Z]/.test(password) ? 26 : 0) +
    (/\d/.test(password) ? 10 : 0) +
    (/[^a-zA-Z\d]/.test(password) ? 33 : 0);
  let counted = 0;
  for (const [at, character] of characters.entries()) {
    const step = (character.codePointAt(0) ?? 0) - (characters[at - 1]?.codePointAt(0) ?? -9);
    counted += Math.abs(step) <= 1 ? 0.25 : 1;
  }
  const distinct = new Set(characters).size;
  const bits = Math.min(counted, distinct * 2) * Math.log2(pool);
  return BITS_FOR.find(([least]) => bits >= least)?.[1] ?? 1;
};
