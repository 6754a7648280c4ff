import type { Secret } from '../../service/transport/secret.ts';
import { type ApiResponse } from '../../service/transport/transport.ts';
import type { HttpProxy } from '../../system/proxy.ts';
import { type Finding } from './finding.ts';
/** The target of a pipeline. */
export type ExaminedTarget = {
    readonly baseUrl: string;
    readonly caFile?: string | undefined;
    readonly apiKey?: Secret | undefined;
    readonly appId?: string | undefined;
    readonly region: string;
    /** The proxy that requests go through. */
    readonly proxy?: HttpProxy | undefined;
};
/** Checks a service from its host name to its answers; ends at a failure that prevents further checks. */
export declare function examineTarget(service: ExaminedTarget, { thorough }: {
    readonly thorough: boolean;
}, signal: AbortSignal): AsyncGenerator<Finding>;
/** Compares this machine's clock with the service's, by its Date header. */
export declare function clock({ headers }: ApiResponse, nowMs: number): Finding;
/** The requests that show what a key may do. */
type Probe = {
    /** The answer to a read. */
    readonly read: ApiResponse;
    /** Creates a group without fields, which every service refuses: because of the key or because of the fields. */
    readonly refusedWrite: () => Promise<ApiResponse>;
};
/** Checks that the key has the scope fullAccess, by a read and by a write that must be refused. */
export declare function keyScope({ read, refusedWrite }: Probe): Promise<Finding>;
/** Checks that the service knows the app. */
export declare function app(response: ApiResponse, appId: string | undefined, region: string): Finding;
export {};
