import type { SourceMessage, SourceReaction } from '../neutral.ts';
import type { ExportTally } from '../tally.ts';
import { type MessageDeps } from './messages/message-marks.ts';
import type { SorterDeps } from './messages/sorter-deps.ts';
import { type People } from './people.ts';
export declare const REACTION_COLUMNS: readonly ['muid', 'uid', 'reaction', 'reactedAt'];
export declare const PIN_COLUMNS: readonly ['muid', 'uid', 'pinnedAt'];
/** The rows of the reactions to a message. */
export declare const reactionLines: (muid: string, reactions: readonly SourceReaction[], people: People) => string[];
/** The row of a pin; by the app if its user is left out. */
export declare function pinLine(muid: string, { by, at }: NonNullable<SourceMessage['pinned']>, people: People): string;
/** Adds reactions that stand beside their message to it, or to the rows after it, as the policy says. */
export declare function givenReactions({ policies, people, uidOf }: Pick<MessageDeps, 'policies' | 'people' | 'uidOf'>, tally: ExportTally): SorterDeps['withReactions'];
