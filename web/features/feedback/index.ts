export { FeedbackArticle } from "./feedback-article.tsx";
export { FeedbackTab } from "./feedback-tab.tsx";
export { LatestFeedback } from "./latest-feedback.tsx";
export {
  type FeedbackPage,
  loadFeedback,
  loadFeedbackRight,
  loadNewestReviews,
  loadPublication,
  loadReviews,
  loadReviewsOf,
  type NewestReview,
  type OwnReviews,
  type Reviewer,
} from "./queries.ts";
export { ReviewQuotes } from "./review-quotes.tsx";
