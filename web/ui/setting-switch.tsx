import { type ReactNode, useId } from "react";
import { type Setting, SettingRow } from "./setting-row.tsx";
import { Toggle } from "./switch.tsx";

/** A setting that is on or off, and changes at once. */
export const SettingSwitch = ({
  checked,
  onChange,
  disabled,
  ...row
}: Setting & {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  children?: ReactNode;
}) => {
  const id = useId();
  return (
    <SettingRow
      {...row}
      id={id}
      action={
        <Toggle
          checked={checked}
          onCheckedChange={onChange}
          disabled={disabled}
          aria-labelledby={id}
          aria-describedby={`${id}-value`}
          className="my-1"
        />
      }
    />
  );
};
