import { OldSystem } from './old-system.ts';
import { DAY, START } from './place.ts';

const ANCIENT = { id: 'ancient', time: START - 90 * DAY, sender: 'ann', text: 'hello' };

/** A conversation of long ago, a recent one, and one without messages. */
export function populated(): OldSystem {
  const old = new OldSystem();
  old.addConversation('team', ['ann', 'ben', 'cid', 'dan'], 9, START - 20 * DAY);
  old.conversation('team').messages.unshift(ANCIENT);
  old.addConversation('Müll/../x', ['ann', 'ben'], 4, START - 3_600_000);
  old.addConversation('empty', ['ann'], 0, START);
  return old;
}

export const ids = (rows: readonly { readonly row: unknown }[]): readonly string[] =>
  rows.map(({ row }) => (row as { readonly id: string }).id);
