import { Readable } from 'node:stream';
import { checkedPieces, PIECE_BYTES_MAX } from './file-pieces.ts';
import type { FileBody, StoredObject } from './file-store.ts';
import { StoreFault, UnreadableBody } from './s3-faults.ts';

/** A part of a file as the body of a request: read while it is sent, so that none must be in memory. */
export class BodyPart extends Readable {
  /** Of these bytes, so that the store compares what has come. */
  readonly sha256: string;
  readonly #pieces: AsyncGenerator<Buffer>;

  /** @param until the place after the last byte */
  constructor(body: FileBody, from: number, until: number, sha256: string) {
    super({ highWaterMark: PIECE_BYTES_MAX });
    this.sha256 = sha256;
    this.#pieces = checkedPieces(body, from, until, sha256);
  }

  override _read(): void {
    this.#pieces.next().then(
      ({ value }) => this.push(value ?? null),
      (reason) => this.destroy(new UnreadableBody(reason)),
    );
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
