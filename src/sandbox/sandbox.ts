import { randomBytes } from 'node:crypto';
import { dirname, join, parse, resolve } from 'node:path';
import { type App, type AppSettings, openApp, setting } from './app/app.ts';
import { Apps } from './app/apps.ts';
import { type CredentialFiles, provideAppKeys, provideManagement } from './app/credentials.ts';
import { type Limits, NO_LIMITS } from './app/rate-limits.ts';
import { ROUTES } from './routes.ts';
import { type Certificates, provideCertificates } from './server/certificates.ts';
import { FaultDice, type FaultPlan } from './server/faults.ts';
import { Responder } from './server/responder.ts';
import { createServer, type RequestEvent } from './server/server.ts';
import { openView } from './server/view.ts';
import { provideViewToken } from './server/view-token.ts';
import { makePrivateFile, makePrivateFolder, makeSecretFolder } from './storage/private-file.ts';
import { DEFAULT_QUIRKS, type Quirks } from './stores/quirks.ts';
import { SandboxError } from './wire/sandbox-error.ts';

export { type Limits, parseLimits } from './app/rate-limits.ts';
export { type FaultPlan, parseFaults } from './server/faults.ts';
export type { RequestEvent } from './server/server.ts';
export { parseQuirks, type Quirks } from './stores/quirks.ts';
export { SandboxError, type SandboxErrorCode } from './wire/sandbox-error.ts';

/** The service's regions. */
export type Region = 'us' | 'eu' | 'in';

/** How a sandbox is started; only the data file is needed. */
export type SandboxOptions = {
  /** The SQLite file; it, its folder and a folder of keys beside it are made when missing. */
  readonly dataFile: string;
  /** The port to listen on; 0 (the default) takes a free one. */
  readonly port?: number;
  /** The address to listen on, 127.0.0.1 by default. */
  readonly host?: string;
  /** Allows a host that other machines can reach. */
  readonly allowRemote?: boolean;
  /** Plain http; loopback only. */
  readonly http?: boolean;
  /** Request budgets; none by default. */
  readonly limits?: Limits;
  /** Faults to inject; none by default. */
  readonly faults?: FaultPlan;
  /** Behaviour that is not settled publicly. */
  readonly quirks?: Quirks;
  /** Seeds every random decision; 1 by default. */
  readonly seed?: number;
  /** The app id of a new data file; one that differs from the data file's own is refused. */
  readonly appId?: string;
  /** Further apps that are to exist, each with keys of its own beside the first app's. */
  readonly apps?: readonly string[];
  /** The region that the sandbox says it is in. */
  readonly region?: Region;
  /** Called once per request. */
  readonly log?: (event: RequestEvent) => void;
  /** Milliseconds since the epoch; the machine's clock by default. */
  readonly clock?: () => number;
};

/** A running sandbox; disposing of it closes every connection and its data file. */
export type Sandbox = AsyncDisposable & {
  readonly baseUrl: string;
  readonly callsBaseUrl: string;
  readonly managementUrl: string;
  /** The web view, with its token in the fragment, which browsers send to nobody. */
  readonly viewUrl: string;
  readonly appId: string;
  readonly region: Region;
  /** Files that hold one secret each, and the certificate authority that clients of https must trust. */
  readonly files: CredentialFiles & { readonly viewToken: string; readonly ca: string };
};

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;

/**
 * Starts the local chat service and resolves when it listens. Rejects with a SandboxError when an option is
 * wrong, the host is not loopback, the port is taken, or another process has the data file.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', http = false, port = 0, clock = Date.now, quirks = DEFAULT_QUIRKS } = options;
  checkHost(host, http, options.allowRemote ?? false);
  const dataFile = resolve(options.dataFile);
  makePrivateFolder(dirname(dataFile));
  // Before SQLite does it: its write-ahead log takes over the mode of the data file.
  makePrivateFile(dataFile);
  const settings = { quirks, limits: options.limits ?? NO_LIMITS, clock };
  const app = openApp(dataFile, settings);
  let close = (): void => {
    if (app.db.isOpen) app.db.close();
  };
  try {
    const identity = readIdentity(app, options);
    const folder = keyFolder(dataFile);
    makeSecretFolder(folder);
    const keys = provideAppKeys(app, folder);
    const management = provideManagement(app, folder);
    const apps = openApps(app, identity, join(folder, 'apps'), settings, options.apps ?? []);
    close = () => apps[Symbol.dispose]();
    const viewToken = provideViewToken(app, folder);
    const certificates = provideCertificates(folder, clock());
    const responder = new Responder(apps, management.credentials, ROUTES);
    const server = createServer({
      responder,
      view: openView({
        app,
        token: viewToken.token,
        host,
        identity,
        read: (request) => responder.read(request),
      }),
      dice: new FaultDice(options.faults ?? [], options.seed ?? 1),
      clock,
      bodyBytes: quirks.bodyBytes,
      log: options.log,
      tls: http ? undefined : certificates,
    });
    const origin = originOf(host, await server.listen(port, host), http);
    let closing: Promise<void> | undefined;
    const dispose = async () => {
      await server.close();
      apps[Symbol.dispose]();
    };
    const files = { ...keys, ...management.files, viewToken: viewToken.file };
    return {
      ...describe(origin, identity, files, certificates),
      viewUrl: `${origin}/#token=${viewToken.token}`,
      [Symbol.asyncDispose]: () => {
        closing ??= dispose();
        return closing;
      },
    };
  } catch (error) {
    close();
    throw error;
  }
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
  if (wanted !== undefined && !/^[a-z0-9]{1,64}$/.test(wanted)) {
    throw new SandboxError('OPTION_INVALID', `app id "${wanted}": expected lower-case letters and digits`);
  }
  const appId = setting(app, 'app id', () => wanted ?? `2${randomBytes(8).toString('hex')}`);
  if (wanted !== undefined && wanted !== appId) {
    throw new SandboxError('APP_ID_MISMATCH', `the data file belongs to app ${appId}, not ${wanted}`);
  }
  const region = wantedRegion ?? (setting(app, 'region', () => 'us') as Region);
  return { appId, region };
}

/** The folder of keys and certificates: named after the data file, beside it. */
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
    // One port serves everything, so what the service tells apart by host is told apart by path.
    callsBaseUrl: `${origin}/calls/v3`,
    managementUrl: `${origin}/management`,
    ...identity,
    files: { ...files, ca: certificates.caFile },
  };
}
