export { ConnectedApplications } from "./connected-applications.tsx";
export { decide, type Question, readQuestion } from "./consent.ts";
export { grantsOf, nameOf, placeOf } from "./words.ts";
