import 'undici/lib/dispatcher/pool.js';
import { type System } from '../../system/system.ts';
import type { Transport } from './transport.ts';
export type HttpOptions = {
    /** Base URL with its path, without a slash at the end. */
    readonly baseUrl: string;
    /** PEM file of a private certificate authority. */
    readonly caFile?: string;
    /** The most requests under way at once. */
    readonly connections: number;
    /** Time for one attempt, from its start to the last byte of the answer; a request can set another. */
    readonly deadlineMs: number;
    /**
     * The longest wait for a request under way after its signal has aborted; 0 ends it at once.
     * @default 15_000
     */
    readonly drainMs?: number;
    /** @default realSystem */
    readonly system?: Pick<System, 'clock' | 'connect' | 'traced'>;
};
/**
 * The innermost transport: one origin, keep-alive, no redirects, a deadline for each attempt, bounded answers.
 * @throws RunError `SERVICE.TLS`, `SERVICE.PROXY`
 */
export declare function http(options: HttpOptions): {
    transport: Transport;
} & AsyncDisposable;
