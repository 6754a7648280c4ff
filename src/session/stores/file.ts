import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { Checkpoint, CheckpointStore } from '../../delivery/checkpoint.ts';
import { asRunError, RunError } from '../../errors/run-error.ts';
import { appendAt } from '../../files/append-at.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { zeroCounts } from '../../input/rows/outcome.ts';
import type { Files } from '../../system/files.ts';

/**
 * A checkpoint file. It is written to a temporary file, synced, renamed into place, and its folder is synced. A hash over
 * the whole detects damage.
 * @param path the checkpoint file; its folder exists
 */
export function fileStore(path: string, files: Files): CheckpointStore {
  return {
    load: () => load(files, path),
    save: (checkpoint) => save(files, path, checkpoint),
    async clear() {
      if (!files.existsSync(path)) return;
      await files.rm(path, { force: true });
      // What it claims is removed next, and must not go while a power cut could bring the checkpoint back.
      await syncFolder(files, dirname(path));
    },
  };
}

const HEAD = /^\{"sha256":"([0-9a-f]{64})","checkpoint":/;
const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex');

async function load(files: Files, path: string): Promise<Checkpoint | undefined> {
  let text: string;
  try {
    text = await files.readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'EACCES')
      throw new RunError('DISK.UNREADABLE', `the checkpoint ${path} cannot be read: permission denied`, {
        hint: 'correct the permissions, then run the same command again',
        cause: error,
      });
    throw asRunError(error, 'STATE.CORRUPT', `the checkpoint ${path} cannot be read`);
  }
  const head = HEAD.exec(text);
  const body = text.slice(head?.[0].length ?? 0, -1);
  if (!text.endsWith('}') || head?.[1] !== hashOf(body))
    throw new RunError(
      'STATE.CORRUPT',
      `the checkpoint ${path} is damaged: its hash does not match its content`,
      { where: { file: path, byte: firstDamage(text) } },
    );
  const checkpoint = JSON.parse(body) as Checkpoint;
  if (checkpoint.version !== 1)
    throw new RunError(
      'STATE.CORRUPT',
      `the checkpoint ${path} has version ${checkpoint.version}, this tool reads 1`,
    );
  // A checkpoint of an earlier version has no count for an outcome that is new.
  for (const step of Object.values(checkpoint.steps)) step.counts = { ...zeroCounts(), ...step.counts };
  return checkpoint;
}

/** The first byte that cannot be in a checkpoint, as far as that can be told from its text. */
function firstDamage(text: string): number {
  const isHead = HEAD.test(text);
  const at = (word: string): number => Buffer.byteLength(text.slice(0, text.indexOf(word)));
  if (!isHead) return 0;
  return text.endsWith('}') ? at('{"version"') + 0 : Buffer.byteLength(text);
}

async function save(files: Files, path: string, checkpoint: Checkpoint): Promise<void> {
  const body = JSON.stringify(checkpoint);
  const next = `${path}.next`;
  try {
    await files.rm(next, { force: true });
    await appendAt(files, next, `{"sha256":"${hashOf(body)}","checkpoint":${body}}`, 0);
    await files.rename(next, path);
    await syncFolder(files, dirname(path));
  } catch (error) {
    const message = `the checkpoint ${path} cannot be written: ${(error as Error).message}`;
    throw asRunError(error, 'STATE.UNWRITABLE', message);
  }
}
