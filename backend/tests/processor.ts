/**
 * Milliseconds of the processor that work in this process takes: on a busy machine the clock says more
 * about the machine than about the work.
 */
export const processorTime = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
