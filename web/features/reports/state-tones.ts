import type { BadgeTone } from "#web/ui/badge.tsx";

/** How a state looks in the queue. */
export const STATE_TONES: Record<string, BadgeTone> = {
  open: "warning",
  "in review": "info",
  appealed: "danger",
  upheld: "success",
  rejected: "neutral",
};
