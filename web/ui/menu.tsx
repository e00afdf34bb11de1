import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Link } from "./link.tsx";

const PLAIN = "text-ink [&_svg]:text-ink-soft";
const ITEM =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 no-underline outline-none select-none data-highlighted:bg-hover data-disabled:opacity-55 [&_svg]:size-5 [&_svg]:shrink-0";

/**
 * A menu of actions under a button: `<Menu trigger={<Button>Actions</Button>}>` with `MenuItem`,
 * `MenuLink`, `MenuSeparator` and `MenuLabel` inside.
 *
 * An open menu does not move on the page. If it followed its button, it would jump to the other side when
 * the page scrolls, and a press that had just begun would end on another element.
 */
export const Menu = ({
  trigger,
  align = "end",
  children,
}: {
  trigger: ReactElement;
  /** The edge of the button at which the menu begins. */
  align?: "start" | "end";
  children: ReactNode;
}) => (
  <Base.Root modal={false}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner
        disableAnchorTracking
        sideOffset={6}
        align={align}
        className="z-40 outline-none"
      >
        <Base.Popup className="popup max-h-(--available-height) min-w-56 overflow-y-auto p-1.5 outline-none">
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

/** One action of a menu. */
export const MenuItem = ({
  icon,
  danger = false,
  disabled,
  onSelect,
  children,
}: {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) => (
  <Base.Item
    disabled={disabled}
    onClick={onSelect}
    className={cx(ITEM, danger ? "text-danger" : PLAIN)}
  >
    {icon}
    {children}
  </Base.Item>
);

/** One link of a menu. */
export const MenuLink = ({
  icon,
  to,
  children,
}: {
  icon?: ReactNode;
  to: string;
  children: ReactNode;
}) => (
  <Base.LinkItem closeOnClick render={<Link to={to} />} className={cx(ITEM, PLAIN)}>
    {icon}
    {children}
  </Base.LinkItem>
);

export const MenuSeparator = () => <Base.Separator className="my-1.5 h-px bg-line" />;

/** Text at the top of a menu that cannot be chosen, such as a name. */
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <div className="px-3 pt-2 pb-1.5 text-sm text-ink-soft">{children}</div>
);
