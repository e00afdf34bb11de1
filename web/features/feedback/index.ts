export { FeedbackArticle } from "./feedback-article.tsx";
export { FeedbackTab } from "./feedback-tab.tsx";
export { LatestFeedback } from "./latest-feedback.tsx";
export {
  type FeedbackPage,
  loadFeedback,
  loadFeedbackRight,
  loadNewestReviews,
  loadPublication,
  loadQuotesOf,
  loadReviews,
  type NewestReview,
  NO_RIGHT,
  type OwnReviews,
  type Reviewer,
} from "./queries.ts";
