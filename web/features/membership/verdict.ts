import type { MembershipWorth } from "#domain/statistics-results.ts";
import { formatPounds, formatPoundsAndPence } from "#domain/values/money.ts";
import { countOf } from "#domain/values/numbers.ts";
import type { Membership } from "#web/features/accounts/index.ts";
import { costPerContact } from "./cost-per-contact.ts";

/** "1, 2 and 3" */
const listOf = new Intl.ListFormat("en-GB");

/** What the membership brought in 30 days beside what it costs, in two or three sentences. */
export const verdictOf = (
  { figures, people_so_far }: Pick<MembershipWorth, "figures" | "people_so_far">,
  /** What a month costs in pence; null if unknown. */
  monthlyPence: number | null,
  receipts: Membership["receipts"],
): string => {
  const { views, enquiries, contacts, value_pence: value } = figures;
  const gains = [
    countOf(views.total, "view of your page", "views of your page"),
    countOf(enquiries.total, "enquiry", "enquiries"),
    ...(contacts.total > 0
      ? [countOf(contacts.total, "unlocked contact", "unlocked contacts")]
      : []),
    ...(value.total > 0 ? [`${formatPounds(value.total)} of accepted work`] : []),
  ];
  const each = costPerContact(people_so_far, receipts);
  return [
    `You had ${listOf.format(gains)}.`,
    monthlyPence === 0 && "Your membership is free.",
    monthlyPence && `Your membership costs ${formatPoundsAndPence(monthlyPence)} a month.`,
    each !== null && `Each enquiry or contact so far has cost you ${formatPoundsAndPence(each)}.`,
  ]
    .filter(Boolean)
    .join(" ");
};
