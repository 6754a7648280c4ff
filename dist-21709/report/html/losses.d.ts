import type { Report } from '../result/report.ts';
import { type Section } from './markup.ts';
/** Values that the API cannot carry, and rows left out by a rule; undefined if there are none. */
export declare function lossesSection({ notCarried, kept, skipped, retention }: Report): Section | undefined;
