export { SaveJobButton } from "./save-job-button.tsx";
export { SaveProviderButton } from "./save-provider-button.tsx";
export { hasSavedProvider, loadSavedJobIds, saveJob, saveProvider } from "./writes.ts";
