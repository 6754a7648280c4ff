import { type CredentialFiles } from './app/credentials.ts';
import { type Limits } from './app/rate-limits.ts';
import { type Network } from './app/webhooks/receiver.ts';
import { type Quirks } from './quirks/quirks.ts';
import { type FaultPlan } from './server/faults.ts';
import { type RequestEvent } from './server/server.ts';
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
    readonly files: CredentialFiles & {
        readonly viewToken: string;
        readonly ca: string;
    };
};
/**
 * Starts the local chat service and resolves when it listens. Rejects with a SandboxError if an option is wrong, the
 * host is not loopback, the port is taken, or another process has the data file.
 */
export declare function startSandbox(options: SandboxOptions): Promise<Sandbox>;
