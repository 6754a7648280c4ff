import { createHash } from 'node:crypto';

/** The place of a state that is not kept in a folder: a database of PostgreSQL. Its password is shown nowhere. */
export class StateServer {
  readonly #url: string;
  readonly #given: string;
  /** As messages call it: host, port and database. */
  readonly shown: string;
  /** Differs for each database, and for each user of one, who may have other tables: a folder for copies. */
  readonly digest: string;
  /** For so long a holder that gives no sign of life keeps the state, milliseconds. */
  readonly leaseMs: number;

  /** @param url has the form that `serverProblem` asks for */
  constructor(url: string) {
    this.#given = url;
    const parsed = new URL(url);
    const { username, hostname, port, pathname } = parsed;
    this.leaseMs = leaseOf(parsed) * 1_000;
    parsed.searchParams.delete(LEASE);
    this.#url = parsed.href;
    this.shown = `postgres://${hostname}:${port || DEFAULT_PORT}${pathname}`;
    const whose = [this.shown, username, parsed.searchParams.get('options')].join(' ');
    this.digest = createHash('sha256').update(whose).digest('hex').slice(0, 16);
  }

  /** The URL to connect with, password included; only for the driver. */
  reveal(): string {
    return this.#url;
  }

  /** The URL as it was given, password included; only for a thread that connects by itself. */
  revealGiven(): string {
    return this.#given;
  }

  toString(): string {
    return this.shown;
  }

  toJSON(): string {
    return this.shown;
  }
}

const DEFAULT_PORT = 5_432;
const LEASE = 'lease';
const [LEASE_DEFAULT, LEASE_MIN, LEASE_MAX] = [15, 2, 300];

const leaseOf = ({ searchParams }: URL): number => Number(searchParams.get(LEASE) ?? LEASE_DEFAULT);

/** The problem with the URL of a server, without any part of it; undefined if nothing is. */
export function serverProblem(url: string): string | undefined {
  if (!URL.canParse(url)) return FORM;
  const parsed = new URL(url);
  const { protocol, hostname, pathname } = parsed;
  if (!/^postgres(?:ql)?:$/.test(protocol) || hostname === '' || !/^\/[^/]+$/.test(pathname)) return FORM;
  const lease = leaseOf(parsed);
  if (Number.isInteger(lease) && lease >= LEASE_MIN && lease <= LEASE_MAX) return undefined;
  return `lease is a whole number of seconds from ${LEASE_MIN} to ${LEASE_MAX}`;
}

const FORM = 'a state is a folder or a database: postgres://user:password@host:5432/database';
