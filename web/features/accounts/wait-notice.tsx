import { Alert } from "#web/ui/alert.tsx";

/** Seconds up to two minutes, then whole minutes: nobody counts to 900. */
const waitOf = (seconds: number): string => {
  if (seconds > 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
};

/** The time until another attempt is possible; nothing for at once. */
export const WaitNotice = ({ seconds }: { seconds: number }) =>
  seconds > 0 ? (
    <Alert tone="warning">Please wait {waitOf(seconds)} before trying again.</Alert>
  ) : null;
