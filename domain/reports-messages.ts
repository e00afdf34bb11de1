/** The sentences about reports that several files show, each once. */
export const REPORT_RECEIVED = "Thank you for your report";
export const DISAGREEMENT_REQUIRED = "Please say why you disagree";
