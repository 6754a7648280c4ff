import { createHash, hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request for a file, as the host of the files has received it. */
export type AskedFile = { readonly path: string; readonly withKey: boolean; readonly status: number };

/** How the files of an old system are opened. */
export type Opening = {
  /** A header that opens them; absent if addresses are signed. */
  readonly header?: readonly [name: string, value: string];
  /** So long a signed address lives, milliseconds. */
  lifeMs?: number;
};

const SEAL = 'seal of the tests';
/** Stands in records of the fakes for the address of a file: each answer has a new one. */
const HELD = /held:\/\/([\w./-]+)/g;

/** Files that an old system holds, below `/held/` of its host. */
export class HeldFiles {
  readonly log: AskedFile[] = [];
  readonly opening: Opening;
  readonly #files = new Map<string, { readonly bytes: Buffer; readonly type: string }>();

  constructor(opening: Opening = {}) {
    this.opening = opening;
  }

  /** @returns what stands for its address in the records of the fake */
  put(name: string, bytes: Buffer, type = 'application/octet-stream'): string {
    this.#files.set(name, { bytes, type });
    return `held://${name}`;
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  remove(name: string): void {
    this.#files.delete(name);
  }

  /** An address as an answer has it now. */
  address(host: string, name: string, now = Date.now()): string {
    const { header, lifeMs = 60_000 } = this.opening;
    const path = `${host}/held/${name}`;
    if (header) return path;
    const until = Math.floor((now + lifeMs) / 1_000);
    return `${path}?Expires=${until}&Signature=${sealOf(name, until)}&Key-Pair-Id=K1`;
  }

  /** The text of an answer, with addresses in it. */
  signed(text: string, host: string): string {
    return text.replaceAll(HELD, (_, name: string) => this.address(host, name));
  }

  /** Answers a request for a file; false if it is for something else. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const url = new URL(request.url ?? '/', 'http://here');
    if (!url.pathname.startsWith('/held/')) return false;
    const name = url.pathname.slice('/held/'.length);
    const file = this.#files.get(name);
    const status = !this.#isOpen(request, url, name) ? 403 : file ? 200 : 404;
    const { authorization, apikey, 'api-token': token } = request.headers;
    const withKey = [authorization, apikey, token].some((key) => key !== undefined);
    this.log.push({ path: url.pathname, withKey, status });
    if (status === 200 && file) {
      const etag = `"${createHash('md5').update(file.bytes).digest('hex')}"`;
      response.writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.length, etag });
      response.end(file.bytes);
    } else response.writeHead(status, { 'content-type': 'application/xml' }).end('<Error/>');
    return true;
  }

  #isOpen({ headers }: IncomingMessage, { searchParams }: URL, name: string): boolean {
    const { header } = this.opening;
    if (header) return headers[header[0]] === header[1];
    const until = Number(searchParams.get('Expires'));
    return until * 1_000 > Date.now() && searchParams.get('Signature') === sealOf(name, until);
  }
}

const sealOf = (name: string, until: number): string =>
  hash('sha256', `${SEAL} ${name} ${until}`).slice(0, 32);
