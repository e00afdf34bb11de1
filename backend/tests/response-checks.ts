/**
 * Further checks of every response of a test's backend, by name: a project that is tested with it adds its own.
 * A wrong response fails the test as it closes the backend.
 */
export const responseChecks = new Map<
  string,
  (path: string, response: Response) => Promise<Error | null>
>();
