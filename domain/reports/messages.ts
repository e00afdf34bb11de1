/** The sentences about reports that several files show, each once. */
export const REPORT_RECEIVED = "Thank you for your report";
export const REPORTER_UNNAMED = "We won't tell them who reported it.";
export const DISAGREEMENT_REQUIRED = "Please say why you disagree";
