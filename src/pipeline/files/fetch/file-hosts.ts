import { lookup as resolveName } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { type Environment, proxyFor } from '../../../system/proxy.ts';
import type { System } from '../../../system/system.ts';
import { version } from '../../../system/version.ts';
import { type OpenAnswer, openAnswer } from '../../remote/exchange.ts';
import type { FilesSpec } from '../files-spec.ts';
import { connectRefusal, textRefusal } from './address-rules.ts';

/** Finds all addresses of a host. */
export type ResolveHost = (
  name: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const resolveHere: ResolveHost = (name) => resolveName(name, { all: true, verbatim: true });

/** An address is not asked, or a connection to what its name stands for is not made. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Times in which hosts may send nothing, in milliseconds. */
export type HostTimes = {
  readonly connectMs: number;
  /** Until the headers. */
  readonly headersMs: number;
  /** Within a body; also so long for each 256 KiB of it. */
  readonly silentMs: number;
};

export const HOST_TIMES: HostTimes = { connectMs: 10_000, headersMs: 30_000, silentMs: 60_000 };

type HostOptions = {
  readonly spec: Pick<FilesSpec, 'from'>;
  readonly system: Pick<System, 'clock' | 'connect'>;
  /** Names the proxies. */
  readonly env: Environment;
  readonly resolveHost?: ResolveHost | undefined;
  readonly times: HostTimes;
  readonly warn: (sentence: string) => void;
};

const REQUESTS_AT_ONCE = 4;
/** A host that fails so often in a row is left alone. */
const FAILURES_MAX = 20;
/** Hosts whose connections and failures are known at once. */
const HOSTS_MAX = 500;

type Host = {
  pool?: Dispatcher | undefined;
  failures: number;
  /** Not asked before; milliseconds of `clock.elapsed`. */
  heldUntil: number;
};

/**
 * Connections to hosts of files. A name is resolved once for a connection, which is then made to the address that was judged:
 * nobody can answer with another one in between.
 */
export class FileHosts implements AsyncDisposable {
  readonly #options: HostOptions;
  readonly #hosts = new Map<string, Host>();
  readonly #closing = new Set<Dispatcher>();
  #hasWarned = false;
  /** Number of requests. */
  sent = 0;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  /**
   * Sends a request, if the address may be asked.
   * @throws RefusedError; ProxyError; the errors of the connection; the reason of the signal
   */
  async ask(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<OpenAnswer> {
    signal.throwIfAborted();
    const isProxied = proxyFor(url, this.#options.env) !== undefined;
    const refusal = textRefusal(url, this.#options.spec, isProxied);
    if (refusal !== undefined) throw new RefusedError(refusal);
    if (isProxied) this.#warnOfProxy();
    const pool = this.#poolOf(url, isProxied);
    this.sent++;
    const all = {
      accept: '*/*',
      // A file is what its bytes are: nobody must pack them on the way.
      'accept-encoding': 'identity',
      'user-agent': `chatferry/${version}`,
      ...headers,
    };
    return await openAnswer(pool, { method: 'GET', path: url.pathname + url.search, headers: all }, signal);
  }

  /**
   * Waits as long as a host has asked for.
   * @returns false if it is left alone for the rest of the run
   */
  async isReady(url: URL, signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#options.system;
    for (;;) {
      signal.throwIfAborted();
      const { failures, heldUntil } = this.#hostOf(url);
      if (failures >= FAILURES_MAX) return false;
      const ms = heldUntil - clock.elapsed();
      if (ms <= 0) return true;
      await clock.sleep(ms, signal);
    }
  }

  /** A host has asked to wait. */
  hold(url: URL, ms: number): void {
    const host = this.#hostOf(url);
    host.heldUntil = Math.max(host.heldUntil, this.#options.system.clock.elapsed() + ms);
  }

  /** A request has failed through the fault of its host. */
  failed(url: URL): void {
    this.#hostOf(url).failures++;
  }

  /** A host has answered. */
  answered(url: URL): void {
    const host = this.#hostOf(url);
    if (host.failures < FAILURES_MAX) host.failures = 0;
  }

  /** No more requests to a host in this run. */
  leaveAlone(url: URL): void {
    this.#hostOf(url).failures = FAILURES_MAX;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const pools = Array.from(this.#hosts.values(), ({ pool }) => pool ?? []).flat();
    await Promise.all([...pools, ...this.#closing].map((pool) => pool.destroy()));
  }

  #hostOf({ origin }: URL): Host {
    const host = this.#hosts.get(origin) ?? { failures: 0, heldUntil: 0 };
    // The one that was used last is the last one.
    this.#hosts.delete(origin);
    this.#hosts.set(origin, host);
    for (const [oldest, { pool }] of this.#hosts) {
      if (this.#hosts.size <= HOSTS_MAX) break;
      this.#hosts.delete(oldest);
      if (pool) this.#close(pool);
    }
    return host;
  }

  /** Answers that still come are not cut off. */
  #close(pool: Dispatcher): void {
    this.#closing.add(pool);
    pool
      .close()
      .catch(() => {})
      .finally(() => this.#closing.delete(pool));
  }

  #poolOf(url: URL, isProxied: boolean): Dispatcher {
    const { system, times } = this.#options;
    const host = this.#hostOf(url);
    host.pool ??= system.connect(url.origin, {
      connections: REQUESTS_AT_ONCE,
      allowH2: false,
      connect: {
        timeout: times.connectMs,
        // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot turn the check off.
        rejectUnauthorized: true,
        // Through a proxy it is the name of that which is resolved here.
        ...(isProxied ? {} : { lookup: this.#lookup(url) }),
      },
      headersTimeout: times.headersMs,
      bodyTimeout: times.silentMs,
    });
    return host.pool;
  }

  #lookup(url: URL): LookupFunction {
    const { spec, resolveHost = resolveHere } = this.#options;
    return (name, options, callback) => {
      resolveHost(name).then(
        (addresses) => {
          const refusal = addresses
            .map(({ address }) => connectRefusal(url, address, spec))
            .find((why) => why !== undefined);
          const [first] = addresses;
          if (refusal !== undefined) callback(new RefusedError(refusal), '');
          else if (!first) callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
          else if (options.all) callback(null, [...addresses]);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      );
    };
  }

  #warnOfProxy(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#options.warn(
      'files are fetched through a proxy, which finds the addresses of hosts by itself: whether those are in a private network is judged by their names alone',
    );
  }
}
