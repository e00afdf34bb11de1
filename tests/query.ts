/** A query of a stand-in for the data client: its response, or with `throwOnError` a rejection by its error. */
export const queryOf = <Result extends { data?: unknown; error?: unknown }>(
  response: Result | Promise<Result>,
) => {
  const pending = Promise.resolve(response);
  const throwOnError = async () => {
    const result = await pending;
    if (result.error) throw result.error;
    return result;
  };
  return Object.assign(pending, { throwOnError });
};
