export { FeedbackTab } from "./feedback-tab.tsx";
export { LatestFeedback } from "./latest-feedback.tsx";
export {
  type FeedbackPage,
  hasReviewed,
  loadFeedback,
  loadPublication,
  type Reviewer,
} from "./queries.ts";
