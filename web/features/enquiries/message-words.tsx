import { DETAILS_USED } from "#domain/site/messages.ts";
import { FairLink } from "#web/ui/fair-link.tsx";

/** Beside the message, with and without an account. */
export const MESSAGE_HINT = "What do you need, where and by when?";

export const NeverShared = () => (
  <p className="text-sm text-ink-soft">
    We never share your email or phone. <FairLink>{DETAILS_USED}</FairLink>
  </p>
);
