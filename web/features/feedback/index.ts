export { FeedbackArticle } from "./feedback-article.tsx";
export { FeedbackTab } from "./feedback-tab.tsx";
export { InviteCustomers } from "./invited/invite-customers.tsx";
export { LatestFeedback } from "./latest-feedback.tsx";
export {
  type FeedbackPage,
  loadNewestReviews,
  loadQuotesOf,
  type NewestReview,
  type OwnReviews,
  type Reviewer,
} from "./queries.ts";
