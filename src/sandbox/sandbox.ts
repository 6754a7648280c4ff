import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import { type App, type AppSettings, openApp, setting } from './app/app.ts';
import { Apps, checkAppId, randomAppId } from './app/apps.ts';
import {
  checkApiKey,
  type ManagementCredentials,
  provideAppKeys,
  provideManagement,
} from './app/credentials.ts';
import { type Limits, NO_LIMITS } from './app/rate-limits.ts';
import { type Network, openNetwork } from './app/webhooks/receiver.ts';
import { Clock, type GivenTime } from './control/clock.ts';
import { Control } from './control/control.ts';
import { CONTROL_PATH, ControlCalls } from './control/control-calls.ts';
import { Snapshots } from './control/snapshots.ts';
import { DEFAULT_QUIRKS, type Quirks } from './quirks/quirks.ts';
import { ROUTES } from './routes.ts';
import type { SandboxAddress, SandboxControls, SandboxRegion, SandboxSettings } from './running-sandbox.ts';
import { type Certificates, provideCertificates } from './server/certificates.ts';
import { checkOrigins } from './server/cors.ts';
import type { FaultPlan } from './server/faults.ts';
import type { Port } from './server/port.ts';
import { type HttpRequest, Responder } from './server/responder.ts';
import { createServer, type RequestEvent } from './server/server.ts';
import { openView, provideToken } from './server/view.ts';
import { IN_MEMORY } from './storage/database.ts';
import {
  isNewFile,
  makePrivateFile,
  makePrivateFolder,
  makeSecretFolder,
  readPrivateFile,
} from './storage/private-file.ts';
import { SandboxError } from './wire/api-error.ts';

export { parseLimits } from './app/rate-limits.ts';
export { parseQuirks, parseRetention, type Quirks, quirkList } from './quirks/quirks.ts';
export { parseFaults } from './server/faults.ts';
export type { RequestEvent } from './server/server.ts';
export { SandboxError } from './wire/api-error.ts';

/** Settings of a sandbox. */
export type SandboxOptions = SandboxSettings & {
  /**
   * The SQLite file. If missing, the file, its folder and a folder of keys beside it are created.
   * @default everything is in memory, but for files of keys in a temporary folder, and gone at the end
   */
  readonly dataFile?: string;
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
   * Finds the addresses of a name for webhooks.
   * @default the resolver of this machine
   */
  readonly lookup?: Network['lookup'];
  /** Called once per request. */
  readonly log?: (event: RequestEvent) => void;
  /**
   * A moment at which time stands still until it is advanced, or milliseconds since the epoch.
   * @default Date.now
   */
  readonly clock?: GivenTime;
};

/** A running sandbox. Disposing it closes every connection and its data files. */
export type Sandbox = AsyncDisposable &
  SandboxAddress & {
    /** True if there was no data file before. */
    readonly isNew: boolean;
    /** The key of the scope `fullAccess` of the first app. */
    readonly apiKey: string;
    readonly controlToken: string;
    readonly control: SandboxControls & {
      /** Fills it, unless it was filled before; see `Control`. */
      readonly seed: (fill: () => Promise<void>) => Promise<void>;
    };
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
  if (options.apiKey !== undefined) checkApiKey(options.apiKey);
  const { quirks = DEFAULT_QUIRKS, limits = NO_LIMITS } = options;
  const clock = new Clock(options.clock);
  const network = openNetwork(options.webhookHosts, options.lookup);
  const place = openPlace(options.dataFile);
  try {
    const settings = { quirks, limits, clock: clock.now, network };
    const app = openApp(place.dataFile, settings);
    try {
      return { ...(await serve(app, clock, place, settings, options)), isNew: place.isNew };
    } catch (error) {
      if (app.db.isOpen) app.db.close();
      throw error;
    }
  } catch (error) {
    place.leave();
    throw error;
  }
}

/** The data file of a sandbox, and the folder of its keys. */
type Place = {
  readonly dataFile: string;
  readonly folder: string;
  readonly isNew: boolean;
  readonly leave: () => void;
};

/** The data files that sandboxes of this process have open. SQLite would let a second one wait before it refuses. */
const OPEN = new Set<string>();

function openPlace(given: string | undefined): Place {
  if (given === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'chatferry-sandbox-'));
    const leave = () => rmSync(folder, { recursive: true, force: true });
    return { dataFile: IN_MEMORY, folder, isNew: true, leave };
  }
  const dataFile = resolve(given);
  if (OPEN.has(dataFile))
    throw new SandboxError(
      'DATA_IN_USE',
      `the data file ${dataFile} is in use by another sandbox of this process: dispose that one first, or take another file`,
    );
  const isNew = isNewFile(dataFile);
  makePrivateFolder(dirname(dataFile));
  // SQLite copies the mode of the data file to its write-ahead log, so the file must be private before it is opened.
  makePrivateFile(dataFile);
  OPEN.add(dataFile);
  return { dataFile, folder: keyFolder(dataFile), isNew, leave: () => OPEN.delete(dataFile) };
}

/** Provides the secrets and the further apps of an open app, and listens. Closes all apps if it rejects. */
async function serve(
  app: App,
  clock: Clock,
  { folder, leave }: Place,
  settings: AppSettings,
  options: SandboxOptions,
): Promise<Omit<Sandbox, 'isNew'>> {
  const identity = readIdentity(app, options);
  makeSecretFolder(folder);
  const provided = provideSecrets(app, folder, options.apiKey);
  const wanted = options.apps ?? [];
  const apps = openApps(app, identity, join(folder, 'apps'), settings, wanted);
  try {
    const { host = DEFAULT_HOST, port = 0, http = false, faults = [], seed = 1 } = options;
    const { apiKey } = provided;
    // What was provided lies in files, of which data without secrets gets them again.
    const provide = () => {
      readIdentity(app, identity);
      provideSecrets(app, folder, apiKey);
    };
    const snapshots = new Snapshots(apps, join(folder, 'snapshots'));
    const control = new Control(apps, snapshots, clock, { faults, seed, apps: wanted, provide });
    control.checkTime();
    // A fixed clock is not that of clients, which check the certificate.
    const certificates = provideCertificates(
      folder,
      clock.start === undefined ? clock.now() : Date.now(),
      host,
    );
    const server = openServer(apps, identity, { ...provided, certificates, control }, settings, options);
    const origin = originOf(host, await server.listen(port, host), http);
    return {
      ...describe(origin, identity, provided.files, certificates),
      viewUrl: `${origin}/#token=${provided.view.token}`,
      apiKey,
      controlToken: provided.controlToken,
      control,
      [Symbol.asyncDispose]: closeOnce(server, apps, control, leave),
    };
  } catch (error) {
    apps[Symbol.dispose]();
    throw error;
  }
}

/** Provides what only clients of this sandbox may know: in its data, and in files. */
function provideSecrets(app: App, folder: string, fixed: string | undefined) {
  const keys = provideAppKeys(app, folder, fixed);
  const management = provideManagement(app, folder);
  const [view, control] = [provideToken(app, folder, 'view'), provideToken(app, folder, 'control')];
  return {
    apiKey: readPrivateFile(keys.apiKey) ?? '',
    view,
    controlToken: control.token,
    management: management.credentials,
    files: { ...keys, ...management.files, viewToken: view.file, controlToken: control.file },
  };
}

type Parts = {
  readonly view: { readonly token: string };
  readonly controlToken: string;
  readonly management: ManagementCredentials;
  readonly certificates: Certificates;
  readonly control: Control;
};

function openServer(
  apps: Apps,
  identity: Identity,
  { view: { token }, controlToken, management, certificates, control }: Parts,
  { quirks }: AppSettings,
  { host = DEFAULT_HOST, http = false, cors = [], log }: SandboxOptions,
): Port {
  const responder = new Responder(apps, management, ROUTES);
  const read = (request: HttpRequest) => responder.read(request);
  return createServer({
    responder,
    view: openView({ ...apps.find(identity.appId), token, host, identity, read }),
    control,
    controlCalls: new ControlCalls(control, { token: controlToken, host }),
    origins: checkOrigins(cors),
    quirks,
    log,
    tls: http ? undefined : certificates,
  });
}

/** Closes the port, then the data files. Later calls wait for the first. */
function closeOnce(server: Port, apps: Apps, control: Control, leave: () => void): () => Promise<void> {
  const close = async () => {
    await server.close();
    try {
      control.close();
    } finally {
      apps[Symbol.dispose]();
      leave();
    }
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

type Identity = { readonly appId: string; readonly region: SandboxRegion };

function readIdentity(app: App, options: Partial<Identity>): Identity {
  const { appId: wanted, region: wantedRegion } = options;
  if (wanted !== undefined) checkAppId(wanted);
  const appId = setting(app, 'app id', () => wanted ?? randomAppId());
  if (wanted !== undefined && wanted !== appId) {
    throw new SandboxError('APP_ID_MISMATCH', `the data file belongs to app ${appId}, not ${wanted}`);
  }
  const kept = setting(app, 'region', () => wantedRegion ?? 'us') as SandboxRegion;
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
    controlUrl: `${origin}${CONTROL_PATH}`,
    ...identity,
    files: { ...files, ca: certificates.caFile },
  };
}
