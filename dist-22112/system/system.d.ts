import type { Dispatcher, Pool } from 'undici';
import { type Clock } from './clock.ts';
import { type Files } from './files.ts';
import type { Keeper } from './keeper.ts';
import { type Machine } from './machine.ts';
import { type Random } from './random.ts';
/** A request to the service that has ended, without its body and headers. */
type TracedRequest = {
    readonly method: string;
    readonly path: string;
    /** Undefined if there was no answer. */
    readonly status?: number | undefined;
    readonly ms: number;
    readonly rateClass: string;
};
/**
 * Everything outside the process that decides what happens: time, chance, the disk and the network. Nothing else reads
 * them, so a simulation that passes its own decides, by a seed, everything that a command does.
 */
export type System = {
    readonly clock: Clock;
    readonly random: Random;
    readonly files: Files;
    /** Identity of the process and its machine. */
    readonly machine: Machine;
    /** Opens connections to an origin; closed by `destroy`. */
    readonly connect: (origin: string, options: Pool.Options) => Dispatcher;
    /** Gets every request to the service, for `-v`; undefined if nobody wants to see them. */
    readonly traced?: ((request: TracedRequest) => void) | undefined;
    /** The server that keeps the state of the pipeline; undefined if its files are all there is. */
    readonly keeper?: Keeper | undefined;
    /**
     * Over what processes share the rate limits of an app: a file beside their states, or a server, whose URL may hold a
     * password. Undefined if each is alone.
     */
    readonly sharing?: 'file' | {
        readonly url: string;
    } | undefined;
};
/** The machine that the process runs on. */
export declare const realSystem: System;
export {};
