const tick = (last: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(last);
  return (user + system) / 1000;
};

/**
 * The longest time, in milliseconds, that this thread works without a turn of the event loop while `work` is under
 * way. Counted in the thread's own processor time, which a busy machine does not lengthen as it does the clock's.
 */
export const longestStall = async (work: () => Promise<unknown>): Promise<number> => {
  let last = process.threadCpuUsage();
  let longest = 0;
  const check = () => {
    longest = Math.max(longest, tick(last));
    last = process.threadCpuUsage();
  };
  const timer = setInterval(check, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  check();
  return longest;
};
