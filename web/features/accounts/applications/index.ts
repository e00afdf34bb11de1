export { ConnectedApplications } from "./connected-applications.tsx";
export { decide, type Question, readQuestion } from "./consent.ts";
export { nameOf, placeOf, seenWith } from "./words.ts";
