import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { SourceAnswer } from './source-server.ts';

/** Answers of sources that are at fault, or mean harm. */

const MIB = 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 'x');

/** Answers only a status. */
export const status =
  (code: number, headers: Readonly<Record<string, string | number>> = {}): SourceAnswer =>
  (_, response) =>
    void response.writeHead(code, headers).end();

/** Leads elsewhere. */
export const redirect = (location: string, code = 302): SourceAnswer => status(code, { location });

/** Answers the first requests otherwise, and leaves the rest to the source. */
export const atFirst =
  (times: number, answer: SourceAnswer): SourceAnswer =>
  (request, response, file, count) =>
    count > times ? true : answer(request, response, file, count);

/** Asks to wait, so many times. */
export const throttled = (times: number, afterS = 7, code = 429): SourceAnswer =>
  atFirst(times, status(code, { 'retry-after': afterS }));

/** The login page of a system that answers everybody with 200, unless the header is there. */
export const loginPage =
  (name: string, value: string): SourceAnswer =>
  ({ headers }, response) => {
    if (headers[name.toLowerCase()] === value) return true;
    const page = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Sign in</body></html>';
    return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  };

/** Wants a header, and answers 401 or 403 without it. */
export const needsHeader =
  (name: string, value: string, code = 401): SourceAnswer =>
  ({ headers }, response) =>
    headers[name.toLowerCase()] === value ? true : void response.writeHead(code).end('who are you?');

/** Sends bytes until the connection is closed. */
export const endless: SourceAnswer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  const more = (): void => {
    while (!response.destroyed && response.write(CHUNK));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};

/** Sends the beginning, and then nothing. */
export const stalls =
  (bytes = 100): SourceAnswer =>
  (_, response, { body, etag }) => {
    response.writeHead(200, { 'content-length': body.length, etag });
    response.write(body.subarray(0, bytes));
  };

/** Sends nothing at all. */
export const silent: SourceAnswer = () => {};

/** Sends a byte now and then. */
export const slow =
  (everyMs: number): SourceAnswer =>
  (_, response, { body, etag }) => {
    response.writeHead(200, { 'content-length': body.length, etag });
    let at = 0;
    const timer = setInterval(() => response.write(body.subarray(at, ++at)), everyMs);
    response.on('close', () => clearInterval(timer));
  };

/** Packs 16 MiB of zeros, although nobody asked for it. */
export const gzipBomb: SourceAnswer = (_, response) => {
  bomb ??= gzipSync(Buffer.alloc(16 * MIB));
  const headers = { 'content-encoding': 'gzip', 'content-length': bomb.length, 'content-type': 'image/png' };
  response.writeHead(200, headers).end(bomb);
};
let bomb: Buffer | undefined;

/** Says another length than the body has: what is missing never comes, what is beyond it is cut off. */
export const otherLength =
  (by: number): SourceAnswer =>
  (_, response, { body, etag }) => {
    const text = `HTTP/1.1 200 OK\r\netag: ${etag}\r\nconnection: close\r\ncontent-length: ${body.length + by}\r\n\r\n`;
    response.socket?.end(Buffer.concat([Buffer.from(text), body]));
  };

/** Cuts the connection after so many bytes, the first times. */
export const cutAfter = (bytes: number, times = 1): SourceAnswer =>
  atFirst(times, (request, response, { body, type, etag }) => {
    const from = beginOf(request);
    const headers = { etag, 'content-length': body.length - from, ...(type ? { 'content-type': type } : {}) };
    const range = `bytes ${from}-${body.length - 1}/${body.length}`;
    response.writeHead(from === 0 ? 200 : 206, from === 0 ? headers : { ...headers, 'content-range': range });
    response.write(body.subarray(from, from + bytes), () => cut(response));
  });

/** Cuts every answer that is not a part of the file, and answers parts in this way. */
export const cutThen =
  (bytes: number, answer: SourceAnswer): SourceAnswer =>
  (request, response, file, count) =>
    request.headers.range === undefined
      ? cutAfter(bytes, Number.POSITIVE_INFINITY)(request, response, file, count)
      : answer(request, response, file, count);

/** Answers parts with the whole file. */
export const whole: SourceAnswer = (_, response, { body, etag }) =>
  void response.writeHead(200, { etag, 'content-length': body.length }).end(body);

/** Answers another part than was asked for. */
export const wrongRange =
  (by: number): SourceAnswer =>
  (request, response, { body, etag }) => {
    const from = Math.max(0, beginOf(request) + by);
    const headers = {
      etag,
      'content-range': `bytes ${from}-${body.length - 1}/${body.length}`,
      'content-length': body.length - from,
    };
    response.writeHead(206, headers).end(body.subarray(from));
  };

/** Answers the part that was asked for, of a file that has changed meanwhile. */
export const changedPart =
  (etag: string): SourceAnswer =>
  (request, response, { body }) => {
    const from = beginOf(request);
    const headers = {
      etag,
      'content-range': `bytes ${from}-${body.length - 1}/${body.length}`,
      'content-length': body.length - from,
    };
    response.writeHead(206, headers).end(Buffer.alloc(body.length - from, '!'));
  };

const beginOf = ({ headers: { range = '' } }: IncomingMessage): number => Number(/\d+/.exec(range)?.[0] ?? 0);

/** Lets what was written arrive before the connection ends. */
function cut(response: ServerResponse): void {
  setTimeout(() => response.destroy(), 5);
}
