import { Slider } from "@base-ui/react/slider";

/** A range with two thumbs, by pointer or keyboard (arrows one step, Page Up/Down ten). */
export const RangeSlider = ({
  label,
  min,
  max,
  step = 1,
  value,
  onChange,
  format = String,
}: {
  label: string;
  min: number;
  max: number;
  step?: number;
  value: readonly [number, number];
  onChange: (value: [number, number]) => void;
  /** How a figure is shown and read aloud. */
  format?: (value: number) => string;
}) => (
  <Slider.Root
    min={min}
    max={max}
    step={step}
    largeStep={step * 10}
    value={value as [number, number]}
    onValueChange={(next) => onChange(pair(next, value))}
  >
    <div className="flex items-baseline justify-between gap-4">
      <Slider.Label className="font-semibold">{label}</Slider.Label>
      <output className="text-sm text-ink-soft tabular-nums">
        {format(value[0])} to {format(value[1])}
      </output>
    </div>
    <Slider.Control className="flex touch-none items-center px-3.5 py-4 select-none">
      <Slider.Track className="h-1.5 w-full rounded-full bg-line select-none">
        <Slider.Indicator className="rounded-full bg-brand select-none" />
        {(["Lowest", "Highest"] as const).map((name, index) => (
          <Slider.Thumb
            key={name}
            index={index}
            aria-label={`${label}: ${name.toLowerCase()}`}
            getAriaValueText={(_, figure) => format(figure)}
            className="size-7 cursor-grab rounded-full border-2 border-brand bg-surface shadow-lift outline-none has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus data-dragging:cursor-grabbing"
          />
        ))}
      </Slider.Track>
    </Slider.Control>
  </Slider.Root>
);

const pair = (next: unknown, fallback: readonly [number, number]): [number, number] =>
  Array.isArray(next) ? [next[0] ?? fallback[0], next[1] ?? fallback[1]] : [...fallback];
