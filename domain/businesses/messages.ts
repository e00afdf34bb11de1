/** The sentences about businesses that several files show, each once. */
export const NO_SUCH_CLAIM =
  "You have not claimed this business. Please open the claim link in our email.";
