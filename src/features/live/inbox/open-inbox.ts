import type { System } from '../../../system/system.ts';
import type { InboxReader, InboxWriter } from './inbox.ts';
import type { InboxPlace } from './inbox-place.ts';

/**
 * Opens the end of an inbox where events come in; also in a thread, which passes the system that it has.
 * @throws RunError `STATE.LOCKED` while another process has that end of an inbox on files, `STATE.*`
 */
export async function openInboxWriter({ folder, server }: InboxPlace, system: System): Promise<InboxWriter> {
  if (server) {
    // Loaded here: no other pipeline needs it.
    const { ServerInboxWriter } = await import('./server/server-inbox-writer.ts');
    return await ServerInboxWriter.open(server, system);
  }
  const { FileInboxWriter } = await import('./file-inbox-writer.ts');
  return await FileInboxWriter.open(folder, system);
}

/**
 * Opens the end of an inbox where events are taken out.
 * @throws RunError `STATE.CORRUPT`, `STATE.SERVER_*`
 */
export async function openInboxReader(
  { folder, server, keepMs }: InboxPlace,
  system: System,
): Promise<InboxReader> {
  if (server) {
    const { ServerInboxReader } = await import('./server/server-inbox-reader.ts');
    return await ServerInboxReader.open(server, keepMs, system);
  }
  const { FileInboxReader } = await import('./file-inbox-reader.ts');
  return await FileInboxReader.open(folder, keepMs, system);
}
