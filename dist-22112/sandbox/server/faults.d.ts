import { type Reply } from './responder.ts';
/** The kinds of injected faults. `docs/programs/sandbox.md` describes each. */
type FaultKind = (typeof KINDS)[number];
/** In this order, because the first that a text begins with counts. */
declare const KINDS: readonly ['429', '500-after', '500', '502', '503', 'lost', 'reset-after', 'reset', 'delay', 'truncate', 'html'];
/** One rule of a fault plan. */
export type FaultRule = {
    readonly kind: FaultKind;
    /** The share of matching requests that it hits, 0 to 1. */
    readonly share: number;
    /** Only requests whose path after the version starts with this. */
    readonly prefix: string;
    /** The most hits. Undefined means no end. */
    readonly times: number | undefined;
    /** Seconds for `429`, milliseconds for `delay`, `json` or `html` for 500, 502 and 503. */
    readonly value: string;
};
/** Rules in the order they are tried. The first hit decides; a `delay` combines with any other fault. */
export type FaultPlan = readonly FaultRule[];
/** The fault of one request: at most one rule, after a delay. */
export type Fault = {
    readonly rule: FaultRule | undefined;
    readonly delayMs: number;
};
/**
 * Reads faults `kind[=value][:percent%][xCOUNT][@/path-prefix]`, separated by commas, such as
 * `429:5%,503:2%,lost:1%@/data_import` or `delay=200:10%` or `reset-afterx3`.
 */
export declare function parseFaults(text: string): FaultPlan;
/** Decides the fault of each request. The same seed and requests give the same faults. */
export declare class FaultDice {
    #private;
    /** `seed` may be any number. Only its lower 32 bits count. */
    constructor(plan: FaultPlan, seed: number);
    /** The fault of the next request; `path` is the path after the version. */
    next(path: string): Fault;
}
/** Outcome of a request that a fault hits. */
export type FaultAction = 
/** Answered with this, without a handler. */
{
    readonly act: 'instead';
    readonly reply: Reply;
}
/** Handled, then answered with this. */
 | {
    readonly act: 'after';
    readonly reply: Reply;
}
/** The connection is destroyed, before or after the request is handled. */
 | {
    readonly act: 'reset' | 'reset-after';
}
/** Handled, never answered. */
 | {
    readonly act: 'silence';
}
/** Handled, and half of the answer is sent. */
 | {
    readonly act: 'truncate';
};
/** Decides what a fault does to its request. `nowMs` is the time for the headers of a 429. */
export declare function faultAction({ kind, value }: FaultRule, nowMs: number): FaultAction;
export {};
