import Check from "lucide-react/icons/check";

/** Promises, each with a tick. */
export const TickList = ({ items }: { items: readonly string[] }) => (
  <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-8 gap-y-[.5lh]">
    {items.map((item) => (
      <li key={item} className="flex items-start gap-3">
        <Check aria-hidden="true" className="mt-[.125lh] size-[.75lh] shrink-0 text-brand" />
        <span className="min-w-0 text-pretty">{item}</span>
      </li>
    ))}
  </ul>
);
