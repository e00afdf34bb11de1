export { EnquiriesScreen } from "./enquiries-screen.tsx";
export { EnquiryForm } from "./enquiry-form.tsx";
export { EnquiryList } from "./enquiry-list.tsx";
export { countUnread, type Enquiry, loadEnquiries, loadThread } from "./queries.ts";
export { useUnread } from "./unread.ts";
