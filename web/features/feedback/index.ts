export { FeedbackTab } from "./feedback-tab.tsx";
export { LatestFeedback } from "./latest-feedback.tsx";
export {
  type FeedbackItem,
  type FeedbackPage,
  hasReviewed,
  loadFeedback,
  loadLatestFeedback,
  loadPublication,
  type Publication,
} from "./queries.ts";
