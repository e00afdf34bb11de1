import { Zip, ZipPassThrough } from "fflate";

/** An entry of the zip: available bytes, or a stream that is opened in its turn. */
export interface Entry {
  name: string;
  bytes?: Uint8Array;
  /** Null if there are no more. */
  open?: () => Promise<ReadableStream<Uint8Array> | null>;
}

/**
 * A zip as a stream with at most one piece in memory, which continues only when it is read. Nothing is
 * compressed: nearly all of it is pictures and videos, and so the size is known in advance. A failure
 * breaks the stream off, so that nobody takes half a zip for a whole one.
 */
export const zipOf = (entries: readonly Entry[]): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const made: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else if (piece.byteLength > 0) made.push(piece);
  });

  async function* pieces(): AsyncGenerator<undefined> {
    for (const { name, bytes, open } of entries) {
      const stream = open ? await open() : null;
      if (!bytes && !stream) continue;
      const file = new ZipPassThrough(name);
      zip.add(file);
      if (bytes) file.push(bytes, true);
      if (stream) {
        for await (const piece of stream) {
          file.push(piece);
          yield;
        }
        file.push(new Uint8Array(), true);
      }
      yield;
    }
    zip.end();
  }

  const work = pieces();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        while (made.length === 0) {
          const { done } = await work.next();
          if (failure) throw failure;
          if (done && made.length === 0) {
            controller.close();
            return;
          }
        }
        for (const piece of made.splice(0)) {
          controller.enqueue(piece as Uint8Array<ArrayBuffer>);
        }
      },
      async cancel() {
        zip.terminate();
        await work.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
};
