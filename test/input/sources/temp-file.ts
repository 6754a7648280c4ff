import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file in its own directory; both are removed when the scope ends. */
export async function tempFile(
  name: string,
  content: string | Uint8Array,
): Promise<{ readonly path: string } & AsyncDisposable> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const path = join(folder.path, name);
  await writeFile(path, content);
  return { path, [Symbol.asyncDispose]: () => folder.remove() };
}
