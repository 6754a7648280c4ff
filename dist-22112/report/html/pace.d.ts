import type { Report } from '../result/report.ts';
import { type Section } from './markup.ts';
/** Shows how a run went on over time; undefined if it sent nothing, or all at once. */
export declare function paceSection({ timeline }: Report): Section | undefined;
