import { type Clock } from '../../system/clock.ts';
import type { Layer, Silent } from './transport.ts';
/** Says once which service is silent, if nothing has answered since the first request. It ends nothing: it may be slow. */
export declare function silence(baseUrl: string, observe: (event: Silent) => void, clock?: Clock): Layer;
