/**
 * What every answer of a test's backend is held to besides, by name: a project that is tested with it adds its own.
 * A wrong answer fails the test as it closes the backend.
 */
export const responseChecks = new Map<
  string,
  (path: string, response: Response) => Promise<Error | null>
>();
