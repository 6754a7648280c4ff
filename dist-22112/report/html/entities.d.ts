import { type Report } from '../result/report.ts';
import { type Section } from './markup.ts';
/** Rows by entity and outcome; undefined if none was read, as in an undo. */
export declare function entitiesSection({ command, entities, missing }: Report): Section | undefined;
