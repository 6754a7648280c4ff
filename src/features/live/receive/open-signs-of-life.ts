import { fileState } from '../../../files/state/file-state.ts';
import type { System } from '../../../system/system.ts';
import type { InboxPlace } from '../inbox/inbox-place.ts';
import { receiverNumbers } from './receiver-numbers.ts';
import { readReceiver, saveReceiver } from './receiver-state.ts';
import type { ReceiversSeen, SignsOfLife } from './signs-of-life.ts';

type Place = Pick<InboxPlace, 'folder' | 'server'>;

/**
 * Opens the place where a receiver leaves signs of life: the one of a state folder, or one of many on a server.
 * @throws RunError `STATE.CORRUPT`, `STATE.SERVER_*`
 */
export async function openSignsOfLife({ folder, server }: Place, system: System): Promise<SignsOfLife> {
  if (server) {
    const { serverSignsOfLife } = await import('./server-receivers.ts');
    return await serverSignsOfLife(server, system);
  }
  const kept = fileState(folder, system.files);
  return {
    before: readReceiver(kept),
    save: (document) => saveReceiver(kept, document),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Opens a look at the receivers of a pipeline, wherever they are. @throws RunError `STATE.SERVER_*` */
export async function openReceiversSeen({ folder, server }: Place, system: System): Promise<ReceiversSeen> {
  if (server) {
    const { serverReceivers } = await import('./server-receivers.ts');
    return await serverReceivers(server, system);
  }
  const kept = fileState(folder, system.files);
  return {
    look: async () => readReceiver(kept)?.gaps ?? [],
    get numbers() {
      const found = readReceiver(kept);
      return receiverNumbers(found ? [found] : []);
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
