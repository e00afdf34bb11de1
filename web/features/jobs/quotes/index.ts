export { MyQuotes } from "./my-quotes.tsx";
export { loadMyQuotes } from "./queries.ts";
