import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError, invalid } from '../wire/api-error.ts';
import { parseJson } from '../wire/json-text.ts';
import { type Fields, isObject } from '../wire/validation.ts';

/** A request body that is larger than allowed. */
export class TooLargeError extends ApiError {
  /** `maxBytes` is the exceeded limit. */
  constructor(maxBytes: number) {
    super('ERR_BAD_REQUEST', `The request body is larger than ${maxBytes} bytes.`, { status: 413 });
  }
}

/** Bodies that are under way take this much memory together; one of a batch of rows has at most 10 MiB. */
const BODIES_BYTES_MAX = 32 * 1024 * 1024;
/** A body that is not longer than this never waits. */
const SHORT_BYTES = 64 * 1024;
/** A body with more objects and arrays than this is refused: to parse millions of them takes seconds and much memory. */
const CONTAINERS_MAX = 500_000;

/** A body that is under way. */
type Incoming = { readonly request: IncomingMessage; readonly chunks: Buffer[]; bytes: number };

/**
 * Reads bodies of requests. Where those under way are too large together, all but the first and the short ones wait until others
 * are through: their clients see that they are not read.
 */
export class BodyReader {
  /** In the order in which they began. */
  readonly #incoming = new Set<Incoming>();
  #bytes = 0;
  /** Long bodies are handed on one by one: whoever sends short ones is answered in between. */
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * Reads a body of at most `maxBytes`. Rejects with TooLargeError as soon as the body is known to be larger.
   * Without `keep`, the body is read to its end and dropped.
   */
  read(request: IncomingMessage, maxBytes: number, keep: boolean): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
        reject(new TooLargeError(maxBytes));
        return;
      }
      const body: Incoming = { request, chunks: [], bytes: 0 };
      let bytes = 0;
      if (keep) this.#incoming.add(body);
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= maxBytes) {
          if (keep) this.#keep(body, chunk);
        } else {
          // The rest is read and dropped: closing now could cost the client the answer.
          this.#release(body);
          reject(new TooLargeError(maxBytes));
        }
      });
      request.on('end', () => {
        const { chunks } = body;
        const hand = (): void => {
          resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
          this.#release(body);
        };
        if (bytes <= SHORT_BYTES) hand();
        else this.#turn = this.#turn.then(nextTurn).then(hand);
      });
      request.on('close', () => {
        // Whoever leaves after the last byte has sent the request.
        if (request.complete) return;
        this.#release(body);
        reject(new Error('the client went away'));
      });
      request.on('error', reject);
    });
  }

  #keep(body: Incoming, chunk: Buffer): void {
    body.chunks.push(chunk);
    body.bytes += chunk.length;
    this.#bytes += chunk.length;
    if (!this.#mayGoOn(body)) body.request.pause();
  }

  #mayGoOn(body: Incoming): boolean {
    const [first] = this.#incoming;
    return this.#bytes < BODIES_BYTES_MAX || body.bytes <= SHORT_BYTES || body === first;
  }

  #release(body: Incoming): void {
    if (!this.#incoming.delete(body)) return;
    this.#bytes -= body.bytes;
    body.chunks.length = 0;
    for (const each of this.#incoming)
      if (each.request.isPaused() && this.#mayGoOn(each)) each.request.resume();
  }
}

/** A body as an object. An empty body is an empty object; any other body must be a JSON object in UTF-8. */
export function parseBody(
  bytes: Buffer,
  parse: (text: string) => unknown = parseJson,
): { readonly text: string; readonly fields: Fields } {
  if (bytes.length === 0) return { text: '', fields: {} };
  if (!isUtf8(bytes)) throw invalid({ body: ['The body is not valid UTF-8.'] });
  const text = bytes.toString('utf8');
  if (hasTooMany(bytes))
    throw invalid({ body: [`The body has more than ${CONTAINERS_MAX} objects and arrays.`] });
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    throw invalid({ body: ['The body is not valid JSON.'] });
  }
  // Clients in PHP send an empty object as an empty array.
  if (Array.isArray(value) && value.length === 0) return { text, fields: {} };
  if (!isObject(value)) throw invalid({ body: ['The body must be a JSON object.'] });
  return { text, fields: value };
}

/** True if JSON text has more objects and arrays than are parsed; of text that is no JSON it may say anything. */
function hasTooMany(bytes: Buffer): boolean {
  if (bytes.length <= CONTAINERS_MAX) return false;
  let containers = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at++;
    else if (byte === QUOTE) isText = !isText;
    else if ((byte === BRACE || byte === BRACKET) && !isText && ++containers > CONTAINERS_MAX) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH, BRACE, BRACKET] = [0x22, 0x5c, 0x7b, 0x5b];

/** The most parts of a form; not documented. */
const MAX_PARTS = 1000;

const BREAK = Buffer.from('\r\n\r\n');

const refuse = (why: string) => invalid({ body: [why] });

/**
 * Reads a form (multipart/form-data, RFC 7578) as an object: each part by its name, a repeated name or one that ends
 * in `[]` as a list. A file counts as its text. Throws ERR_BAD_REQUEST for another type, a form that is cut off, and
 * bytes that are not UTF-8.
 */
export function readForm(contentType: string | string[] | undefined, body: Buffer): Fields {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(String(contentType)) ??
    [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw refuse('The body must be multipart/form-data with a boundary.');
  const values = new Map<string, string[]>();
  for (const part of partsOf(body, boundary)) {
    const [name, value] = readPart(part);
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  const fields = [...values].map(([name, given]) => {
    const isList = name.endsWith('[]');
    return [isList ? name.slice(0, -2) : name, isList || given.length > 1 ? given : given[0]] as const;
  });
  // Without a prototype, so that no name of a part means anything else.
  return Object.assign(Object.create(null) as Fields, Object.fromEntries(fields));
}

/** The parts between the boundaries, each with its own headers. */
function partsOf(body: Buffer, boundary: string): readonly Buffer[] {
  const line = Buffer.from(`--${boundary}`);
  const parts: Buffer[] = [];
  let start = body.indexOf(line);
  while (start !== -1) {
    const from = start + line.length;
    if (body.subarray(from, from + 2).toString('latin1') === '--') return parts;
    const next = body.indexOf(Buffer.concat([Buffer.from('\r\n'), line]), from);
    if (next === -1) break;
    parts.push(body.subarray(from + 2, next));
    if (parts.length > MAX_PARTS) throw refuse(`The form may not have more than ${MAX_PARTS} parts.`);
    start = next + 2;
  }
  throw refuse('The form is cut off.');
}

function readPart(part: Buffer): readonly [name: string, value: string] {
  const end = part.indexOf(BREAK);
  const headers = end === -1 ? '' : part.subarray(0, end).toString('utf8');
  const [, name] = /^content-disposition:\s*form-data\s*;.*?\bname="([^"\r\n]*)"/im.exec(headers) ?? [];
  if (name === undefined) throw refuse('A part of the form has no name.');
  const value = part.subarray(end + BREAK.length);
  if (!isUtf8(value)) throw refuse(`The part ${name} is not valid UTF-8.`);
  return [name, value.toString('utf8')];
}
