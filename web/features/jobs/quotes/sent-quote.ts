/** The job whose quote was sent a moment ago: its card gets the focus of the button that is gone then. */
let sentFor: string | null = null;

/** Remembers that a quote for the job was sent. */
export const quoteSentFor = (jobId: string): void => {
  sentFor = jobId;
};

/** Whether the job's quote was sent a moment ago; says so once. */
export const takeSentQuote = (jobId: string): boolean => {
  const sent = sentFor === jobId;
  if (sent) sentFor = null;
  return sent;
};
