import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, type ReactNode, useState } from "react";
import { cx } from "./cx.ts";
import { useFieldProps } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

/** A password with a show/hide button. `strength` is shown below it (a ProgressBar, some words). */
export const PasswordInput = ({
  className,
  strength,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & { strength?: ReactNode }) => {
  const [shown, setShown] = useState(false);
  return (
    <>
      <span className="relative block">
        <input
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          {...useFieldProps()}
          {...rest}
          type={shown ? "text" : "password"}
          className={cx("control pr-13", className)}
        />
        <IconButton
          label={shown ? "Hide password" : "Show password"}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
          className="absolute! top-1/2 right-1 -translate-y-1/2"
        />
      </span>
      {strength && <div className="mt-2">{strength}</div>}
    </>
  );
};
