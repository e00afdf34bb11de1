import { useContext } from "react";
import { UNSAFE_FrameworkContext } from "react-router";
import { FIRST_PAINT } from "#web/session/first-paint.ts";

/** Only the server writes it; the browser's scripts need not contain it. */
const TEXT = import.meta.env.SSR ? FIRST_PAINT : "";

/** The first script of a page, before its styles, for which it would wait. The server allows it by its hash. */
export const FirstPaintScript = () => (
  <script
    nonce={useContext(UNSAFE_FrameworkContext)?.nonce}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
    dangerouslySetInnerHTML={{ __html: TEXT }}
  />
);
