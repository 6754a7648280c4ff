import type { Plan, Step } from '../../../delivery/plan.ts';
import { filesIn, type KindOfFiles } from '../../../input/rows/forms/copied-address.ts';
import { type FileReference, fileReferences } from '../../../input/rows/forms/files-step.ts';
import { judge } from '../../../input/rows/judge.ts';
import type { Mapping } from '../../../input/rows/mapping.ts';
import { readRows } from '../../../input/sources/read-rows.ts';
import { KeyIndex } from '../../../keys/key-index.ts';
import type { FilesSpec } from '../files-spec.ts';

/** A file that a row names. */
export type RowFile = FileReference & {
  readonly kind: KindOfFiles;
  /** When its message was sent, epoch seconds; 0 if it is of no message, or of one without a time. */
  readonly at: number;
};

/**
 * The files of all rows of a plan that are valid by themselves, with the addresses of their sources: rows that a rule, their
 * age or the check leaves out bring none. Whether other rows that they refer to are there does not matter.
 * @throws RunError `SOURCE.*`
 */
export async function* filesOfRows(
  plan: Plan,
  { what }: Pick<FilesSpec, 'what'>,
  signal: AbortSignal,
): AsyncGenerator<RowFile> {
  const keys = { users: new KeyIndex(), groups: new KeyIndex() };
  for (const step of plan.steps) {
    const { name, timeField } = step.entity;
    const files = filesIn(name);
    const hasFiles = ({ fields }: Mapping): boolean =>
      fields.some(({ field }) => field === files?.field || field === 'data');
    if (!files || !what.has(files.kind) || !step.mappings.some(hasFiles)) continue;
    const asWritten = plan.copies?.steps.find(({ entity }) => entity === step.entity) ?? step;
    const deps = { ...plan, ...step, keys, closed: new Set<never>(), onUnknown: () => {} };
    for await (const rows of readRows(step.sources, undefined, signal))
      for (const row of rows) {
        // Addresses of private files never pass the check; those in their place do.
        const { data } = judge(row, deps);
        if (!data) continue;
        const at = timeField === undefined ? undefined : data[timeField];
        for (const reference of fileReferences(name, fieldsOf(row, asWritten)))
          yield { ...reference, kind: files.kind, at: typeof at === 'number' ? at : 0 };
      }
  }
}

const fieldsOf = (
  { file, values }: Parameters<typeof judge>[0],
  { mappings }: Step,
): Readonly<Record<string, unknown>> => (mappings[file] as Mapping)(values).fields;
