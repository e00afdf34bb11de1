/** The orders of a function's process at its start. */
export interface Orders {
  entrypoint: string;
  importMap: string | null;
  /** The project's `functions` folder. */
  folder: string;
  /** The Unix socket to listen on. */
  socket: string;
  /** The backend's address for callers: the origin of the requests that the function sees. */
  apiUrl: string;
  /** MiB that the whole process may use. */
  memory: number;
}

/**
 * Variables for the process's own Node, which removes them before the function runs: its compiled code is in a folder,
 * and its threads share memory.
 */
export const nodeEnvironment = (codeCache: string) => ({
  NODE_COMPILE_CACHE: codeCache,
  MALLOC_ARENA_MAX: "2",
});

/** Messages from a function's process to its keeper. */
export type FromChild =
  | { kind: "loaded"; file: string }
  | { kind: "ready" }
  | { kind: "failed"; reason: string }
  | { kind: "pong" };

export const sendToParent = (message: FromChild): void => {
  if (process.connected) process.send?.(message);
};
