export { FeedbackTab } from "./feedback-tab.tsx";
export { LatestFeedback } from "./latest-feedback.tsx";
export {
  type FeedbackPage,
  loadFeedback,
  loadFeedbackRight,
  loadNewestReviews,
  loadPublication,
  type NewestReview,
  type Reviewer,
} from "./queries.ts";
