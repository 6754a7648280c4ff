import type { Plan, Step } from '../../delivery/plan.ts';
import { fileFieldOf, type KindOfFiles } from '../../input/rows/forms/copied-address.ts';
import { type FileReference, fileReferences } from '../../input/rows/forms/files-step.ts';
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
};

/**
 * The files of all rows of a plan that are valid by themselves: those that a rule, their age or the check leaves out bring none.
 * Whether other rows that they refer to are there does not matter. Memory does not grow with their number.
 * @param from the addresses that the sources have, or those that the service gets
 * @throws RunError `SOURCE.*`
 */
export async function* sentReferences(
  plan: Plan,
  from: 'source' | 'sent',
  { what }: Pick<FilesSpec, 'what'>,
  signal: AbortSignal,
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
    for await (const rows of readRows(step.sources, undefined, signal))
      for (const row of rows) {
        // Addresses of private files never pass the check; those in their place do.
        const { data } = judge(row, deps);
        if (!data) continue;
        const time = timeField === undefined ? undefined : data[timeField];
        const at = typeof time === 'number' ? time : 0;
        const named = from === 'sent' ? data : fieldsOf(row, asWritten ?? step.mappings);
        const of = { kind: files.kind, row: step.entity.key(data), at };
        for (const reference of fileReferences(name, named)) yield { ...reference, ...of };
      }
  }
}

const fieldsOf = ({ file, values }: Row, mappings: Step['mappings']): Readonly<Record<string, unknown>> =>
  (mappings[file] as Mapping)(values).fields;
