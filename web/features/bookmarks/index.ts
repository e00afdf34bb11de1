export { SaveJobButton } from "./save-job-button.tsx";
export { SaveProviderButton } from "./save-provider-button.tsx";
export { tellSaveFailed } from "./tell-failure.ts";
export { hasSavedProvider, loadSavedJobIds, saveJob, saveProvider } from "./writes.ts";
