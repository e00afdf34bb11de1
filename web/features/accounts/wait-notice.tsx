import { Alert } from "#web/ui/alert.tsx";

/** How long until another attempt makes sense; nothing when at once. */
export const WaitNotice = ({ seconds }: { seconds: number }) =>
  seconds > 0 ? (
    <Alert tone="warning">
      Please wait {seconds} {seconds === 1 ? "second" : "seconds"} before trying again.
    </Alert>
  ) : null;
