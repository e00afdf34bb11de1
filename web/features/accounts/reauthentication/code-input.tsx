import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { Input } from "#web/ui/input.tsx";

/** The field of a code from an email or an app. */
export const CodeInput = () => (
  <Input
    autoComplete="one-time-code"
    inputMode="numeric"
    maxLength={INPUT_LIMITS.code}
    className="font-mono tracking-widest"
  />
);
