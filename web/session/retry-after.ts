let until = 0;

/** The browser's fetch, which also notes how long the service asks to wait (`Retry-After`). */
export const fetchNotingWaits: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const seconds = answer.status === 429 ? Number(answer.headers.get("retry-after")) : 0;
  if (seconds > 0) until = Date.now() + seconds * 1000;
  return answer;
};

/** Seconds that the service's last refusal asked to wait; undefined when it named none, or they are over. */
export const retryAfterSeconds = (): number | undefined => {
  const left = Math.ceil((until - Date.now()) / 1000);
  return left > 0 ? left : undefined;
};
