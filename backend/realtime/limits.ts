const KIB = 1024;
const MIB = 1024 * KIB;

/** The limits of one socket, and of all of them together, in one process. */
export const LIMITS = {
  /** Open at once in one process; more are refused with 503. */
  sockets: 10_000,
  /** Bytes of one frame; a larger one ends its socket. */
  frame: MIB,
  /** Values in the JSON of one frame of a socket that a person uses; `parseJson` has that of visitors. */
  values: 10_000,
  /** Bytes of one broadcast or presence payload, as on the platform's smallest plan. */
  payload: 256 * KIB,
  /** Bytes of a row that is sent whole; of a larger one only short values are, as on the platform. */
  record: MIB,
  /** Bytes waiting for a socket that reads too slowly; beyond this it is dropped. */
  buffered: 4 * MIB,
  /** As above, for all sockets together; beyond this those with the most waiting are dropped. */
  allBuffered: 128 * MIB,
  /** Channels of one socket. */
  channels: 100,
  /** Bindings to tables of one channel. */
  bindings: 100,
  /** Characters of a filter. */
  filter: 1_000,
  /** Bytes of a topic, as the client's binary frames limit it. */
  topic: 255,
  /** Bytes that count as one message; reading a larger one takes longer. */
  message: 16 * KIB,
  /** Messages a second of one socket, and how many it may send at once. */
  rate: 100,
  burst: 300,
  /** Messages a second that those of one network become, one for each member of their channels, and how many at once. */
  deliveries: 10_000,
  deliveryBurst: 20_000,
  /** Messages of one socket in progress before more are read. */
  pending: 50,
  /** Seconds without any message after which a socket counts as gone (clients send one every 25). */
  idle: 60,
  /**
   * Seconds in which the channel of an ended session may get another token; it receives nothing meanwhile.
   */
  ended: 1,
  /** The longest time that rows are stored for replay, in hours. */
  reserved: 72,
} as const;
