import { type Clock } from '../../system/clock.ts';
import { type Layer } from './transport.ts';
/**
 * Ends an attempt early whose answer is long overdue, compared with the others, so that a lost answer does not keep its
 * lane waiting. Each further attempt of the request gets twice the time, and all get more while nothing is answered.
 * Only for requests that can be sent twice without harm even if the first one arrives late: reads, and rows whose key the
 * service refuses twice. It stands below the layer that repeats requests.
 * @param maxMs the time for one attempt that is never exceeded
 */
export declare function deadline(maxMs: number, clock?: Clock): Layer;
