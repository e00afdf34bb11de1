export { BusinessesScreen } from "./businesses-screen.tsx";
export { ClaimAnswer } from "./claim-answer.tsx";
export { ClaimScreen } from "./claim-screen.tsx";
export { loadBusinesses, loadClaimable, loadQuestion, readBusinessSearch } from "./queries.ts";
