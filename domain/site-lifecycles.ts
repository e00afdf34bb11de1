import { JOB_LIFECYCLE } from "./jobs-lifecycle.ts";
import { COUPON_LIFECYCLE } from "./membership-coupon-lifecycle.ts";
import { MEMBERSHIP_LIFECYCLE } from "./membership-lifecycle.ts";
import type { Lifecycle } from "./values/lifecycle.ts";

/** Every lifecycle, in the order of docs/lifecycles.md. */
export const LIFECYCLES: readonly Lifecycle[] = [
  JOB_LIFECYCLE,
  MEMBERSHIP_LIFECYCLE,
  COUPON_LIFECYCLE,
];
