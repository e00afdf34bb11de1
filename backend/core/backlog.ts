/** A connection, reduced to its backlog. */
export interface Reader {
  /** Bytes that wait for it now; earlier `note`d values no longer count. */
  recount(): number;
  /** Drops the socket, with everything that waits for it. */
  abandon(): void;
}

/**
 * Bytes that wait for slow readers, of all sockets together. The noted count is an upper bound, because a
 * reader's progress is only seen at its next frame. Before any socket is dropped, all are counted again.
 * Those with the most waiting are dropped first.
 */
export class Backlog {
  readonly #readers: Iterable<Reader>;
  readonly #limit: number;
  readonly #onAbandon: (readers: number) => void;
  #noted = 0;

  constructor(readers: Iterable<Reader>, limit: number, onAbandon: (readers: number) => void) {
    this.#readers = readers;
    this.#limit = limit;
    this.#onAbandon = onAbandon;
  }

  get noted(): number {
    return this.#noted;
  }

  /** So many more bytes wait than were noted, or fewer. */
  note(difference: number): void {
    this.#noted += difference;
    if (difference > 0 && this.#noted > this.#limit) this.#relieve();
  }

  #relieve(): void {
    const waiting = [...this.#readers]
      .map((reader) => ({ reader, bytes: reader.recount() }))
      .filter(({ bytes }) => bytes > 0)
      .sort((a, b) => b.bytes - a.bytes);
    this.#noted = waiting.reduce((all, { bytes }) => all + bytes, 0);
    let abandoned = 0;
    for (const { reader, bytes } of waiting) {
      if (this.#noted <= this.#limit) break;
      reader.abandon();
      this.#noted -= bytes;
      abandoned++;
    }
    if (abandoned > 0) this.#onAbandon(abandoned);
  }
}
