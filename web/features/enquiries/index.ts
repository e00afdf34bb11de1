export { EnquiriesScreen } from "./enquiries-screen.tsx";
export { EnquiryForm } from "./enquiry-form.tsx";
export { MessagePictures } from "./message-pictures.tsx";
export { type EnquiryInput, postEnquiry } from "./posted.ts";
export {
  countUnread,
  type Enquiry,
  loadEnquiries,
  loadThread,
  loadUnreadMessage,
} from "./queries.ts";
export { useUnread } from "./unread.ts";
