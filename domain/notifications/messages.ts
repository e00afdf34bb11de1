/** Why a mail cannot have the words that an admin typed; the database has the same sentences. */
export const WORDING_INCOMPLETE = "Please enter the subject, the heading and the text";
export const WORDING_LINE_UNSAFE =
  "Please write the subject and the heading on one line each, without < or >";
export const WORDING_TEXT_UNSAFE = "Please write the text without < or >";
export const WORDING_NEEDS_LINK =
  "Please put {{link}} once on a line of its own. The email's button is there, and it is of no use without it.";
