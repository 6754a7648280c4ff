import { takeLock } from '../../../files/lock.ts';
import { requireOwnFolder } from '../../../files/own-folder.ts';
import { makeFolder } from '../../../files/private-file.ts';
import { inUrl, oldSystemOf } from '../../../pipeline/live/live-fault.ts';
import type { Runtime } from '../../../terminal/context.ts';
import { inboxPlaceOf } from '../inbox/inbox-place.ts';
import { openSharedDocuments } from '../shared/open-shared-documents.ts';
import type { Side } from '../side.ts';
import type { LivePipeline } from '../sides/open-sides.ts';
import { ensurePaths, readPaths, receiverFolderOf, receiverLockOf } from './receiver-state.ts';

/**
 * The addresses that webhooks of both systems call: secrets, since who knows one gets as far as the signature. That of the
 * service is undefined if nothing of it is received.
 * @throws RunError `STATE.*`
 */
export async function hookUrls(
  pipeline: LivePipeline,
  { system, commandLine }: Pick<Runtime, 'system' | 'commandLine'>,
): Promise<{ readonly old: string; readonly new: string | undefined }> {
  const { stateFolder, live } = pipeline;
  await using shared = await openSharedDocuments(inboxPlaceOf(pipeline), system);
  const paths = (await readPaths(shared)) ?? (await madePaths());
  const { host, port, tls } = live.listen;
  const base = live.publicUrl ?? `${tls ? 'https' : 'http'}://${inUrl(host)}:${port}`;
  const urlOf = (side: Side): string => base + paths[side];
  return { old: urlOf('old'), new: live.direction === 'both' ? urlOf('new') : undefined };

  /** Without a receiver that has made them, they are made here, with its lock: two at once would make two. */
  async function madePaths(): ReturnType<typeof ensurePaths> {
    await requireOwnFolder(stateFolder, system.files);
    await makeFolder(receiverFolderOf(stateFolder), system.files);
    await using _ = await takeLock(receiverLockOf(stateFolder), commandLine, system);
    const systems = { old: oldSystemOf(pipeline) ?? '', new: 'service' };
    return await ensurePaths(shared, systems, system.random);
  }
}
