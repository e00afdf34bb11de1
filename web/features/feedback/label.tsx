import BadgeCheck from "lucide-react/icons/badge-check";
import { FEEDBACK_LABELS, labelOf } from "#domain/feedback/feedback.ts";

/** What the site knows of author and provider: a hire, contact, or nothing (P-45). */
export const FeedbackLabel = ({
  item,
}: {
  item: { verified: boolean; in_contact: boolean; invited: boolean };
}) => {
  const label = labelOf(item);
  if (!label) return null;
  const { name, meaning } = FEEDBACK_LABELS[label];
  return label !== "hire" ? (
    <span title={meaning}>{name}</span>
  ) : (
    <span className="inline-flex items-baseline gap-1 font-semibold text-success" title={meaning}>
      <BadgeCheck aria-hidden="true" className="size-4 self-center" />
      {name}
    </span>
  );
};
