import type { Plan } from '../../../delivery/plan.ts';
import type { KeyIndex } from '../../../keys/key-index.ts';
import type { ConversationProfile } from '../../../report/result/profile.ts';
/**
 * Adds the names of groups and users to the few conversations that are shown: their rows are read once more, because
 * nobody knows before which ones they are.
 */
export declare function withConversationNames(list: readonly ConversationProfile[], { steps }: Plan, { groups, users }: Readonly<Record<'groups' | 'users', KeyIndex>>, signal: AbortSignal): Promise<readonly ConversationProfile[]>;
