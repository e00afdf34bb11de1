export { ClaimAnswer } from "./claim-answer.tsx";
export { ClaimScreen } from "./claim-screen.tsx";
export { OwnClaims } from "./claim-state.tsx";
export {
  loadBusinesses,
  loadClaimable,
  loadOwnClaims,
  loadQuestion,
  type OwnClaim,
  readBusinessSearch,
} from "./queries.ts";
