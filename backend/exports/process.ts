/** Starting, serving and ending: one process or several, the port, the memory. */
export { acceptedConnections, createListener } from "../core/http/listen.ts";
export { shareMemory } from "../core/memory.ts";
export { closeAll } from "../core/process/close-in-order.ts";
export { type Runnable, run } from "../core/process/run.ts";
export { snapshotOfAll } from "../core/process/worker-metrics.ts";
export { countWorkers, WORKERS } from "../core/process/workers.ts";
