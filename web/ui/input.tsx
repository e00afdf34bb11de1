import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { useFieldProps } from "./field.tsx";

/**
 * The attributes of a field for a text of at most so many characters, counted as rules and the database do. Alone,
 * `maxLength` counts most emoji twice, so it only bounds the text; `limitTexts` in site/shell does the rest.
 */
export const longest = (characters: number | undefined) =>
  characters === undefined ? undefined : { maxLength: 2 * characters, "data-longest": characters };

/** A line of text. `icon` is before the text, `prefix` is text such as "£". */
export const Input = ({
  icon,
  prefix,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "prefix"> & { icon?: ReactNode; prefix?: string }) => {
  const field = useFieldProps();
  const input = (
    <input
      type="text"
      {...field}
      {...rest}
      {...longest(rest.maxLength)}
      className={cx("control", icon ? "pl-11" : prefix ? "pl-8" : null, className)}
    />
  );
  if (!icon && !prefix) return input;
  return (
    <span className="relative block">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-ink-soft [&_svg]:size-5"
      >
        {icon ?? prefix}
      </span>
      {input}
    </span>
  );
};
