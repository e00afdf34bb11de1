import { createProviderLabel } from "#domain/accounts/admin.ts";
import { type CategoryGroup, labelOf } from "#domain/categories/categories.ts";
import { providerImport } from "#domain/providers/import.ts";
import { columnsOf } from "#domain/values/csv-import.ts";
import { useSettings } from "#web/session/settings.ts";
import { ImportDialog } from "#web/ui/admin/import-dialog.tsx";
import { createProvider } from "./writes.ts";

const { headings, needed } = providerImport([]);
const COLUMNS = columnsOf(headings);
const TOWN = COLUMNS.indexOf("location");
const CATEGORIES = COLUMNS.indexOf("categories");
const NEEDED = needed.map((column) => headings[column]);
const OPTIONAL = Object.values(headings).filter((heading) => !NEEDED.includes(heading));

const listOf = (names: readonly string[]): string =>
  `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Creates providers from a CSV file. */
export const ImportProviders = ({
  open,
  groups,
  onClose,
}: {
  open: boolean;
  groups: readonly CategoryGroup[];
  onClose: () => void;
}) => {
  const { siteName } = useSettings();
  return (
    <ImportDialog
      open={open}
      onClose={onClose}
      kind={providerImport(groups)}
      make={async (db, values) => (await createProvider(db, { values, picture: null })).invited}
      what="providers"
      description={`From a CSV file, by the same rules as ${createProviderLabel(siteName)}.`}
      name={([first, last]) => `${first} ${last}`.trim()}
      columns={[
        { header: "Business", cell: (cells) => cells[2] },
        {
          header: "Email",
          cell: (cells) => <span className="[overflow-wrap:anywhere]">{cells[3] || "None"}</span>,
        },
        { header: headings.location, cell: (cells) => cells[TOWN] || "None" },
        {
          header: headings.categories,
          cell: (cells, values) =>
            (values ? values.categories.map(labelOf).join(", ") : cells[CATEGORIES]) || "None",
        },
      ]}
      remark="invited by email"
      next="The directory lists them once they have a membership: select them and choose Grant membership."
    >
      The first line names the columns: {listOf(NEEDED)} are required; {listOf(OPTIONAL)} (with
      semicolons between them) are optional. We email everyone with an address an invitation to
      choose a password.
    </ImportDialog>
  );
};
