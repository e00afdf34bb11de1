import { expect, it } from "vitest";
import { projectDatabase } from "#tests/project-database.ts";
import { type Budget, describeBudget, withPoundSign } from "./budget.ts";

const test = projectDatabase();

const ways = (text: string) => text.split(/ \|\s+/);

/** What is understood, and the ways in which people write it. */
const WRITTEN: [understood: string | null, ...ways: string[]][] = [
  [
    "£150 to £300",
    ...ways(`£150-300 | £150 to £300 | GBP 150-300 | 150-300 GBP | £150–£300 | £150 — 300 |
      £300 to £150 | 150-£300 | 150-300 | £150-300 for the lot | £150-300 depending on materials`),
  ],
  [
    "£200 to £300",
    ...ways(`between £200 and £300 | between 200 and 300 | between £200 & £300 |
      Budget between 200 and 300 pounds | from £200 to £300`),
  ],
  ["£200 to £500", ...ways(`from £200 up to £500 | £200 min - £500 max`)],
  ["£1,000 to £2,000", ...ways(`1-2k | £1-2k | £1k-£2k | £1 000-2 000`)],
  ["£2,000 to £3,000", "£2-£3k"],
  ["£500 to £1,000", "£500-1k"],
  ["£5,000 to £10,000", "£5-10k depending"],
  ["£900 to £100,000", "£900 - £100k"],
  [
    "£300",
    ...ways(`£300 | £ 300 | £300.00 | £300. | £300.- | 300 or so | 300 pounds | 300 quid | 300£ |
      GBP300 | £300 for 2 rooms | £300 - 2 rooms | 2 rooms - £300 | 2 to 3 rooms, £300 |
      Room 2 - £300 | 300 pounds by 12 December | £300 by 12/12/2026 | £300 to 12 December |
      £300 - 10am start | £300 from 5 December | £300 per hourglass | £300 + VAT |
      £300 for 45 min | £300 deposit and £700 on completion | £300-ish | 2 x £300 |
      £300 (10% deposit) | -£300 | £300pcm | £300 inc. VAT | £300 max 2 days |
      £300 up to 2 hours | fixed price £300 | £300/400`),
  ],
  ["£400", ...ways(`400 | about 400 | ~£400 | budget: 400 | £400 ideally, max £500`)],
  ["£99.50", ...ways(`around £99.50 | £99·50`)],
  [
    "£1,000",
    ...ways(`£1k | £1 000 | £1\u00a0000 | £1\u202f000 | £1\u2009000 | £1,000 | £1.000 | 1.000 | £1'000 |
      £1’000`),
  ],
  ["£1,500", ...ways(`£1.5k | £1,5k | GBP 1.500,00`)],
  ["£2,000", ...ways(`2 grand | 2 thousand pounds | 2k for a kitchen`)],
  ["£1,000,000", ...ways(`£1m | £1 000 000 | £1,000,000`)],
  ["£1,000.50", "£1.000,50"],
  ["£1,250.50", "£1,250.50"],
  ["£1.50", "£1,50"],
  [
    "£500",
    ...ways(`£５００ | ￡５００ | ５００ | £٥٠٠ | £500 including admin | £500 for minor repairs | £500+VAT | £500 |
      £\u200b500 | My budget is £500`),
  ],
  ["£500 to £600", "£५०० to £६००"],
  ["up to £1,000", "up to £1k"],
  [
    "up to £500",
    ...ways(`up to 500 | upto £500 | max £500 | max. budget of £500 | maximum 500 | £500 max |
      £500 (max) | £500 or less | £500 tops | under £500 | less than £500 | no more than £500 |
      not over £500 | I don't want to spend more than £500 | < £500 | no more than 500 |
      cannot go over £500 | Max £500, ideally £400`),
  ],
  ["£2,000 or more", "from £2,000"],
  [
    "£500 or more",
    ...ways(`at least £500 | min 500 | £500 minimum | £500+ | £500 or more | £500 and up |
      no less than £500 | over £500 | 500+`),
  ],
  [
    "£25 an hour",
    ...ways(`£25 an hour | £25/hour | £25/hr | £25 / h | £25ph | £25 p/h | £25 p.h. | £25 per hour |
      £25 per-hour | £25 hourly | hourly rate £25 | Hourly rate of £25 | £25 an hour for 3 hours |
      £25/hour, minimum 3 hours | £25/hr or £180 a day | £25 an hour up to £200`),
  ],
  ["£20 an hour", ...ways(`20 per hour | 20ph | £20 per hour, max £200 | 20GBP/hour`)],
  ["£20 to £25 an hour", ...ways(`£20-25 per hour | 20 to 25 an hour | between 20 and 25 an hour`)],
  ["up to £25 an hour", ...ways(`up to £25 an hour | £25 max per hour`)],
  ["£25 an hour or more", "£25+ per hour"],
  [
    "£200",
    ...ways(`£200 within 48 hours | £200 in 24 h | 3-4 days at £200 a day | £200 or £300 |
      £200 and £300 | £200/£250`),
  ],
  ["£40", "£40 per 2 hours"],
  ["£150", "£150 per room"],
  ["£20", ...ways(`£20/m² for 30 m² | £20 x 4 hours | £20pp | £20 hr | £20/half hour`)],
  [
    null,
    ...ways(`telegraph 300 | telegraph | 48 hours | 2 hours | 300 for 2 rooms | to be agreed |
      12 December | 12/12/2026 | by 12.12.2026 | 07700 900123 | 07700900123 | €500 | 500 euros |
      $500 | 50% | £1½k | free | - | 5 to 6 hundred | £01 | £1,00,000 | 400/500`),
  ],
  ["£50", ...ways(`10k run, £50 | £50 each for 10 chairs`)],
  ["£0", ...ways(`0 | £0`)],
  ["£180", "£180 a day or £25/hr"],
  ["£100", ...ways(`£100 to paint 2 rooms | ½ day, £100`)],
  ["£10,000 to £12,500.50", "£10,000 to £12,500.50"],
  ["£250,000", "£250k"],
  ["£150,000 to £200,000", ...ways(`£150-200k | 150 to 200k`)],
  ["£20,000,000", ...ways(`£99999999999999 | 190000-2000000k`)],
  ["£5", ...ways(`£5each | £5kitchen`)],
  ["£30 an hour", ...ways(`30 pounds an hour | 30 quid per hour`)],
  ["£15 to £20 an hour", ...ways(`£15-£20/h | 15–20 p/h`)],
  ["£120", ...ways(`9am to 5pm, £120 | £120, 9-5 | Monday to Friday £120`)],
  ["£80", ...ways(`2-bed flat £80 | £80 3-bed house`)],
  ["£1,200", "1,200"],
  ["£300 to £400", ...ways(`£300 to £400 by 5 pm | £300-£400-£500`)],
  ["£25", "£25 per working hour"],
  ["£3", "£3/mile over 10 miles"],
  ["£25 to £30 an hour", "£25/hour up to £30/hour"],
];

it.each(WRITTEN.flatMap(([understood, ...ways]) => ways.map((words) => [words, understood])))(
  "%j is understood as %s",
  async (words, understood) => {
    const [budget] = await test.db.query(
      "select budget_min as min, budget_max as max, budget_type as type from public.parse_budget($1)",
      [words],
    );
    expect(describeBudget(budget as unknown as Budget)).toBe(
      understood === null
        ? "We couldn't read an amount, so this job won't appear in budget filters."
        : `We understand this as ${understood}.`,
    );
  },
);

it.each([
  ["400", "£400"],
  ["1,250.50", "£1,250.50"],
  ["1 000 ", "£1 000"],
  ["07700 900123", "07700 900123"],
  ["12.12.2026", "12.12.2026"],
  ["５００", "£500"],
  ["about 400", "about 400"],
  ["£400", "£400"],
  ["£٤٠٠", "£400"],
  ["", ""],
])("%j is shown as %j", (budget, shown) => expect(withPoundSign(budget)).toBe(shown));
