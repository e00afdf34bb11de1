import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useFieldProps } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import { passwordStrength, STRENGTH_WORDS } from "./password-strength.ts";
import { ProgressBar } from "./progress-bar.tsx";

const TONES = ["danger", "danger", "warning", "success", "success"] as const;

const Meter = ({ password }: { password: string }) => {
  const strength = passwordStrength(password);
  return (
    <div className="mt-2 grid grid-cols-[1fr_auto] items-center gap-3">
      <ProgressBar label="Password strength" value={strength * 25} tone={TONES[strength]} />
      <span role="status" className="w-20 text-right text-sm text-ink-soft">
        <span className="sr-only">Password strength: </span>
        {STRENGTH_WORDS[strength]}
      </span>
    </div>
  );
};

/** A password with a show/hide button; `meter` shows the strength of a new one. */
export const PasswordInput = ({
  meter = false,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "className"> & { meter?: boolean }) => {
  const [shown, setShown] = useState(false);
  const [typed, setTyped] = useState("");
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const input = box.current?.querySelector("input");
    if (!meter || !input) return;
    const readTyped = () => setTyped(input.value);
    // Resetting a form empties its fields after the event.
    const clear = () => setTyped("");
    readTyped();
    input.addEventListener("input", readTyped);
    input.form?.addEventListener("reset", clear);
    return () => {
      input.removeEventListener("input", readTyped);
      input.form?.removeEventListener("reset", clear);
    };
  }, [meter]);
  return (
    <>
      <span ref={box} className="relative block">
        <input
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          {...useFieldProps()}
          {...rest}
          type={shown ? "text" : "password"}
          className="control pr-13"
        />
        <IconButton
          label={shown ? "Hide password" : "Show password"}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
          className="absolute! top-1/2 right-1 -translate-y-1/2"
        />
      </span>
      {meter && typed !== "" && <Meter password={typed} />}
    </>
  );
};
