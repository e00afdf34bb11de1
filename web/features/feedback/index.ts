export { FeedbackTab } from "./feedback-tab.tsx";
export {
  type FeedbackItem,
  hasReviewed,
  loadFeedback,
  loadPublication,
  type Publication,
} from "./queries.ts";
