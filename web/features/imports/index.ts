export { type CellColumn, ImportDialog } from "./import-dialog.tsx";
