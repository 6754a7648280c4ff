import { type PageServer } from '../../../report/pages/page-server.ts';
import type { System } from '../../../system/system.ts';
import type { FleetStatus } from '../status/fleet-status.ts';
/** The address that the page of a fleet listens on, and what it shows. */
export type StatusPage = {
    /** The address to listen on. */
    readonly host: string;
    /** 0 picks a free one. */
    readonly port: number;
    /** Reads the queue; may reject with a RunError, and may take as long as it likes. */
    readonly readStatus: () => Promise<FleetStatus>;
};
/**
 * Serves the page of a fleet until it is disposed of. The queue is read once a second while somebody looks.
 * @throws RunError `USAGE.INVALID` if nothing can listen on the host and port
 */
export declare function serveStatus({ host, port, readStatus }: StatusPage, system: Pick<System, 'clock' | 'machine' | 'random'>): Promise<Pick<PageServer, 'url'> & AsyncDisposable>;
/** True if only this machine can reach an address. */
export declare const isLoopbackHost: (host: string) => boolean;
