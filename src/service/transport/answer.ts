import { LONG_NUMBER, parsedJson } from '../../input/json/parse-json.ts';
import { rawNumber } from '../../input/json/raw-number.ts';
import { type ApiError, type ApiRequest, type ApiResponse, apiError } from './transport.ts';

/** The largest body of an answer. */
export const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;
/** Characters of a body that is not JSON which are kept for messages. */
const TEXT_CHARS = 200;
/** The most bytes of a character in UTF-8. */
const CHARACTER_BYTES_MAX = 4;

/**
 * An answer as it arrived. Its body is parsed when somebody asks for it, and never if the request reads what it expects from
 * the bytes.
 */
export function receivedAnswer(
  status: number,
  headers: ApiResponse['headers'],
  bytes: Buffer,
  createdIn?: ApiRequest['createdIn'],
): ApiResponse {
  const created = status >= 200 && status < 300 ? createdIn?.(bytes) : undefined;
  if (created) return { status, headers, bytes, created, body: undefined, attempts: 1, ambiguous: false };
  let parsed: { readonly body: unknown; readonly text?: string } | undefined;
  const parse = () => {
    parsed ??= parsedBody(bytes);
    return parsed;
  };
  return {
    status,
    headers,
    bytes,
    // Own members, so that a copy of the answer has them as well.
    get body() {
      return parse().body;
    },
    get text() {
      return parse().text;
    },
    attempts: 1,
    ambiguous: false,
  };
}

function parsedBody(bytes: Buffer): { readonly body: unknown; readonly text?: string } {
  try {
    const text = bytes.toString();
    const body: unknown = JSON.parse(text);
    return { body: LONG_NUMBER.test(text) ? withDigits(parsedJson(text, true)) : body };
  } catch {
    return { body: undefined, text: shownText(bytes) };
  }
}

/** Members whose values are those of an app. */
const OF_APPS = new Set(['metadata', 'customData']);

/** Keeps all digits of whole numbers in what apps have written, so that they can be compared and written again. */
function withDigits(value: unknown, isOfApp = false): unknown {
  if (typeof value === 'bigint') return isOfApp ? rawNumber(value) : Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withDigits(each, isOfApp));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withDigits(each, isOfApp || OF_APPS.has(name))]),
  );
}

/** The same bytes with the methods of Node.js; types that programs see do not name these. */
export const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** The beginning of a body, as messages show it if it is not JSON. */
export const shownText = (bytes: Uint8Array): string =>
  bufferOf(bytes)
    .toString('utf8', 0, TEXT_CHARS * CHARACTER_BYTES_MAX)
    .slice(0, TEXT_CHARS);

/** The error of an answer in the service's envelope; undefined if there is none. Does not parse an answer that surely has none. */
export function errorOf(response: ApiResponse): ApiError | undefined {
  return isErrorless(response) ? undefined : apiError(response.body);
}

/** Bodies that were searched for an error, because several layers ask: whether they have none. */
const searched = new WeakMap<Uint8Array, boolean>();

/** True if no member of the answer can be named `error`, not even by a name with escapes. */
function isErrorless({ status, bytes, created }: ApiResponse): boolean {
  if (created) return true;
  if (status < 200 || status >= 300 || bytes === undefined) return false;
  const known = searched.get(bytes);
  if (known !== undefined) return known;
  const buffer = bufferOf(bytes);
  const isNamed = buffer.includes('"error"') || buffer.includes('\\u');
  searched.set(bytes, !isNamed);
  return !isNamed;
}

/** True if the service refused the request because there were too many (429). */
export function isRefusal(response: ApiResponse): boolean {
  return response.status === 429 || errorOf(response)?.code === 'ERR_TOO_MANY_REQUESTS';
}
