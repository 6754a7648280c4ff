import { checkedPieces } from './file-pieces.ts';
import type { FileBody, StoredObject } from './file-store.ts';
import { StoreFault, UnreadableBody } from './s3-faults.ts';

/**
 * A part of a file as the body of a request. It is read while it is sent, and a piece is read only when the one before it
 * has been written to the connection.
 */
export class BodyPart implements AsyncIterable<Buffer> {
  /** Of these bytes, so that the store compares what has come. */
  readonly sha256: string;
  readonly #body: FileBody;
  readonly #from: number;
  readonly #until: number;

  /** @param until the place after the last byte */
  constructor(body: FileBody, from: number, until: number, sha256: string) {
    this.#body = body;
    this.#from = from;
    this.#until = until;
    this.sha256 = sha256;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      yield* checkedPieces(this.#body, this.#from, this.#until, this.sha256);
    } catch (error) {
      throw new UnreadableBody(error);
    }
  }
}

/** True if an object is certainly a copy of a file. */
export const isCopyOf = (found: StoredObject | undefined, body: FileBody): boolean =>
  found?.bytes === body.bytes && found.sha256 === body.sha256;

/** @throws StoreFault, which may pass, if an object that was just written is not there as a whole */
export function requireWhole(found: StoredObject | undefined, body: FileBody): void {
  if (found === undefined) throw new StoreFault('it has no object after it has said that it wrote one');
  const isOther = found.sha256 !== undefined && found.sha256 !== body.sha256;
  if (found.bytes !== body.bytes || isOther)
    throw new StoreFault(`it has ${found.bytes} bytes of an object of ${body.bytes}`);
}
