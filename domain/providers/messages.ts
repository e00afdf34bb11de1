/** The sentences about a provider's page that several files show, each once. */
export const WORK_CHANGED_ELSEWHERE = "This work was changed in another window";
export const MEDIA_NOT_UPLOADED = "Failed to upload media files";
export const MEDIA_REQUIRED = "Please upload at least one media file";
