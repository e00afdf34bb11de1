export { FeedbackTab } from "./feedback-tab.tsx";
export {
  type FeedbackPage,
  hasReviewed,
  loadFeedback,
  loadPublication,
  type Publication,
} from "./queries.ts";
