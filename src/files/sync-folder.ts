import type { Files } from '../system/files.ts';

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(files: Files, path: string): Promise<void> {
  await using folder = await files.open(path, 'r');
  await folder.sync();
}
