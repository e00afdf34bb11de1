import { JOB_LIFECYCLE } from "./jobs-lifecycle.ts";
import type { Lifecycle } from "./lifecycle.ts";

/** Every lifecycle, in the order of docs/lifecycles.md. */
export const LIFECYCLES: readonly Lifecycle[] = [JOB_LIFECYCLE];
