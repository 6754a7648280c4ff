import { createHash } from 'node:crypto';
import type { Step } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import type { Data, EntityName } from '../../input/entities/entity.ts';
import type { Policies } from '../../input/entities/policies.ts';
import { changedMapping } from '../../input/rows/changed-mapping.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Row } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';

/** Rows of an entity that are held in memory, some 150 bytes each. */
const ROWS_MAX = 1_000_000;

/** Content that is gathered of the rows of one message, and the field of the message that it becomes. */
type Kept<T> = {
  readonly field: string;
  /** Adds a row to what there is of its message. */
  add(before: T | undefined, row: Data): T;
  /** The value of the field. */
  value(gathered: T): unknown;
};

/** Users who gave each reaction, in the order of the file: a list of each with its count and its users. */
const reactions: Kept<Map<string, Set<string>>> = {
  field: 'reactions',
  add(before = new Map(), { reaction, uid }) {
    const name = reaction as string;
    return before.set(name, (before.get(name) ?? new Set()).add(uid as string));
  },
  value: (of) => Array.from(of, ([reaction, uids]) => ({ reaction, count: uids.size, uids: [...uids] })),
};

/** By whom a message was pinned, and when; of several rows the first counts. */
const pins: Kept<Data> = {
  field: 'pinned',
  add: (before, { uid: by, pinnedAt: at }) =>
    before ?? { ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) },
  value: (pinned) => pinned,
};

const KEPT = { reactions, pins } as const satisfies Partial<Record<EntityName & keyof Policies, unknown>>;

/** The entities whose rows the metadata of their messages keeps, as the policies say. */
export const keptNames = (policies: Policies): readonly (keyof typeof KEPT)[] =>
  (Object.keys(KEPT) as (keyof typeof KEPT)[]).filter((name) => policies[name] === 'metadata');

/**
 * Steps whose messages have what is attached to them, to be kept in metadata: reactions in the field `reactions`, pins in
 * `pinned`. Reads all these rows, unless there is no step of messages.
 * @param from the steps of these rows; others are not read
 * @throws RunError `LOOKUP.TOO_LARGE` if there are too many to be held in memory; `SOURCE.*`
 */
export async function withKept(
  steps: readonly Step[],
  from: readonly Step[],
  policies: Policies,
  signal: AbortSignal,
): Promise<readonly Step[]> {
  if (!steps.some(({ entity }) => entity.name === 'messages')) return steps;
  let found = steps;
  for (const name of keptNames(policies)) {
    const step = from.find(({ entity }) => entity.name === name);
    if (step) found = await withRows(found, step, KEPT[name] as Kept<unknown>, signal);
  }
  return found;
}

async function withRows<T>(
  steps: readonly Step[],
  from: Step,
  kept: Kept<T>,
  signal: AbortSignal,
): Promise<readonly Step[]> {
  const { name } = from.entity;
  const rowsOf = new Map<string, T>();
  const digest = createHash('sha256');
  let count = 0;
  for await (const rows of readRows(from.sources, undefined, signal))
    for (const row of rows) {
      const data = validRow(row, from);
      if (!data) continue;
      if (++count > ROWS_MAX)
        throw new RunError('LOOKUP.TOO_LARGE', `sources.${name} has more than ${ROWS_MAX} rows`, {
          hint: `so many ${name} do not fit into memory: use policies: { ${name}: write } or drop`,
        });
      const muid = data['muid'] as string;
      digest.update(JSON.stringify(data));
      rowsOf.set(muid, kept.add(rowsOf.get(muid), data));
    }
  const content = digest.digest('hex');
  const fieldOf = (muid: unknown): Data => {
    const of = rowsOf.get(muid as string);
    return of === undefined ? {} : { [kept.field]: kept.value(of) };
  };
  const withField = (mapping: Mapping): Mapping =>
    changedMapping(
      mapping,
      (found) => ({ ...found, fields: { ...found.fields, ...fieldOf(found.fields['muid']) } }),
      // Other rows give the same record another meaning.
      { meaning: [mapping.meaning, content] },
    );
  return steps.map((step) =>
    step.entity.name === 'messages' ? { ...step, mappings: step.mappings.map(withField) } : step,
  );
}

/** The data of a row that is valid by itself. */
function validRow({ fault, leftOut, values, file }: Row, { entity, mappings }: Step): Data | undefined {
  const mapping = mappings[file] as Mapping;
  if (fault || leftOut !== undefined || mapping.leftOut?.(values) !== undefined) return undefined;
  const { fields, problems } = mapping(values);
  return problems.length > 0 ? undefined : entity.schema().safeParse(fields).data;
}
