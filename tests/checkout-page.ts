/** Opens a page of the test checkout and presses one of its buttons, as its form does. */
export const pressOn = async (
  address: string,
  action: string,
  headers: Record<string, string> = {},
): Promise<Response> => {
  const markup = await (await fetch(address)).text();
  const token = /name="token" value="(\w+)"/.exec(markup)?.[1] ?? "";
  return fetch(address, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams({ token, action }),
  });
};
