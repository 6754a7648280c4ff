import { type AllowedRate, type Budget } from './budget.ts';
import { type Refusal } from './found-rate.ts';
import type { Turns } from './shared/turns.ts';
/** The rate of one class, how many of its requests are under way, and whether it is closed. */
export declare class Gate {
    #private;
    readonly name: string;
    /** Requests that wait for this gate. */
    waiting: number;
    /**
     * @param finds whether it finds the real limit if the budget is not that; a gate that does takes 4 KB
     * @param turns each request needs one of them, if others share the limit
     */
    constructor(name: string, budget: Budget, finds: boolean, turns?: Turns);
    /** When the next request may start as far as this process knows; Infinity if one has to end first. */
    readyAt(now: number): number;
    /** So long before `readyAt` the turn of a request is taken. */
    get earlyMs(): number;
    /**
     * When a turn can be used that is shared with others; Infinity while one is asked for. To be called only for a request that
     * waits for nothing else: its turn would be lost for all.
     * @param wanted how many such requests there are
     */
    turnAt(now: number, wanted: () => number): number;
    start(now: number): void;
    /** @param ms how long the request was under way, with or without an answer */
    end(ms: number): void;
    close(now: number, forMs: number): void;
    /** Another process was refused: what that says of the limit, it has learned itself. */
    closeWithOthers(now: number, forMs: number): void;
    closedForMs(now: number): number;
    accepted(sentAt: number, now: number): void;
    /** No answer, or one that the service cannot be well with. */
    failed(now: number): void;
    refused(refusal: Refusal): void;
    /** The service states its limit: that lowers the rate, and never raises it above the budget. */
    state(perMinute: number): void;
    /** The service states what remains of its limit until it counts anew. */
    remains(now: number, requests: number, forMs: number): void;
    /** The lowest of the limits that are known; `SHARE` of it is used. */
    get allowed(): AllowedRate;
    /** True if nothing would be different for a new gate. */
    isIdle(now: number): boolean;
}
