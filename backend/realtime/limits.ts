const KIB = 1024;
const MIB = 1024 * KIB;

/** What one socket, and all of them together, may ask of a process. */
export const LIMITS = {
  /** Open at once in one process; more are refused with 503. */
  sockets: 10_000,
  /** Bytes of one frame; a larger one ends its socket. */
  frame: MIB,
  /** Bytes of one broadcast or presence payload, as on the platform's smallest plan. */
  payload: 256 * KIB,
  /** Bytes of a row that travels whole; of a larger one only short values do, as on the platform. */
  record: MIB,
  /** Bytes waiting for a socket that reads too slowly; beyond them it is dropped. */
  buffered: 4 * MIB,
  /** The same of all sockets together; beyond them those with the most waiting are dropped. */
  allBuffered: 128 * MIB,
  /** Channels of one socket. */
  channels: 100,
  /** Bindings to tables of one channel. */
  bindings: 100,
  /** Characters of a filter. */
  filter: 1_000,
  /** Bytes of a topic, as the client's binary frames limit it. */
  topic: 255,
  /** Bytes that count as one message; to read a larger one takes longer. */
  message: 16 * KIB,
  /** Messages a second of one socket, and how many it may send at once. */
  rate: 100,
  burst: 300,
  /** Messages of one socket being worked on before it is read on. */
  pending: 50,
  /** Seconds without any message after which a socket counts as gone (clients send one every 25). */
  idle: 60,
  /** Seconds in which the channel of a session that ended may be given another token, and hears nothing. */
  ended: 1,
  /** Rows kept for replay at most this long, in hours. */
  reserved: 72,
} as const;
