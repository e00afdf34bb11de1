import { BUSINESS_IMPORT } from "#domain/businesses/import.ts";
import { ImportDialog } from "#web/ui/admin/import-dialog.tsx";
import { addBusiness } from "../writes.ts";

/** Adds businesses from a CSV file. */
export const ImportBusinesses = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <ImportDialog
    open={open}
    onClose={onClose}
    kind={BUSINESS_IMPORT}
    make={async (db, values) => {
      await addBusiness(db, values);
      return false;
    }}
    what="businesses"
    description="From a CSV file, by the same rules as Add Business."
    name={([name]) => name}
    columns={[
      {
        header: "Email",
        cell: (cells) => <span className="[overflow-wrap:anywhere]">{cells[1] || "None"}</span>,
      },
    ]}
  >
    The first line names the columns: Business name is required, Business email is optional. Anyone
    who confirms that address can claim the business without your approval. No emails are sent yet:
    send the claim links when you are ready.
  </ImportDialog>
);
