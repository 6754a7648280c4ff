import { type Check } from '../check.ts';
/** Reactions to messages; an emoji in the path is percent-encoded. */
export declare const reactionChecks: readonly Check[];
