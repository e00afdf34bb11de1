export { MailsScreen } from "./mails-screen.tsx";
export { loadMails } from "./queries.ts";
