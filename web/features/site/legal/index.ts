export { FAIR_LEAD, FairScreen } from "./fair-screen.tsx";
export { LegalScreen } from "./legal-screen.tsx";
export { loadLegal } from "./queries.ts";
