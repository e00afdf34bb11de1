export { EnquiryForm } from "./enquiry-form.tsx";
export { MessagePictures } from "./message-pictures.tsx";
export type { postEnquiry } from "./posted.ts";
export { countUnread, loadEnquiries, loadUnreadMessage } from "./queries.ts";
