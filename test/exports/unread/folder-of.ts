import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FilesOf } from './unread-forms.ts';

/** A new folder with some files. */
export async function folderOf(files: FilesOf) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), content);
  }
  return folder;
}
