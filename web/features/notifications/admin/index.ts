export { MailsScreen } from "./mails-screen.tsx";
export { loadMails, loadSentMail } from "./queries.ts";
