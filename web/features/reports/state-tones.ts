import type { BadgeTone } from "#web/ui/badge.tsx";

/** The colour of a state in the queue. */
export const STATE_TONES: Record<string, BadgeTone> = {
  open: "warning",
  "in review": "info",
  appealed: "danger",
  upheld: "success",
  rejected: "neutral",
};
