import { hash } from "node:crypto";

const NUMBERS = 8;

/**
 * A digest of a table's rows that does not depend on their order: the sum of the rows' SHA-256, in eight
 * numbers of 32 bits. Equal rows in two databases have equal sums, wherever each database put them.
 */
export const createRowHash = () => {
  const sum = new Uint32Array(NUMBERS);
  let rows = 0;
  return {
    add(row: Uint8Array): void {
      const digest = hash("sha256", row, "buffer");
      for (let index = 0; index < NUMBERS; index++)
        sum[index] = (sum[index] ?? 0) + digest.readUInt32LE(index * 4);
      rows += 1;
    },
    result: () => ({ rows, hash: Buffer.from(sum.buffer).toString("hex") }),
  };
};
