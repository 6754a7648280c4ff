import type { Step } from '../../delivery/plan.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { timeFieldOf } from '../../input/rows/forms/time-window.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import { mentionedIn, messageText } from '../../input/rows/markup/mentions.ts';
import type { Row } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';

/** Facts that decide whether a row is chosen; ids in lower case. */
export type RowFacts = {
  readonly row: Row;
  /** The users and groups that the row names; of users and groups it has its own id as well. */
  readonly users: readonly string[];
  readonly groups: readonly string[];
  /** The users that a message mentions. */
  readonly mentioned: readonly string[];
  /** The message that it is, or is attached to. */
  readonly muid?: string;
  /** True if it names everybody whom such a row must name. */
  readonly isWhole: boolean;
  /** Epoch seconds; undefined if the row has none. */
  readonly at: number | undefined;
};

/** The fields that name users and groups, where these are more than the fields of the key; `receiver` may be either. */
const IDS: Readonly<Partial<Record<EntityName, readonly string[]>>> = {
  groups: ['guid', 'owner'],
  messages: ['muid', 'sender', 'receiver', 'receiverType', 'text', 'data'],
};

const NAMED: Readonly<Partial<Record<EntityName, readonly string[]>>> = {
  messages: ['sender', 'receiver'],
};

/** Reads the facts of the rows of a step, in file order; of a row that cannot be read or is left out, undefined. */
export async function* factsOf(
  { entity, sources, mappings }: Step,
  signal: AbortSignal,
): AsyncGenerator<readonly { readonly row: Row; readonly facts: RowFacts | undefined }[]> {
  const time = timeFieldOf(entity);
  const fields = new Set([...(IDS[entity.name] ?? entity.keyFields), time]);
  const named = NAMED[entity.name] ?? entity.keyFields;
  const readers = mappings.map((mapping) => mapping.some(fields));
  for await (const rows of readRows(sources, undefined, signal))
    yield rows.map((row) => {
      const { leftOut } = mappings[row.file] as Mapping;
      if (row.fault || row.leftOut !== undefined || leftOut?.(row.values) !== undefined)
        return { row, facts: undefined };
      const found = readers[row.file]?.(row.values) ?? {};
      const id = (name: string): string[] => {
        const value = found[name];
        return typeof value === 'string' && value !== '' ? [value.toLowerCase()] : [];
      };
      const toGroup = found['receiverType'] === 'group';
      const at = found[time];
      const { muid } = found;
      const facts = {
        isWhole: named.every((name) => id(name).length > 0),
        row,
        at: typeof at === 'number' ? at : undefined,
        users: [
          ...id('sender'),
          ...id('uid'),
          ...id('friendUid'),
          ...id('blockedUid'),
          ...(toGroup ? [] : id('receiver')),
          ...id('owner'),
        ],
        ...(typeof muid === 'string' ? { muid } : {}),
        groups: [...id('guid'), ...(toGroup ? id('receiver') : [])],
        mentioned: mentionedIn(messageText(entity.shape?.(found) ?? {})),
      };
      return { row, facts };
    });
}
