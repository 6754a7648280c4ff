import type { FilesSpec } from '../files-spec.ts';
import type { FileStore } from './file-store.ts';
import { openFolderStore } from './folder-store.ts';
import type { StoreAccess } from './store-access.ts';

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
