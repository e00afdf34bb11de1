import { buildingFeedback } from "./feedback/building.ts";
import { cleaningFeedback } from "./feedback/cleaning.ts";
import { digitalFeedback } from "./feedback/digital.ts";
import { finishingFeedback } from "./feedback/finishing.ts";
import { learningFeedback } from "./feedback/learning.ts";
import { occasionsFeedback } from "./feedback/occasions.ts";
import { outdoorsFeedback } from "./feedback/outdoors.ts";
import { vehiclesFeedback } from "./feedback/vehicles.ts";
import { wellbeingFeedback } from "./feedback/wellbeing.ts";
import type { FeedbackRow } from "./shape.ts";

/** By the provider's key, newest first. Author and date are assigned when it is loaded. */
export const feedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
  ...vehiclesFeedback,
  ...cleaningFeedback,
  ...buildingFeedback,
  ...finishingFeedback,
  ...learningFeedback,
  ...occasionsFeedback,
  ...wellbeingFeedback,
  ...outdoorsFeedback,
  ...digitalFeedback,
};
