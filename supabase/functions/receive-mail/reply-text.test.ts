import { expect, it } from "vitest";
import { replyText, textOfHtml, withoutAddresses } from "./reply-text.ts";

const QUOTED = "> Sam wrote to you\n> \n> Could you come on Monday?\n";

it.each<[string, string]>([
  ["Gmail", `\n\nOn Mon, 23 Nov 2026 at 14:02, Solutionz <reply@x.example> wrote:\n\n${QUOTED}`],
  [
    "a broken attribution",
    `\r\n\r\nOn Mon, 23 Nov 2026 at 14:02, Solutionz\r\n<reply@x.example>\r\nwrote:\r\n${QUOTED}`,
  ],
  ["another language", `\n\nAm 23.11.2026 um 14:02 schrieb Solutionz:\n\n${QUOTED}`],
  [
    "Outlook",
    "\n\n________________________________\nFrom: Solutionz\nSent: 23 November\nTo: Pat\nSubject: Hello\n\nCould you come?",
  ],
  ["Outlook without a line", "\n\nFrom: Solutionz\nSent: 23 November\nTo: Pat\n\nCould you come?"],
  [
    "Outlook in German",
    "\n\nVon: Solutionz <hello@x.example>\nGesendet: 23. November\nAn: Pat <pat@x.example>\n\nCould you come?",
  ],
  ["an old program", "\n\n-----Original Message-----\nFrom: Solutionz\n\nCould you come?"],
  [
    "Yahoo",
    "\n\n    On Monday, 23 November 2026 at 14:02:11 GMT, Solutionz <reply@x.example> wrote:  \n\n Could you come?",
  ],
  ["a signature", "\n\n-- \nPat\n07700 900123"],
  ["a telephone", "\n\nSent from my iPhone"],
])("the text of a reply from %s is what its author wrote", (_program, rest) => {
  expect(replyText(`Monday suits me.${rest}`)).toBe("Monday suits me.");
});

it("the text of a reply is also found below a quotation", () => {
  expect(replyText(`${QUOTED}\nMonday suits me.`)).toBe("Monday suits me.");
});

it("the text of a reply remains whole where it only looks like a quotation", () => {
  const text =
    "Two things:\n\nPrice: 300\nStart: Monday\nEnd: Friday\n- a ladder\n\nOn Monday I wrote it down -- twice.";
  expect(replyText(text)).toBe(text);
  const details =
    "Yes please come.\n\nName: Pat Jones\nEmail: pat@work.example\nPhone: 07700 900123\n\nKey is with the neighbour";
  expect(replyText(details)).toBe(details);
});

it("the text of a reply has no sign that the database refuses", () => {
  expect(replyText(textOfHtml("Mon&#55296;day"))).toBe("Mon\ufffdday");
  expect(replyText("Mon\u0000day\u0007\tyes\n\n\n\nPat")).toBe("Monday\tyes\n\nPat");
});

it("the text of a reply is found in HTML", () => {
  const html =
    "<html><head><style>p{}</style></head><body><p>Tea &amp; cake<br>at 4&#58;00</p><div>a &lt; b</div><blockquote>Could you come?</blockquote></body></html>";
  expect(replyText(textOfHtml(html))).toBe("Tea & cake\nat 4:00\na < b");
});

it.each([
  ["&pound;50 &ndash; &euro;60", "£50 – €60"],
  ["caf&eacute; &hellip; it&rsquo;s", "café … it’s"],
  ["&#163;5 &#xA3;5 &#XA3;5 &#x1F44D;", "£5 £5 £5 👍"],
  ["5&nbsp;pm, 6&#160;pm, 7&#xa0;pm", "5 pm, 6 pm, 7 pm"],
  ["it&#146;s &copy 2026 &CounterClockwiseContourIntegral;", "it’s © 2026 ∳"],
  ["a&#0;b&#x110000;c&#xD800;", "a�b�c�"],
  ["R&D &unknown; &amp;lt; &", "R&D &unknown; &lt; &"],
])("the text of a reply has the signs that HTML names: %s", (html, text) => {
  expect(replyText(textOfHtml(html))).toBe(text);
});

it("the text of a reply is found in no more time than its length", () => {
  const hostile = [
    "<".repeat(300_000),
    "On ".repeat(300_000),
    "&#".repeat(300_000),
    "_".repeat(300_000),
  ];
  // Quadratic time would be minutes.
  for (const text of hostile) replyText(textOfHtml(text));
  withoutAddresses("a".repeat(100_000), () => true);
});
