import { type ApiRequest, type Layer, type Transport } from './transport.ts';
export type TriesOptions = {
    /** After this many failed attempts of one request, `isAlive` checks whether the service answers others. */
    readonly max: number;
    /** True if the service answers other requests than this one. */
    readonly isAlive: (failed: ApiRequest, next: Transport, signal: AbortSignal) => Promise<boolean>;
};
/**
 * Gives up on a read that keeps failing while the service answers other requests. If the service answers nothing, the
 * layer above waits for it. A success without the service's envelope counts as a failed attempt.
 * @throws ServiceError of the last answer
 */
export declare function tries({ max, isAlive }: TriesOptions): Layer;
