import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** The largest body, bytes as they come and unpacked, and the most of all bodies at once. */
export const BODY_BYTES_MAX = 1_048_576;
const UNPACKED_BYTES_MAX = 8 * 1_048_576;
const ROOM_BYTES = 64 * 1_048_576;
/** An event costs memory beside its body. */
const EVENT_BYTES = 1_024;

/** A request that is answered with a status and nothing else, before its event is stored. */
export class HookRefusal extends Error {
  override readonly name = 'HookRefusal';
  readonly status: 400 | 401 | 413 | 415 | 503;

  constructor(status: HookRefusal['status']) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/** The part of the room that one request has. */
export interface HeldRoom extends Disposable {
  /** @throws HookRefusal 503 if there is no room */
  take(bytes: number): void;
}

/** The memory that bodies may have at once. */
export class BodyRoom {
  #free = ROOM_BYTES;

  /** @throws HookRefusal 503 if there is no room for another request */
  hold(): HeldRoom {
    let held = 0;
    const take = (bytes: number): void => {
      if (bytes > this.#free) throw new HookRefusal(503);
      this.#free -= bytes;
      held += bytes;
    };
    take(EVENT_BYTES);
    return {
      take,
      [Symbol.dispose]: () => {
        this.#free += held;
        held = 0;
      },
    };
  }
}

const unpacked = promisify(gunzip);

/**
 * Reads the body of a request as it was signed: unpacked, if it came packed.
 * @throws HookRefusal 400 (what is no gzip), 413, 415, 503; the error of a connection that ended
 */
export async function readBody(request: IncomingMessage, held: HeldRoom): Promise<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = request.headers;
  const kind = encoding.trim().toLowerCase();
  if (kind !== 'identity' && kind !== 'gzip' && kind !== 'x-gzip') throw new HookRefusal(415);
  if (length !== undefined && Number(length) > BODY_BYTES_MAX) throw new HookRefusal(413);
  const body = await bytesOf(request, held);
  if (kind === 'identity') return body;
  held.take(UNPACKED_BYTES_MAX);
  try {
    return await unpacked(body, { maxOutputLength: UNPACKED_BYTES_MAX });
  } catch (error) {
    throw new HookRefusal((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 413 : 400);
  }
}

function bytesOf(request: IncomingMessage, held: HeldRoom): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (error?: Error): void => {
      request.off('data', take).off('end', whole).off('close', cut).off('error', end);
      if (error) reject(error);
      else resolve(Buffer.concat(chunks, bytes));
    };
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      try {
        if (bytes > BODY_BYTES_MAX) throw new HookRefusal(413);
        held.take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        end(error as Error);
      }
    };
    const whole = (): void => end();
    const cut = (): void => end(new Error('the connection ended before the body'));
    request.on('data', take).on('end', whole).on('close', cut).on('error', end);
  });
}
