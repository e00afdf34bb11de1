// The parts of accounts that other features need; its screens are used by their routes.
export { AuthCard } from "./auth-card.tsx";
export { detachedClient } from "./detached-client.ts";
export { SignInAgain } from "./login/sign-in-again.tsx";
export { NewPasswordFields } from "./passwords/new-password-fields.tsx";
export { AgreeToTerms } from "./sign-up/agree-to-terms.tsx";
export { loadSubscription, type Membership } from "./subscription/subscription.ts";
export { useSignInElsewhere } from "./use-sign-in-elsewhere.ts";
