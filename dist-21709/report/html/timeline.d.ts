import type { Profile } from '../result/profile.ts';
import { type Section } from './markup.ts';
/** Messages over time, with those that are older than the service keeps; undefined if there are no messages. */
export declare function timelineSection({ months, conversations }: Profile): Section | undefined;
