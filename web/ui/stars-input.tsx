import { useId, useState } from "react";
import { cx } from "./cx.ts";
import { useField } from "./field.tsx";

const WORDS = ["Poor", "Fair", "Good", "Very good", "Excellent"] as const;

/**
 * Chooses 1 to 5 stars. Real radio buttons, so arrows, labels and forms work. Put it in `<Field group
 * label="Your rating">`.
 */
export const StarsInput = ({
  name,
  value,
  onChange,
}: {
  name?: string;
  /** 0 or null: nothing chosen yet. */
  value: number | null | undefined;
  onChange: (rating: number) => void;
}) => {
  const ownName = useId();
  const field = useField();
  const [hovered, setHovered] = useState(0);
  const shown = hovered || value || 0;
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <div className="-ml-1.5 flex" onPointerLeave={() => setHovered(0)}>
        {WORDS.map((word, index) => (
          <label
            key={word}
            onPointerEnter={(event) => event.pointerType === "mouse" && setHovered(index + 1)}
            className="rounded-sm p-1.5 has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              id={index === 0 ? field?.id : undefined}
              name={name ?? ownName}
              value={index + 1}
              checked={value === index + 1}
              onChange={() => onChange(index + 1)}
              aria-invalid={field?.invalid || undefined}
              className="sr-only"
            />
            <span className="sr-only">
              {index + 1} {index === 0 ? "star" : "stars"}, {word}
            </span>
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-8">
              <path
                d="M12 1.9l3.1 6.3 7 1-5 4.9 1.1 6.9L12 17.7 5.8 21l1.1-6.9-5-4.9 7-1z"
                strokeWidth="1.5"
                strokeLinejoin="round"
                className={cx(
                  "transition-colors",
                  index < shown ? "fill-star stroke-star" : "fill-transparent stroke-line-strong",
                )}
              />
            </svg>
          </label>
        ))}
      </div>
      <span aria-hidden="true" className="min-w-20 text-sm text-ink-soft">
        {WORDS[shown - 1] ?? ""}
      </span>
    </div>
  );
};
