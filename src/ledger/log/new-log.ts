import { dirname } from 'node:path';
import type { Files } from '../../system/files.ts';

/**
 * Creates a file with mode 0600 that is there as a whole or not at all, also after a power cut.
 * @param write writes the rest of what belongs into it; `next` is where it is until then
 */
export function createWhole(
  path: string,
  bytes: Uint8Array,
  files: Files,
  write: (next: string) => void = () => {},
): void {
  const next = `${path}.next`;
  // A file there is a leftover, or a link that somebody created.
  files.rmSync(next, { force: true });
  const file = files.openSync(next, 'wx', 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += files.writeSync(file, bytes, at, bytes.length - at, at);
    files.fsyncSync(file);
  } finally {
    files.closeSync(file);
  }
  write(next);
  files.renameSync(next, path);
  const folder = files.openSync(dirname(path), 'r');
  try {
    files.fsyncSync(folder);
  } finally {
    files.closeSync(folder);
  }
}
