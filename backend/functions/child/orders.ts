/** What a function's process is told when it starts. */
export interface Orders {
  entrypoint: string;
  importMap: string | null;
  /** The project's `functions` folder. */
  folder: string;
  /** The Unix socket to answer on. */
  socket: string;
  /** Where callers reach the backend: the origin of the requests that the function sees. */
  apiUrl: string;
  /** MiB that the whole process may occupy. */
  memory: number;
}

/** What a function's process tells its keeper. */
export type FromChild =
  | { kind: "loaded"; file: string }
  | { kind: "ready" }
  | { kind: "failed"; reason: string }
  | { kind: "pong" };

export const sendToParent = (message: FromChild): void => {
  if (process.connected) process.send?.(message);
};
