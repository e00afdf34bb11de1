import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import MoreHorizontal from "lucide-react/icons/more-horizontal";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useRef, useState } from "react";
import type { OfferedService } from "#domain/providers/results.ts";
import { useSession } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { showNotUpdated } from "../not-updated.ts";
import { ServiceDialog } from "./service-dialog.tsx";
import { ServiceList } from "./service-list.tsx";
import { deleteService, NO_MEMBERSHIP, reorderServices } from "./writes.ts";

/** The person's order, shown at once and reversed if it is not saved. */
const useOrder = (services: readonly OfferedService[]) => {
  const [requested, setRequested] = useState<readonly OfferedService[] | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const moved = useRef<string | null>(null);
  const { run, busy } = useWrite(reorderServices);

  // An element that moves in the page loses the focus.
  useEffect(() => {
    if (!moved.current || !requested) return;
    list.current
      ?.querySelector<HTMLElement>(`[data-service="${moved.current}"] [aria-haspopup]`)
      ?.focus();
    moved.current = null;
  }, [requested]);

  const move = async (from: number, by: 1 | -1) => {
    const to = from + by;
    const service = services[from];
    if (busy || !service || to < 0 || to >= services.length) return;
    const next = services.toSpliced(from, 1).toSpliced(to, 0, service);
    moved.current = service.id;
    setRequested(next);
    try {
      await run(next.map(({ id }) => id));
      setAnnouncement(`${service.title} is now number ${to + 1} of ${services.length}`);
    } catch (error) {
      showNotUpdated(error);
    } finally {
      setRequested(null);
    }
  };
  return { shown: requested ?? services, move, announcement, list };
};

/** The owner's services: add, edit, order with a menu or Alt and arrow keys, delete. */
export default function ServicesEditor({
  providerId,
  selections,
  services,
}: {
  providerId: string;
  /** The provider's own categories. */
  selections: readonly string[];
  services: readonly OfferedService[];
}) {
  const session = useSession();
  const [editing, setEditing] = useState<OfferedService | "new" | null>(null);
  const [leaving, setLeaving] = useState<OfferedService | null>(null);
  const remove = useWrite(deleteService);
  const { shown, move, announcement, list } = useOrder(services);
  const member = session.status === "signed-in" && session.subscription.isSubscribed;
  return (
    <div ref={list} className="grid grid-cols-1 gap-4">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {shown.length === 0 ? (
        <p className="text-ink-soft">
          No services yet. Say what you offer and what it costs, so that people know before they
          ask.
        </p>
      ) : (
        <ServiceList
          services={shown}
          onKeyDownCapture={(event, index) => {
            if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
            event.preventDefault();
            // An arrow key would open the menu.
            event.stopPropagation();
            void move(index, event.key === "ArrowUp" ? -1 : 1);
          }}
          actions={(service, index) => (
            <>
              <IconButton
                size="sm"
                label={`Edit ${service.title}`}
                icon={<Pencil />}
                onClick={() => setEditing(service)}
              />
              <Menu
                trigger={
                  <IconButton
                    size="sm"
                    label={`Move or delete ${service.title}`}
                    icon={<MoreHorizontal />}
                    aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  />
                }
              >
                {index > 0 && (
                  <MenuItem icon={<ArrowUp />} onSelect={() => void move(index, -1)}>
                    Move up
                  </MenuItem>
                )}
                {index < shown.length - 1 && (
                  <MenuItem icon={<ArrowDown />} onSelect={() => void move(index, 1)}>
                    Move down
                  </MenuItem>
                )}
                {shown.length > 1 && <MenuSeparator />}
                <MenuItem danger icon={<Trash2 />} onSelect={() => setLeaving(service)}>
                  Delete
                </MenuItem>
              </Menu>
            </>
          )}
        />
      )}
      <Button
        variant="outline"
        icon={<Plus />}
        className="justify-self-start print:hidden"
        onClick={() => {
          if (member) setEditing("new");
          else showNotUpdated(NO_MEMBERSHIP);
        }}
      >
        Add service
      </Button>
      <ServiceDialog
        providerId={providerId}
        selections={selections}
        editing={editing}
        onClose={() => setEditing(null)}
      />
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        danger
        title="Delete this service?"
        description={`“${leaving?.title ?? ""}” disappears from your page.`}
        confirmLabel="Delete service"
        onConfirm={async () => {
          if (!leaving) return;
          try {
            await remove.run(leaving.id);
          } catch (error) {
            return { message: showNotUpdated(error) };
          }
        }}
      />
    </div>
  );
}
