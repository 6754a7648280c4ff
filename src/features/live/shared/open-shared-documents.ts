import { type StateStore, textIn } from '../../../files/state/state-store.ts';
import { State } from '../../../state/state.ts';
import type { System } from '../../../system/system.ts';
import type { SharedDocuments, SharedPlace } from './shared-documents.ts';

/**
 * Opens the documents that processes of a pipeline share: files in the state folder, or rows where a server keeps the state.
 * @throws RunError `STATE.SERVER_*`
 */
export async function openSharedDocuments(
  { folder, server }: SharedPlace,
  { files, clock }: Pick<System, 'files' | 'clock'>,
): Promise<SharedDocuments> {
  if (!server) return inFolder(new State(folder, files).kept);
  // Loaded here: no other pipeline needs it.
  const { ServerDocuments } = await import('./server-documents.ts');
  return await ServerDocuments.open(server, clock);
}

/** Files of this machine; who settles one has the lock of the receiver. */
const inFolder = (kept: StateStore): SharedDocuments => ({
  read: async (name) => textIn(kept, name),
  save: (name, text) => kept.save(name, text),
  settle: async (name, _, text) => {
    await kept.save(name, text);
    return text;
  },
  remove: (name) => kept.remove(name),
  [Symbol.asyncDispose]: async () => {},
});
