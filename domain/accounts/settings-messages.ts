/** The sentences about accounts on a person's own pages, each once. */
export const DELETION_NOT_SCHEDULED =
  "Your account could not be scheduled for deletion. Please try again.";
export const EXPORT_FAILED = "Your data could not be put together. Please try again.";
export const PROFILE_NOT_LOADED = "Your profile could not be loaded";
export const CODE_NOT_SENT = "The code could not be sent. Please try again.";

export const SAVED_PROVIDERS_NOT_LOADED = "Failed to load saved providers";
export const SAVE_PROFESSIONALS =
  "Save professionals you like, and they will be here when you need them.";
