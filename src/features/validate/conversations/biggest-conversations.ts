import type { ConversationProfile } from '../../../report/result/profile.ts';
import type { ConversationTable } from './conversation-table.ts';

const SHOWN = 10;
/** Names kept; beyond that, the names of the smallest conversations are dropped. */
const NAMES_MAX = 2_048;
/** Up to this many conversations, every name is kept. */
const FEW = 1_024;
/** Beyond that, a name is kept from this many messages on. */
const NAMED_FROM = 16;

type NamedConversation = { readonly lo: number; readonly hi: number; readonly id: string };

/** The conversations with the most messages. Keeps names of large conversations only, to bound memory. */
export class BiggestConversations {
  #named = new Map<number, NamedConversation>();

  /** True if the name of a conversation that now has this many messages is to be kept; asked after each message. */
  needsName(messages: number, conversations: number): boolean {
    if (messages === 1) return conversations <= FEW;
    return messages >= NAMED_FROM && (messages & (messages - 1)) === 0;
  }

  name(lo: number, hi: number, id: string, table: ConversationTable): void {
    this.#named.set(lo * 0x20_0000 + (hi >>> 11), { lo, hi, id });
    if (this.#named.size <= NAMES_MAX) return;
    const kept = this.#ranked(table).slice(0, NAMES_MAX / 2);
    this.#named = new Map(kept.map(([, named]) => [named.lo * 0x20_0000 + (named.hi >>> 11), named]));
  }

  profile(table: ConversationTable): ConversationProfile[] {
    return this.#ranked(table)
      .slice(0, SHOWN)
      .map(([messages, { lo, hi, id }]) => {
        const found = table.find(lo, hi);
        return { id, messages, firstAt: found?.firstAt ?? 0, lastAt: found?.lastAt ?? 0 };
      });
  }

  #ranked(table: ConversationTable): [messages: number, named: NamedConversation][] {
    return Array.from(this.#named.values(), (named): [number, NamedConversation] => [
      table.find(named.lo, named.hi)?.messages ?? 0,
      named,
    ]).sort(([a, one], [b, other]) => b - a || (one.id < other.id ? -1 : 1));
  }
}
