import { createHash } from 'node:crypto';
import type { Step } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import type { Data } from '../../input/entities/entity.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Row, Values } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';

/** Reactions that are held in memory, some 150 bytes each. */
const ROWS_MAX = 1_000_000;

/** The reactions to one message: who gave each of them, in the order of the file. */
type ReactionsOf = Map<string, Set<string>>;

/**
 * Steps whose messages have their reactions, to be kept in metadata: the field `reactions`, a list of each with its count
 * and its users. Reads all reactions.
 * @param from the step of the reactions
 * @throws RunError `LOOKUP.TOO_LARGE` if there are too many to be held in memory; `SOURCE.*`
 */
export async function withReactions(steps: readonly Step[], from: Step): Promise<readonly Step[]> {
  const reactions = new Map<string, ReactionsOf>();
  const digest = createHash('sha256');
  let count = 0;
  for await (const rows of readRows(from.sources, undefined, new AbortController().signal))
    for (const row of rows) {
      const data = validRow(row, from);
      if (!data) continue;
      if (++count > ROWS_MAX)
        throw new RunError('LOOKUP.TOO_LARGE', `sources.reactions has more than ${ROWS_MAX} rows`, {
          hint: 'so many reactions do not fit into memory: use policies: { reactions: write } or drop',
        });
      const { muid, reaction, uid } = data as { muid: string; reaction: string; uid: string };
      digest.update(JSON.stringify([muid, reaction, uid]));
      const of = reactions.get(muid) ?? new Map<string, Set<string>>();
      reactions.set(muid, of.set(reaction, (of.get(reaction) ?? new Set()).add(uid)));
    }
  const content = digest.digest('hex');
  return steps.map((step) =>
    step.entity.name === 'messages'
      ? { ...step, mappings: step.mappings.map((mapping) => mappingWith(mapping, reactions, content)) }
      : step,
  );
}

/** The data of a row that is valid by itself. */
function validRow({ fault, leftOut, values, file }: Row, { entity, mappings }: Step): Data | undefined {
  const mapping = mappings[file] as Mapping;
  if (fault || leftOut !== undefined || mapping.leftOut?.(values) !== undefined) return undefined;
  const { fields, problems } = mapping(values);
  return problems.length > 0 ? undefined : entity.schema.safeParse(fields).data;
}

function mappingWith(
  mapping: Mapping,
  reactions: ReadonlyMap<string, ReactionsOf>,
  content: string,
): Mapping {
  const mapped = (values: Values): ReturnType<Mapping> => {
    const found = mapping(values);
    const of = reactions.get(found.fields['muid'] as string);
    if (!of) return found;
    const kept = Array.from(of, ([reaction, uids]) => ({ reaction, count: uids.size, uids: [...uids] }));
    return { ...found, fields: { ...found.fields, reactions: kept } };
  };
  const { columns, cell, cellOf, column, fields, some, parts, patterns, whereUnseen, leftOut } = mapping;
  return Object.assign(mapped, {
    ...{ columns, cell, cellOf, column, fields, some, parts, patterns, whereUnseen, leftOut },
    // Other reactions give the same record another meaning.
    meaning: [mapping.meaning, content],
    isPlain: false,
  });
}
