export { LegalScreen } from "./legal-screen.tsx";
export { loadLegal } from "./queries.ts";
