import Pencil from "lucide-react/icons/pencil";
import Search from "lucide-react/icons/search";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "#web/ui/menu.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { toast } from "#web/ui/toast.ts";
import { Part, Row } from "./part.tsx";

export const Overlays = () => {
  const [isOpen, setIsOpen] = useState<"dialog" | "question" | null>(null);
  return (
    <Part
      name="Dialog, ConfirmDialog, Menu, Popover, toast"
      rule="A dialog is a bottom sheet on a phone and a panel elsewhere. A toast with an action stays until it is closed."
    >
      <Row>
        <Dialog
          open={isOpen === "dialog"}
          onOpenChange={() => setIsOpen(null)}
          title="Edit feedback"
          description="What you change is marked as edited."
          footer={<Button onClick={() => setIsOpen(null)}>Save Changes</Button>}
        >
          <Field label="Title">
            <Input />
          </Field>
        </Dialog>
        <Button variant="outline" onClick={() => setIsOpen("dialog")}>
          Dialog
        </Button>
        <Button variant="outline" onClick={() => setIsOpen("question")}>
          ConfirmDialog
        </Button>
        <ConfirmDialog
          open={isOpen === "question"}
          onOpenChange={() => setIsOpen(null)}
          title="Are you sure you want to cancel?"
          description="You stay in the directory until the end of the period that you paid for."
          confirmLabel="Cancel Membership"
          cancelLabel="Keep My Membership"
          danger
          onConfirm={() => new Promise((resolve) => setTimeout(resolve, 800))}
        />
        <Menu trigger={<Button variant="outline">Menu</Button>}>
          <MenuLabel>Ada Byron</MenuLabel>
          <MenuItem icon={<Pencil />} onSelect={() => toast({ title: "Edit" })}>
            Edit
          </MenuItem>
          <MenuLink icon={<Search />} to="/directory">
            View
          </MenuLink>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger onSelect={() => toast({ title: "Deleted" })}>
            Delete
          </MenuItem>
        </Menu>
        <Popover trigger={<Button variant="outline">Popover</Button>} title="Budget">
          <p>Anything that belongs to the button.</p>
        </Popover>
        <Button variant="outline" onClick={() => toast({ title: "Profile updated" })}>
          Toast
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            toast({
              title: "Saved",
              variant: "success",
              action: { label: "Undo", onPress: () => undefined },
            })
          }
        >
          Toast with an action
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            toast({
              title: "Search fields empty",
              description: "Please enter a service or location to search.",
              variant: "destructive",
            })
          }
        >
          Destructive toast
        </Button>
      </Row>
    </Part>
  );
};
