import { AsyncLocalStorage } from "node:async_hooks";

const ids = new AsyncLocalStorage<string>();

/** Runs `work`; its calls to the backend have this request id. */
export const withRequestId = <T>(id: string, work: () => T): T => ids.run(id, work);

/** The id of the request for which the current work is done. */
export const currentRequestId = (): string | undefined => ids.getStore();
