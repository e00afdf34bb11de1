/** The sentences about buying a membership, each once. */
export const PROVIDERS_ONLY = "Only service providers can purchase subscriptions.";
export const ALREADY_SUBSCRIBED = "You already have an active subscription.";
export const PAYMENT_FAILED = "Failed to process payment";
export const CANCELLED = "Subscription cancelled (will not renew)";
export const INVALID_COUPON = "Invalid coupon code";
export const COUPON_USED = "You have already used a coupon. Please continue without one.";
export const COUPON_CLAIMED = "Sorry, the FIRST100 offer has already been fully claimed.";
export const MEMBERSHIP_INCLUDES =
  "You appear in search and can unlock the contact details of jobs.";
export const MEMBERS_ARE_FOUND =
  "Membership puts you in search, and you can unlock the contact details of open jobs.";
