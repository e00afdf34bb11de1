export { BookmarkButton } from "./bookmark-button.tsx";
export { showSaveFailed } from "./describe-failure.ts";
export { SaveJobButton } from "./save-job-button.tsx";
export { SaveProviderButton } from "./save-provider-button.tsx";
export { useSavedProviders } from "./use-saved-providers.ts";
export { hasSavedProvider, loadSavedJobIds, saveJob, saveProvider } from "./writes.ts";
