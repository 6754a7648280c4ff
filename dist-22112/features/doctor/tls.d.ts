import { type Finding } from './finding.ts';
import { type ServiceSocket } from './network.ts';
/** Checks the certificate: authority, name, dates. */
export declare function tls(url: URL, place: ServiceSocket, caFile: string | undefined, nowMs: number): Promise<Finding>;
