import { type Clock } from '../../system/clock.ts';
import { type Layer, type Tried } from './transport.ts';
/**
 * Reports every attempt. It is next to the http layer, so its times do not include retries and waits.
 * @param onStart called when an attempt begins
 */
export declare function observe(onEvent: (event: Tried) => void, clock?: Clock, onStart?: () => void): Layer;
