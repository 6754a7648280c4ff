import type { Profile } from '../result/profile.ts';
import { type Section } from './markup.ts';
/** Lists the conversations with the most messages. */
export declare function conversationsSection({ biggest, conversations }: Profile): Section | undefined;
