import type { Entity } from '../../entities/entity.ts';
import type { Values } from '../row.ts';
/** The field that `since`, `until` and an order by time look at. */
export declare const timeFieldOf: ({ timeField }: Pick<Entity, 'timeField'>) => string;
/** A time of a pipeline file in epoch seconds; undefined if it is none. A time without a zone is UTC. */
export declare function pipelineTime(text: string): number | undefined;
/**
 * Tests whether a row's time lies in a window: from `since` on, before `until`. A row without a readable time does: what
 * is wrong with it is said later.
 */
export declare function timeWindow(since: string | undefined, until: string | undefined, read: ((values: Values) => unknown) | undefined): ((values: Values) => boolean) | undefined;
