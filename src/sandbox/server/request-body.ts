import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ApiError, invalid } from '../wire/api-error.ts';
import { parseJson } from '../wire/parse-json.ts';
import { type Fields, isObject } from '../wire/validation.ts';

/** A request body that is larger than allowed. */
export class TooLargeError extends ApiError {
  /** `maxBytes` is the exceeded limit. */
  constructor(maxBytes: number) {
    super('ERR_BAD_REQUEST', `The request body is larger than ${maxBytes} bytes.`, { status: 413 });
  }
}

/**
 * Reads a body of at most `maxBytes`. Rejects with TooLargeError as soon as the body is known to be larger.
 * Without `keep`, the body is read to its end and dropped.
 */
export function readBody(request: IncomingMessage, maxBytes: number, keep: boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      reject(new TooLargeError(maxBytes));
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) {
        if (keep) chunks.push(chunk);
      } else {
        // The rest is read and dropped: closing now could cost the client the answer.
        chunks.length = 0;
        reject(new TooLargeError(maxBytes));
      }
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('close', () => reject(new Error('the client went away')));
    request.on('error', reject);
  });
}

/** A body as an object. An empty body is an empty object; any other body must be a JSON object in UTF-8. */
export function parseBody(
  bytes: Buffer,
  parse: (text: string) => unknown = parseJson,
): { readonly text: string; readonly fields: Fields } {
  if (bytes.length === 0) return { text: '', fields: {} };
  if (!isUtf8(bytes)) throw invalid({ body: ['The body is not valid UTF-8.'] });
  const text = bytes.toString('utf8');
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
