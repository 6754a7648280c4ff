import type { System } from '../../../system/system.ts';
import type { KeyAccess, KeyPlace } from '../../target.ts';
import type { FilesSpec } from '../files-spec.ts';
import type { FileStore } from './file-store.ts';
import { openFolderStore } from './folder-store.ts';

/** What opening a store may use. */
export type StoreAccess = {
  readonly system: Pick<System, 'clock' | 'random' | 'files' | 'connect'>;
  readonly place: KeyPlace;
  readonly access: KeyAccess;
  /**
   * True for a job of a fleet, whose machine lends its own keys to nobody.
   * @default false
   */
  readonly isFleetJob?: boolean | undefined;
  /**
   * Milliseconds that a bucket may take or send nothing.
   * @default 60_000
   */
  readonly silentMs?: number | undefined;
};

/**
 * Opens the place that a pipeline copies files to. Nothing is written, and no bucket is asked.
 * @throws RunError `FILES.LIBRARY_MISSING`, `FILES.CONFIG`, `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN`
 */
export async function openStore(
  { store }: Pick<FilesSpec, 'store'>,
  access: StoreAccess,
): Promise<FileStore> {
  if (store.kind === 'folder') return openFolderStore(store, access.system);
  // Loaded here, because a folder needs nothing of it.
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store(store, access);
}
