import { createHash } from 'node:crypto';
import type { Checkpoint, CheckpointStore } from '../delivery/checkpoint.ts';
import { asRunError, cannotWrite, RunError } from '../errors/run-error.ts';
import { type StateStore, textIn } from '../files/state/state-store.ts';
import { zeroCounts } from '../input/rows/outcome.ts';
import { CHECKPOINT_NAME } from './kept-names.ts';

/**
 * The checkpoint that is kept in a state. It is replaced as a whole, so that a kill or a power cut leaves the one before or
 * this one, and a hash over it detects damage.
 */
export function checkpointStore(state: StateStore): CheckpointStore {
  const bytes = new CheckpointBytes();
  return {
    load: async () => load(state),
    save: (checkpoint) => save(state, bytes.of(checkpoint)),
    // What it claims is removed next, and must not go while a power cut could bring the checkpoint back.
    clear: () => state.remove(CHECKPOINT_NAME),
  };
}

const HEAD = /^\{"sha256":"([0-9a-f]{64})","checkpoint":/;
const hashOf = (body: string | Uint8Array): string => createHash('sha256').update(body).digest('hex');

function load(state: StateStore): Checkpoint | undefined {
  const path = state.pathOf(CHECKPOINT_NAME);
  const text = textOf(state, path);
  return text === undefined ? undefined : checkpointIn(text, path);
}

/**
 * The checkpoint in a document of a state.
 * @param path of the document, for errors
 * @throws RunError `STATE.CORRUPT`
 */
export function checkpointIn(text: string, path: string): Checkpoint {
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

function textOf(state: StateStore, path: string): string | undefined {
  try {
    return textIn(state, CHECKPOINT_NAME);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      throw new RunError('DISK.UNREADABLE', `the checkpoint ${path} cannot be read: permission denied`, {
        hint: 'correct the permissions, then run the same command again',
        cause: error,
      });
    throw asRunError(error, 'STATE.CORRUPT', `the checkpoint ${path} cannot be read`);
  }
}

/** The first byte that cannot be in a checkpoint, as far as that can be told from its text. */
function firstDamage(text: string): number {
  const isHead = HEAD.test(text);
  const at = (word: string): number => Buffer.byteLength(text.slice(0, text.indexOf(word)));
  if (!isHead) return 0;
  return text.endsWith('}') ? at('{"version"') + 0 : Buffer.byteLength(text);
}

/**
 * Writes checkpoints as bytes. What they say of the input files stays the same in a run: of thousands of files, it is a megabyte,
 * which is not made and thrown away four times a second.
 */
class CheckpointBytes {
  #inputs: Checkpoint['inputs'] | undefined;
  #inputBytes = Buffer.alloc(0);
  #all = Buffer.alloc(0);

  /** The document, until the next call. */
  of({ inputs, ...others }: Checkpoint): Uint8Array {
    if (inputs !== this.#inputs) this.#inputBytes = Buffer.from(`,"inputs":${JSON.stringify(inputs)}}}`);
    this.#inputs = inputs;
    const body = JSON.stringify(others).slice(0, -1);
    const bodyBytes = Buffer.byteLength(body);
    const length = HEAD_BYTES + bodyBytes + this.#inputBytes.length;
    if (this.#all.length < length) this.#all = Buffer.allocUnsafeSlow(length + GROWTH_BYTES);
    const all = this.#all;
    all.write(body, HEAD_BYTES);
    this.#inputBytes.copy(all, HEAD_BYTES + bodyBytes);
    all.write(headOf(hashOf(all.subarray(HEAD_BYTES, length - 1))));
    return all.subarray(0, length);
  }
}

const headOf = (hash: string): string => `{"sha256":"${hash}","checkpoint":`;
const HEAD_BYTES = headOf('0'.repeat(64)).length;
/** The counts in a checkpoint become longer. */
const GROWTH_BYTES = 4_096;

async function save(state: StateStore, document: Uint8Array): Promise<void> {
  try {
    await state.save(CHECKPOINT_NAME, document);
  } catch (error) {
    throw cannotWrite(error, `the checkpoint ${state.pathOf(CHECKPOINT_NAME)}`);
  }
}
