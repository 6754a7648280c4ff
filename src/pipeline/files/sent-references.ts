import type { Plan, Step } from '../../delivery/plan.ts';
import {
  type FileWithoutRoom,
  fileFieldOf,
  type KindOfFiles,
} from '../../input/rows/forms/copied-address.ts';
import { type FileReference, fileReferences, mayLackRoom } from '../../input/rows/forms/files-step.ts';
import { judge } from '../../input/rows/judge.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Row } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import { KeyIndex } from '../../keys/key-index.ts';
import type { FilesSpec } from './files-spec.ts';

/** A file that a row names. */
export type SentReference = FileReference & {
  readonly kind: KindOfFiles;
  /** The key of its row. */
  readonly row: string;
  /** When its message was sent, epoch seconds; 0 if it is of no message, or of one without a time. */
  readonly at: number;
  /** The way in which its message has it, if that has no room for the address of its copy. */
  readonly instead?: FileWithoutRoom['instead'];
  /** True if its message may have no room for it; with the addresses of sources. */
  readonly mayLackRoom?: boolean;
};

/** Addresses that references are wanted of: those that the sources have, or those that the service gets. */
type From = 'source' | 'sent';

/**
 * The files of all rows of a plan that are valid by themselves: those that a rule, their age or the check leaves out bring none.
 * Whether other rows that they refer to are there does not matter. Memory does not grow with their number.
 * @param isSent true for rows that the service has: however old they are, they bring theirs
 * @param from with `sent`, files whose copies have no room are among them with their own addresses
 * @throws RunError `SOURCE.*`
 */
export async function* sentReferences(
  plan: Plan,
  from: From,
  { what, publicUrl }: Pick<FilesSpec, 'what' | 'publicUrl'>,
  signal: AbortSignal,
  isSent?: (kind: KindOfFiles, row: string) => boolean,
): AsyncGenerator<SentReference> {
  const keys = { users: new KeyIndex(), groups: new KeyIndex() };
  for (const step of plan.steps) {
    const { name, timeField } = step.entity;
    const files = fileFieldOf(name);
    const hasFiles = ({ fields }: Mapping): boolean =>
      fields.some(({ field }) => field === files?.field || field === 'data');
    if (!files || !what.has(files.kind) || !step.mappings.some(hasFiles)) continue;
    const asWritten = plan.copies?.steps.find(({ entity }) => entity === step.entity)?.mappings;
    const deps = { ...plan, ...step, keys, closed: new Set<never>(), onUnknown: () => {} };
    const judging = isSent ? { ...deps, isHeld: (key: string) => isSent(files.kind, key) } : deps;
    for await (const rows of readRows(step.sources, undefined, signal))
      for (const row of rows) {
        // Addresses of private files never pass the check; those in their place do.
        const { data } = judge(row, judging);
        if (!data) continue;
        const time = timeField === undefined ? undefined : data[timeField];
        const at = typeof time === 'number' ? time : 0;
        const of = { kind: files.kind, row: step.entity.key(data), at };
        if (from === 'source') {
          const named = mapped(row, asWritten ?? step.mappings).fields;
          const isTight = name === 'messages' && mayLackRoom(named, publicUrl.length + OBJECT_CHARS_MAX);
          for (const reference of fileReferences(name, named))
            yield { ...reference, ...of, ...(isTight ? { mayLackRoom: true } : {}) };
          continue;
        }
        const noRoom = name === 'messages' ? (mapped(row, step.mappings).noRoom ?? []) : [];
        for (const reference of fileReferences(name, data))
          if (!noRoom.some(({ address }) => address === reference.address)) yield { ...reference, ...of };
        for (const file of noRoom) yield { ...file, ...of };
      }
  }
}

/** Characters of the name of an object, with a slash before it. */
const OBJECT_CHARS_MAX = 90;

const mapped = ({ file, values }: Row, mappings: Step['mappings']): ReturnType<Mapping> =>
  (mappings[file] as Mapping)(values);
