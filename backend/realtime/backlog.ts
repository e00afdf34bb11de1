/** A socket, as far as what waits for its reader goes. */
export interface Reader {
  /** Bytes that wait for it now; what was `note`d before is forgotten. */
  recount(): number;
  /** Lets it go, with everything that waits for it. */
  abandon(): void;
}

/**
 * Bytes that wait for slow readers, of all sockets together. What is noted is the most there can be:
 * that a reader has caught up is only seen at its next frame, so before anybody is let go all are
 * counted anew. Those with the most waiting go first.
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

  /** So many bytes more wait than were noted, or fewer. */
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
