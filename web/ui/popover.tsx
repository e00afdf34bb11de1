import { Popover as Base } from "@base-ui/react/popover";
import X from "lucide-react/icons/x";
import type { ReactElement, ReactNode } from "react";
import { IconButton } from "./icon-button.tsx";

/** A small panel beside its trigger, for filters and details. The page remains usable around it. */
export const Popover = ({
  trigger,
  title,
  open,
  onOpenChange,
  children,
}: {
  trigger: ReactElement;
  title: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}) => (
  <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner sideOffset={8} align="start" collisionPadding={12} className="z-40">
        <Base.Popup className="popup w-[min(22rem,calc(100vw-1.5rem))] p-5 outline-none">
          <div className="-mt-1.5 -mr-2 mb-3 flex items-center justify-between">
            <Base.Title className="text-lg">{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" icon={<X />} size="sm" />} />
          </div>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);
