import { createListener, type ListenOptions } from "#backend/core/http/listen.ts";

type Open = Parameters<ReturnType<typeof createListener>["open"]>;

/** The service's own listener on a free port of loopback, which gives these responses. */
export const openListener = async (
  respond: Open[0],
  { upgrade = () => false, ...options }: Partial<ListenOptions> & { upgrade?: Open[1] } = {},
) => {
  const listener = createListener({ host: "127.0.0.1", port: 0, inUse: "", ...options });
  const port = await listener.take();
  listener.open(respond, upgrade);
  return Object.assign(listener, { port, url: `http://127.0.0.1:${port}/` });
};
