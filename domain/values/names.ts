const UNSEEN =
  / \u0301|[\u0300-\u036f'`‘’‛ʹʻʼ′‵ꞌ"“”„‟″«»\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]/g;
const LETTERS: Record<string, string> = {
  ...{ ø: "o", ł: "l", đ: "d", ð: "d", ı: "i", ħ: "h", ς: "σ" },
  ...{ ß: "ss", æ: "ae", œ: "oe", þ: "th" },
};
const BETWEEN = /[ \t\n\r\f\v\u0085\u1680\u2028\u2029.,/\u2010-\u2015\u2212-]+/g;

/**
 * A name of a person, place, business or category as it is compared: 'o’neill' and "O'NEILL" are one, so are
 * 'Stoke-on-Trent' and 'Stoke on Trent', '&' and 'and'. The database has the same rule (private.fold).
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(UNSEEN, "")
    .toLowerCase()
    .replace(/[øłđðıħςßæœþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll("&", " and ")
    .replace(BETWEEN, " ")
    .replace(/^ | $/g, "");
