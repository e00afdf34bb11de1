import { type ComponentProps, Suspense, useEffect, useRef, useState } from "react";
import { lazy } from "#web/session/parts.ts";
import { Input, longest } from "#web/ui/input.tsx";

/** Without it the field is a plain one. */
const Suggestions = lazy(() => import("./suggestions.tsx").catch(() => ({ default: () => null })));

/**
 * A field of a search form that suggests what may be meant, from its first use on: the code loads then. Until then, and
 * without scripts, it is a plain field. The list is below the positioned element that the field is in.
 */
export const SearchInput = ({
  suggests,
  onChoose,
  bare = false,
  ...rest
}: Omit<ComponentProps<"input">, "prefix"> & {
  /** Categories and synonyms, or towns. */
  suggests: "service" | "location";
  /** What follows a chosen suggestion, if not the search. */
  onChoose?: () => void;
  /** Without a border of its own. */
  bare?: boolean;
}) => {
  const Field = bare ? "input" : Input;
  const input = useRef<HTMLInputElement>(null);
  const [used, setUsed] = useState(false);
  useEffect(() => {
    // Its use woke the page.
    if (document.activeElement === input.current) setUsed(true);
  }, []);
  return (
    <>
      <Field
        ref={input}
        {...rest}
        {...(bare && longest(rest.maxLength))}
        onFocus={() => setUsed(true)}
      />
      {used && (
        <Suspense>
          <Suggestions input={input} field={suggests} onChoose={onChoose} />
        </Suspense>
      )}
    </>
  );
};
