import { posix } from 'node:path';
import { makeFolder } from '../../../files/private-file.ts';
import { expiryOf, isSigned } from '../../../input/rows/forms/address-key.ts';
import { meant } from '../../../input/rows/forms/copied-address.ts';
import type { Secret } from '../../../service/transport/secret.ts';
import type { System } from '../../../system/system.ts';
import { HEADER_VALUE, type KeyAccess, type KeyPlace, readSecret } from '../../target.ts';
import type { FilesSpec, HostRule } from '../files-spec.ts';
import { isPrivateAddress, ruleFor, textRefusal, urlOf } from './address-rules.ts';
import { ExportedFiles, readDataAddress } from './at-hand.ts';
import { HEAD_BYTES, judgeContent } from './content-type.ts';
import { type AskedAddress, type DownloadDeps, type Downloaded, download } from './download.ts';
import type { Fetched, FileFetcher, FileResolver, WantedFile } from './fetched-file.ts';
import { FileHosts, HOST_TIMES, type HostTimes, type ResolveHost } from './file-hosts.ts';
import { Spool } from './spool.ts';

/** Things that fetching files needs. */
export type FetcherOptions = {
  readonly spec: Pick<FilesSpec, 'from' | 'maxBytes' | 'types' | 'bytesPerSecond'>;
  readonly system: Pick<System, 'clock' | 'connect' | 'files'>;
  /** The places of the values of headers. */
  readonly place: KeyPlace;
  readonly access: KeyAccess;
  /** For files that are under way; kept over a kill. It is made, and it is the caller who removes it. */
  readonly folder: string;
  /** Absolute paths of the export whose files are addressed by `export:`. */
  readonly exported?: readonly string[] | undefined;
  /** They stay open. */
  readonly resolvers: readonly FileResolver[];
  /** Ends the listing of an export; each file has its own. */
  readonly signal: AbortSignal;
  readonly warn: (sentence: string) => void;
  /** @default that of the machine */
  readonly resolveHost?: ResolveHost | undefined;
  readonly times?: HostTimes | undefined;
};

/** An address that ends sooner is resolved anew. */
const ENDS_SOON_MS = 60_000;
/** Reasons that the API of the old system may know better. */
const RESOLVABLE: ReadonlySet<string> = new Set(['login', 'denied', 'expired', 'gone']);
const EXPORT = /^\s*export:\/{0,3}/i;

/** Values of headers by their names. */
type Secrets = Readonly<Record<string, Secret>>;

/**
 * Opens what fetches files: from the network, from the export, or out of their addresses. Headers are read here.
 * @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN`, `STATE.UNWRITABLE`
 */
export async function openFetcher(options: FetcherOptions): Promise<FileFetcher> {
  const headers = await readHeaders(options);
  await makeFolder(options.folder, options.system.files, ' for files');
  return new Fetcher(options, headers);
}

class Fetcher implements FileFetcher {
  readonly #options: FetcherOptions;
  readonly #headers: ReadonlyMap<HostRule, Secrets>;
  readonly #hosts: FileHosts;
  readonly #exported: ExportedFiles;
  readonly #deps: DownloadDeps;

  constructor(options: FetcherOptions, headers: ReadonlyMap<HostRule, Secrets>) {
    const { spec, system, folder, signal, access, exported = [], times = HOST_TIMES } = options;
    const { clock, files } = system;
    this.#options = options;
    this.#headers = headers;
    this.#hosts = new FileHosts({ ...options, env: access.env, times });
    this.#exported = new ExportedFiles(exported, files, folder, signal);
    this.#deps = {
      hosts: this.#hosts,
      spool: new Spool(folder, files),
      clock,
      maxBytes: spec.maxBytes,
      silentMs: times.silentMs,
      pace: paceOf(spec.bytesPerSecond, clock),
    };
  }

  get requests(): { readonly get: number } {
    return { get: this.#hosts.sent };
  }

  async fetch(wanted: WantedFile, signal: AbortSignal): Promise<Fetched> {
    const { address } = wanted;
    if (/^\s*data:/i.test(address)) return await this.#fromAddress(wanted);
    return EXPORT.test(address)
      ? await this.#fromExport(wanted, signal)
      : await this.#fromNetwork(wanted, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#hosts[Symbol.asyncDispose]();
    await this.#exported[Symbol.asyncDispose]();
  }

  async #fromNetwork(wanted: WantedFile, signal: AbortSignal): Promise<Fetched> {
    const { spec, resolvers, system } = this.#options;
    const url = urlOf(wanted.address);
    if (!url) return { why: 'refused', message: 'it is no address' };
    const refusal = textRefusal(url, spec);
    if (refusal !== undefined) return { why: 'refused', message: refusal };
    const headers = this.#headersOf(url);
    const resolver = resolvers.find((each) => each.knows(wanted.key));
    const now = system.clock.now();
    const end = expiryOf(url.href);
    const needsLogin = isPrivateAddress(wanted.address) && !headers && !isSigned(url.href);
    if (resolver && (needsLogin || (end !== undefined && end - now < ENDS_SOON_MS)))
      return await this.#resolved(wanted, resolver, signal);
    if (end !== undefined && end <= now)
      return { why: 'expired', message: 'the time that its address was signed for is over' };
    const found = await this.#downloaded({ url, headers: headers ?? {} }, wanted, signal);
    return resolver && 'why' in found && RESOLVABLE.has(found.why)
      ? await this.#resolved(wanted, resolver, signal)
      : found;
  }

  /** Gets a file by the address that the API of its system gives out now, and once more if that has ended meanwhile. */
  async #resolved(wanted: WantedFile, resolver: FileResolver, signal: AbortSignal): Promise<Fetched> {
    for (let number = 1; ; number++) {
      const found = await resolver.resolve(wanted.key, signal);
      if (!found) return { why: 'gone', message: 'the old system does not have it any more' };
      if ('why' in found) return found;
      const url = urlOf(found.url);
      if (!url) return { why: 'refused', message: 'the old system gives no address' };
      const headers = { ...this.#headersOf(url), ...found.headers };
      const fetched = await this.#downloaded({ url, headers }, wanted, signal);
      if (number > 1 || !('why' in fetched && fetched.why === 'expired')) return fetched;
    }
  }

  async #downloaded(asked: AskedAddress, wanted: WantedFile, signal: AbortSignal): Promise<Fetched> {
    const found = await download(asked, wanted, this.#deps, signal);
    return 'body' in found ? await this.#judged(found, wanted, asked.url) : found;
  }

  async #fromAddress(wanted: WantedFile): Promise<Fetched> {
    const data = readDataAddress(wanted.address);
    if ('why' in data) return data;
    const part = await this.#deps.spool.open(wanted.key);
    await part.begin({ bytes: data.bytes.length });
    await part.write(data.bytes);
    return await this.#judged({ ...part.finish(), type: data.type }, wanted);
  }

  async #fromExport(wanted: WantedFile, signal: AbortSignal): Promise<Fetched> {
    const { spool, maxBytes } = this.#deps;
    const path = pathIn(wanted.address);
    const found = await this.#exported.take(path, wanted.key, spool, maxBytes, signal);
    return 'why' in found ? found : await this.#judged(found, { ...wanted, name: wanted.name ?? path });
  }

  /** @param url that it was asked from, if it was */
  async #judged(found: Downloaded, { type: declared, name }: WantedFile, url?: URL): Promise<Fetched> {
    const { body, type: answered } = found;
    try {
      const head = await body.read(0, Math.min(body.bytes, HEAD_BYTES));
      const names = [name, url && posix.basename(url.pathname)];
      const content = { head, declared, answered, names, isAnswer: url !== undefined };
      const type = await judgeContent(content, this.#options.spec.types);
      if (!('why' in type)) return { file: { ...found, ...type } };
      await found[Symbol.asyncDispose]();
      return type;
    } catch (error) {
      await found[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The headers that the pipeline names for a host; undefined if it names none. */
  #headersOf(url: URL): Readonly<Record<string, string>> | undefined {
    const rule = ruleFor(url, this.#options.spec.from);
    const secrets = rule && this.#headers.get(rule);
    return (
      secrets && Object.fromEntries(Object.entries(secrets).map(([name, each]) => [name, each.reveal()]))
    );
  }
}

/** The path of a file in its export. It is a name among others there, and leads nowhere. */
const pathIn = (address: string): string => meant(address.trim().replace(EXPORT, ''));

/** Reads the values of the headers that hosts need. */
export async function readHeaders({
  spec: { from },
  place,
  access,
}: Pick<FetcherOptions, 'spec' | 'place' | 'access'>): Promise<ReadonlyMap<HostRule, Secrets>> {
  const headers = new Map<HostRule, Secrets>();
  for (const [at, rule] of from.entries()) {
    const secrets: Record<string, Secret> = {};
    for (const [name, where] of Object.entries(rule.headers)) {
      const member = `files.from[${at}].header.${name}`;
      secrets[name.toLowerCase()] = await readSecret(where, place, access, member, HEADER_VALUE);
    }
    if (Object.keys(secrets).length > 0) headers.set(rule, secrets);
  }
  return headers;
}

/** So much may come at once after a pause. */
const BURST_MS = 500;

/**
 * Makes all downloads together keep to a number of bytes a second.
 * @param bytesPerSecond undefined for no limit
 * @returns waits after some bytes; true if it did
 */
function paceOf(bytesPerSecond: number | undefined, clock: System['clock']): DownloadDeps['pace'] {
  let freeAt = 0;
  return async (bytes, signal) => {
    if (bytesPerSecond === undefined) return false;
    const now = clock.elapsed();
    freeAt = Math.max(freeAt, now - BURST_MS) + (bytes * 1_000) / bytesPerSecond;
    if (freeAt <= now) return false;
    await clock.sleep(freeAt - now, signal);
    return true;
  };
}
