import { dirname, join, parse, resolve } from 'node:path';
import { type App, type AppSettings, openApp, setting } from './app/app.ts';
import { Apps, checkAppId, randomAppId } from './app/apps.ts';
import {
  type CredentialFiles,
  type ManagementCredentials,
  provideAppKeys,
  provideManagement,
} from './app/credentials.ts';
import { type Limits, NO_LIMITS } from './app/rate-limits.ts';
import { type Network, openNetwork } from './app/webhooks/receiver.ts';
import { DEFAULT_QUIRKS, type Quirks } from './quirks/quirks.ts';
import { ROUTES } from './routes.ts';
import { type Certificates, provideCertificates } from './server/certificates.ts';
import { FaultDice, type FaultPlan } from './server/faults.ts';
import type { Port } from './server/port.ts';
import { type HttpRequest, Responder } from './server/responder.ts';
import { createServer, type RequestEvent } from './server/server.ts';
import { openView, provideViewToken } from './server/view.ts';
import { isNewFile, makePrivateFile, makePrivateFolder, makeSecretFolder } from './storage/private-file.ts';
import { SandboxError } from './wire/api-error.ts';

export { parseLimits } from './app/rate-limits.ts';
export { parseQuirks, parseRetention, type Quirks, quirkList } from './quirks/quirks.ts';
export { parseFaults } from './server/faults.ts';
export type { RequestEvent } from './server/server.ts';
export { SandboxError } from './wire/api-error.ts';

/** The service's regions. */
type Region = 'us' | 'eu' | 'in';

/** Settings of a sandbox. Only the data file is needed. */
export type SandboxOptions = {
  /** The SQLite file. If missing, the file, its folder and a folder of keys beside it are created. */
  readonly dataFile: string;
  /**
   * The port to listen on; 0 takes a free one.
   * @default 0
   */
  readonly port?: number;
  /**
   * The address to listen on.
   * @default '127.0.0.1'
   */
  readonly host?: string;
  /**
   * Allows a host that other machines can reach.
   * @default false
   */
  readonly allowRemote?: boolean;
  /**
   * Plain http, on loopback only.
   * @default false
   */
  readonly http?: boolean;
  /**
   * Request budgets.
   * @default no limits
   */
  readonly limits?: Limits;
  /**
   * Faults to inject.
   * @default none
   */
  readonly faults?: FaultPlan;
  /**
   * Choices for behaviour that public sources leave open.
   * @default DEFAULT_QUIRKS
   */
  readonly quirks?: Quirks;
  /**
   * Seeds every random decision.
   * @default 1
   */
  readonly seed?: number;
  /**
   * The app id of a new data file. An id that differs from the data file's own is refused.
   * @default a random id in a new data file, else the data file's own
   */
  readonly appId?: string;
  /**
   * Further apps that must exist, each with its own keys beside the first app's.
   * @default none
   */
  readonly apps?: readonly string[];
  /**
   * The region that the sandbox reports.
   * @default 'us' in a new data file, else the data file's own
   */
  readonly region?: Region;
  /**
   * Hosts besides this machine that webhooks may be sent to: names or addresses, exactly as in their URLs.
   * @default none
   */
  readonly webhookHosts?: readonly string[];
  /**
   * Finds the addresses of a name for webhooks.
   * @default the resolver of this machine
   */
  readonly lookup?: Network['lookup'];
  /** Called once per request. */
  readonly log?: (event: RequestEvent) => void;
  /**
   * Milliseconds since the epoch.
   * @default Date.now
   */
  readonly clock?: () => number;
};

/** A running sandbox. Disposing it closes every connection and its data files. */
export type Sandbox = AsyncDisposable & {
  readonly baseUrl: string;
  readonly callsBaseUrl: string;
  readonly managementUrl: string;
  /** The web view, with its token in the fragment, which browsers do not send to servers. */
  readonly viewUrl: string;
  readonly appId: string;
  readonly region: Region;
  /** True if there was no data file before. */
  readonly isNew: boolean;
  /** Files with one secret each, and the certificate authority that https clients must trust. */
  readonly files: CredentialFiles & { readonly viewToken: string; readonly ca: string };
};

const DEFAULT_HOST = '127.0.0.1';
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;

/**
 * Starts the local chat service and resolves when it listens. Rejects with a SandboxError if an option is wrong, the
 * host is not loopback, the port is taken, or another process has the data file.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = DEFAULT_HOST, http = false, allowRemote = false } = options;
  checkHost(host, http, allowRemote);
  const dataFile = resolve(options.dataFile);
  const isNew = isNewFile(dataFile);
  makePrivateFolder(dirname(dataFile));
  // SQLite copies the mode of the data file to its write-ahead log, so the file must be private before it is opened.
  makePrivateFile(dataFile);
  const { quirks = DEFAULT_QUIRKS, limits = NO_LIMITS, clock = Date.now } = options;
  const settings = { quirks, limits, clock, network: openNetwork(options.webhookHosts, options.lookup) };
  const app = openApp(dataFile, settings);
  try {
    return { ...(await serve(app, keyFolder(dataFile), settings, options)), isNew };
  } catch (error) {
    if (app.db.isOpen) app.db.close();
    throw error;
  }
}

/** Provides the secrets and the further apps of an open app, and listens. Closes all apps if it rejects. */
async function serve(
  app: App,
  folder: string,
  settings: AppSettings,
  options: SandboxOptions,
): Promise<Omit<Sandbox, 'isNew'>> {
  const identity = readIdentity(app, options);
  makeSecretFolder(folder);
  const keys = provideAppKeys(app, folder);
  const management = provideManagement(app, folder);
  const apps = openApps(app, identity, join(folder, 'apps'), settings, options.apps ?? []);
  try {
    const viewToken = provideViewToken(app, folder);
    const { host = DEFAULT_HOST, port = 0, http = false } = options;
    const certificates = provideCertificates(folder, settings.clock(), host);
    const secrets = { token: viewToken.token, management: management.credentials, certificates };
    const server = openServer(apps, identity, secrets, settings, options);
    const origin = originOf(host, await server.listen(port, host), http);
    const files = { ...keys, ...management.files, viewToken: viewToken.file };
    return {
      ...describe(origin, identity, files, certificates),
      viewUrl: `${origin}/#token=${viewToken.token}`,
      [Symbol.asyncDispose]: closeOnce(server, apps),
    };
  } catch (error) {
    apps[Symbol.dispose]();
    throw error;
  }
}

type Secrets = {
  readonly token: string;
  readonly management: ManagementCredentials;
  readonly certificates: Certificates;
};

function openServer(
  apps: Apps,
  identity: Identity,
  { token, management, certificates }: Secrets,
  { clock, quirks }: AppSettings,
  { host = DEFAULT_HOST, http = false, faults = [], seed = 1, log }: SandboxOptions,
): Port {
  const responder = new Responder(apps, management, ROUTES);
  const read = (request: HttpRequest) => responder.read(request);
  return createServer({
    responder,
    view: openView({ ...apps.find(identity.appId), token, host, identity, read }),
    dice: new FaultDice(faults, seed),
    clock,
    quirks,
    log,
    tls: http ? undefined : certificates,
  });
}

/** Closes the port, then the data files. Later calls wait for the first. */
function closeOnce(server: Port, apps: Apps): () => Promise<void> {
  const close = async () => {
    await server.close();
    apps[Symbol.dispose]();
  };
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= close();
    return closing;
  };
}

function openApps(
  main: App,
  { appId, region }: Identity,
  folder: string,
  settings: AppSettings,
  wanted: readonly string[],
): Apps {
  const createdAt = Number(setting(main, 'created at', () => String(main.now())));
  const apps = new Apps(main, { appId, name: appId, region, createdAt }, folder, settings);
  try {
    for (const id of wanted) apps.provide(id);
    return apps;
  } catch (error) {
    apps[Symbol.dispose]();
    throw error;
  }
}

function checkHost(host: string, http: boolean, allowRemote: boolean): void {
  if (LOOPBACK.test(host)) return;
  if (http) throw new SandboxError('HOST_REFUSED', `plain http is for this machine only, not for ${host}`);
  if (allowRemote) return;
  throw new SandboxError(
    'HOST_REFUSED',
    `${host} can be reached from other machines; allow it explicitly or use 127.0.0.1`,
  );
}

type Identity = { readonly appId: string; readonly region: Region };

function readIdentity(app: App, options: SandboxOptions): Identity {
  const { appId: wanted, region: wantedRegion } = options;
  if (wanted !== undefined) checkAppId(wanted);
  const appId = setting(app, 'app id', () => wanted ?? randomAppId());
  if (wanted !== undefined && wanted !== appId) {
    throw new SandboxError('APP_ID_MISMATCH', `the data file belongs to app ${appId}, not ${wanted}`);
  }
  const kept = setting(app, 'region', () => wantedRegion ?? 'us') as Region;
  const region = wantedRegion ?? kept;
  return { appId, region };
}

/** The folder of keys and certificates. It lies beside the data file and is named after it. */
function keyFolder(dataFile: string): string {
  const { dir, name, ext } = parse(dataFile);
  return join(dir, ext === '' ? `${name}.keys` : name);
}

function originOf(host: string, port: number, http: boolean): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `${http ? 'http' : 'https'}://${name}:${port}`;
}

function describe(
  origin: string,
  identity: Identity,
  files: Omit<Sandbox['files'], 'ca'>,
  certificates: Certificates,
) {
  return {
    baseUrl: `${origin}/v3`,
    // The service separates the bases by host. The sandbox has one port, so it separates them by path.
    callsBaseUrl: `${origin}/calls/v3`,
    managementUrl: `${origin}/management`,
    ...identity,
    files: { ...files, ca: certificates.caFile },
  };
}
