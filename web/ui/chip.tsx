import X from "lucide-react/icons/x";

/** A chosen item, such as a filter or a skill; with `onRemove` it can be removed. */
export const Chip = ({ label, onRemove }: { label: string; onRemove?: () => void }) => (
  <span className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3 text-sm [&_svg]:size-4">
    <span className="truncate">{label}</span>
    {onRemove && (
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="-mr-2 grid size-6 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-hover hover:text-ink"
      >
        <X aria-hidden="true" />
      </button>
    )}
  </span>
);
