import { inspect } from 'node:util';
import { isLoopback } from '../../service/api/base-url.ts';
import { isRemote } from '../reference.ts';

/** Address of a source on a server. Its query and its user are secrets: an address that was signed beforehand has its key there. */
export class RemoteUrl {
  readonly #url: string;
  /** Name of it wherever it is shown or kept: without user and query. */
  readonly shown: string;

  /**
   * @param url has the form that `urlProblem` asks for
   * @param shown differs from that of each other address of the pipeline
   */
  constructor(url: string, shown: string) {
    this.#url = url;
    this.shown = shown;
  }

  /** The address with its secrets; only for a request to it. */
  reveal(): string {
    return this.#url;
  }

  toString(): string {
    return this.shown;
  }

  toJSON(): string {
    return this.shown;
  }

  [inspect.custom](): string {
    return this.shown;
  }
}

/** The address in a path, and what follows it: `!/` and a path inside of an archive. */
export function urlParts(path: string): readonly [url: string, inside: string] {
  const at = path.indexOf('!/');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
}

/** An address without its user and its query. */
export function withoutSecrets(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** Describes what is wrong with a path that is an address, without any part of it that may be secret; undefined if nothing is. */
export function urlProblem(path: string): string | undefined {
  if (!isRemote(path)) return undefined;
  const [text] = urlParts(path);
  if (!URL.canParse(text)) return 'not a complete address, such as https://files.example.com/messages.csv';
  const { protocol, pathname, hash } = new URL(text);
  if (protocol === 'http:' && !isLoopback(text))
    return 'plain http is allowed only on this machine: use https://';
  if (protocol !== 'http:' && protocol !== 'https:')
    return `a source is a file or https://…, not ${protocol}//; storage gives out such addresses (presigned URLs)`;
  if (pathname.includes('*'))
    return 'an address names one file; globs work only on this machine, or after !/ in an archive';
  if (hash !== '') return 'an address of a file cannot contain #';
  return undefined;
}
