import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildConnector, Pool } from 'undici';
import { addressKey } from '../../../../src/input/rows/forms/address-key.ts';
import type { Fetched, FileFetcher, WantedFile } from '../../../../src/pipeline/files/fetch/fetched-file.ts';
import type { HostTimes, ResolveHost } from '../../../../src/pipeline/files/fetch/file-hosts.ts';
import { type FetcherOptions, openFetcher } from '../../../../src/pipeline/files/fetch/open-fetcher.ts';
import { isLoopbackAddress } from '../../../../src/system/blocked-addresses.ts';
import { realSystem, type System } from '../../../../src/system/system.ts';
import { skippingClock } from '../../../support/skipping-clock.ts';
import type { SourceServer } from '../source-server.ts';

/** Addresses of the internet, and the ports of this machine that stand for them; those of this machine are themselves. */
type Network = {
  readonly places?: Readonly<Record<string, number>>;
  /** The authority that is trusted. */
  readonly ca?: string;
};

type Dialled = string | readonly { readonly address: string }[];

type Lookup = (
  name: string,
  options: { readonly all: true },
  callback: (error: Error | null, found: Dialled) => void,
) => void;

const isLiteral = (host: string): boolean => /^[\d.]+$|:/.test(host);

/** Connections as the system makes them, in a network where some addresses are servers of tests; nothing leaves the machine. */
function connectIn({ places = {}, ca }: Network, dialled: string[] = []): System['connect'] {
  return (origin, options) => {
    const { lookup, ...connect } = options.connect as buildConnector.BuildOptions & { lookup?: Lookup };
    const connector = buildConnector({ ...connect, ...(ca === undefined ? {} : { ca }), allowH2: false });
    const dial: buildConnector.connector = (target, callback) => {
      const name = target.hostname.replace(/^\[(.*)\]$/, '$1');
      const reach = (error: Error | null, found: Dialled): void => {
        if (error) {
          callback(error, null);
          return;
        }
        const address = typeof found === 'string' ? found : (found[0]?.address ?? '');
        dialled.push(address);
        const port = places[address];
        if (port === undefined && !isLoopbackAddress(address)) {
          callback(Object.assign(new Error('not in this network'), { code: 'ENETUNREACH' }), null);
          return;
        }
        const hostname = port === undefined ? address : '127.0.0.1';
        const server = isLiteral(name) ? {} : { servername: name };
        connector({ ...target, hostname, port: String(port ?? target.port), ...server }, callback);
      };
      if (isLiteral(name) || !lookup) reach(null, name);
      else lookup(name, { all: true }, reach);
    };
    return new Pool(origin, { ...options, connect: dial });
  };
}

/** Answers names as they are listed, the last list of addresses again and again; others are unknown. */
export function names(
  known: Readonly<Record<string, readonly (readonly string[])[]>>,
): ResolveHost & { readonly asked: string[] } {
  const asked: string[] = [];
  const resolve: ResolveHost = async (name) => {
    const answers = known[name];
    if (!answers) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const count = asked.filter((one) => one === name).length;
    asked.push(name);
    const found = answers[Math.min(count, answers.length - 1)] ?? [];
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return Object.assign(resolve, { asked });
}

/** A fetcher of a test, and what it has left. */
export type Fetching = AsyncDisposable & {
  readonly fetcher: FileFetcher;
  readonly folder: string;
  readonly warned: string[];
  /** Addresses that connections were made to. */
  readonly dialled: string[];
  readonly waits: readonly number[];
  fetch(address: string, wanted?: Partial<WantedFile>): Promise<Fetched>;
  /** The bytes of a file, or why there is none. */
  bytes(address: string, wanted?: Partial<WantedFile>): Promise<string>;
};

type Options = Partial<Omit<FetcherOptions, 'spec' | 'system'>> & {
  readonly spec?: Partial<FetcherOptions['spec']>;
  readonly system?: Partial<System>;
  readonly network?: Network;
  readonly env?: Readonly<Record<string, string>>;
};

export const QUICK: HostTimes = { connectMs: 2_000, headersMs: 100, silentMs: 100 };

/** Opens a fetcher that may ask a source by its address on this machine. */
export async function fetching(source: SourceServer | undefined, options: Options = {}): Promise<Fetching> {
  const { spec = {}, system = {}, network = {}, env = {}, ...rest } = options;
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'chatferry-fetch-'));
  const [warned, dialled]: [string[], string[]] = [[], []];
  const clock = skippingClock();
  const own = source
    ? [source.host, source.secureHost].map((host) => ({ host, headers: {}, allowPrivate: true }))
    : [];
  const fetcher = await openFetcher({
    place: { file: 'pipeline.yaml', folder, secrets: [] },
    access: { env, allowCode: false },
    resolvers: [],
    signal: new AbortController().signal,
    warn: (sentence) => warned.push(sentence),
    ...rest,
    folder,
    spec: {
      maxBytes: 100e6,
      types: {},
      bytesPerSecond: undefined,
      ...spec,
      from: [...(spec.from ?? []), ...own],
    },
    system: {
      ...realSystem,
      clock,
      connect: connectIn({ ...(source ? { ca: source.ca } : {}), ...network }, dialled),
      ...system,
    },
  });
  const fetch: Fetching['fetch'] = (address, wanted = {}) =>
    fetcher.fetch(
      { key: addressKey(address), address, type: undefined, name: undefined, ...wanted },
      new AbortController().signal,
    );
  return {
    fetcher,
    folder,
    warned,
    dialled,
    waits: clock.waits,
    fetch,
    async bytes(address, wanted) {
      const found = await fetch(address, wanted);
      if ('unchanged' in found) return '(unchanged)';
      if ('why' in found) return `(${found.why})`;
      await using file = found.file;
      return (await file.body.read(0, file.body.bytes)).toString('latin1');
    },
    async [Symbol.asyncDispose]() {
      await fetcher[Symbol.asyncDispose]();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
