import { placesFeedback } from "./feedback/places.ts";
import { servicesFeedback } from "./feedback/services.ts";
import { tradesFeedback } from "./feedback/trades.ts";
import type { FeedbackRow } from "./shape.ts";

/** By the provider's key, newest first. Author and date are assigned when it is loaded. */
export const feedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
  ...tradesFeedback,
  ...servicesFeedback,
  ...placesFeedback,
};
