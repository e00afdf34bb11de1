export { AuthCard } from "./auth-card.tsx";
export { AgreeToTerms } from "./sign-up/agree-to-terms.tsx";
