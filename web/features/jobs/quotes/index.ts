export { HirePanel } from "./hire-panel.tsx";
export { JobQuotes } from "./job-quotes.tsx";
export { MyQuotes } from "./my-quotes.tsx";
export { OwnQuoteCard } from "./own-quote.tsx";
export {
  type JobHire,
  type JobQuote,
  loadMyQuotes,
  loadOwnQuote,
  loadQuotesAndHire,
  type OwnQuote,
} from "./quotes.ts";
