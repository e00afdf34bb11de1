export { BusinessesScreen } from "./businesses-screen.tsx";
export { ClaimScreen } from "./claim-screen.tsx";
export { loadBusinesses, loadClaimable, readBusinessSearch } from "./queries.ts";
