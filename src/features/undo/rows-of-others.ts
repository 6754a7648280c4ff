import { Bitmap } from '../../ledger/bitmap.ts';
import { EntryCache } from '../../ledger/entry-cache.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { carriersOf } from '../../ledger/member-key.ts';

/**
 * The groups and users of a ledger that rows of others need, as far as the ledger itself tells: `live` records there what people
 * wrote in the service.
 */
export class RowsOfOthers {
  readonly #ledger: Ledger;
  /** Messages of others by the row of their group. */
  readonly #messages = new Map<number, number>();
  readonly #users = new Bitmap();

  /** Reads the rows that the pipeline did not create; none if there are none. */
  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    const known = new EntryCache(ledger);
    if (ledger.count('messages', 'exists') > 0)
      for (const entry of ledger.latestFirst('messages')) {
        if (entry.origin !== 'exists') continue;
        const { guid } = carriersOf('messages', entry, known);
        const group = guid === undefined ? undefined : known.find('groups', guid);
        if (group) this.#messages.set(group.row, (this.#messages.get(group.row) ?? 0) + 1);
        const peers = guid === undefined ? (entry.conversation ?? '').split(' ').slice(1) : [];
        for (const uid of peers) this.#addUser(uid, known);
      }
    if (ledger.count('groups', 'exists') === 0) return;
    for (const entry of ledger.latestFirst('members')) {
      const { guid, uids } = carriersOf('members', entry, known);
      if (guid === undefined || entry.origin !== 'exists') continue;
      // A service that adds the owner of a group of ours says the same of them.
      if (known.find('groups', guid)?.origin === 'exists') for (const uid of uids) this.#addUser(uid, known);
    }
  }

  /** The number of messages of others in a group. */
  messagesIn(guid: string): number {
    const group = this.#ledger.find('groups', guid);
    return group ? (this.#messages.get(group.row) ?? 0) : 0;
  }

  /** True if others have messages with a user, or a group that the user is a member of. */
  needUser(uid: string): boolean {
    const user = this.#ledger.find('users', uid);
    return user !== undefined && this.#users.has(user.row);
  }

  #addUser(uid: string, known: EntryCache): void {
    const user = known.find('users', uid);
    if (user) this.#users.add(user.row);
  }
}
