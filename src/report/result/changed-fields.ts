import { entities } from '../../input/entities/entities.ts';
import { type EntityName, entriesOf } from '../../input/entities/entity.ts';
import { isRight } from '../../input/entities/rights.ts';
import { grouped } from '../../terminal/printable.ts';

/** Fields whose empty cells many would take for a word. */
const STAYS: Readonly<Record<string, string>> = {
  deactivatedAt: 'stay deactivated; write never to reactivate',
  isBanned: 'keep their ban or none; write false to lift a ban',
};

/**
 * The texts about cells that are empty and that empty nothing.
 * @param kept number of rows by entity and field, such as `users.statusMessage`
 */
export const keptTexts = (kept: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(kept).map(([name, count]) => {
    const [entity, field] = name.split('.') as [EntityName, string];
    return keptText(entity, field, count);
  });

function keptText(entity: EntityName, field: string, count: number): string {
  const rows = count === 1 ? `1 row has` : `${grouped(count)} rows have`;
  const stays =
    STAYS[field] ??
    (isRight(entity, field) ? `keep the value of the service` : `keep it, because no call can empty it`);
  const who = count === 1 ? `the ${entities[entity].noun}` : `the ${entity}`;
  return `${entity}: ${rows} an empty ${field}: ${who} ${count === 1 ? stays.replace(/^(stay|keep)/, '$1s') : stays}`;
}

/** In how many rows of an entity a sync run changes its fields, by the name of the field. */
export type FieldChanges = {
  /** Rows that get another value; `content` where it is not known which field differs. */
  readonly changed: Readonly<Record<string, number>>;
  /** Rows that had a value and get none. */
  readonly emptied: Readonly<Record<string, number>>;
  /** Rows that had a value and say none, and that keep it: rights, and what the API cannot empty. */
  readonly kept: Readonly<Record<string, number>>;
};

/** The fields that a sync run changes, by entity; those without any change are absent. */
export type ChangedFields = Readonly<Partial<Record<EntityName, FieldChanges>>>;

const WORDS = { changed: 'changed', emptied: 'emptied', kept: 'kept' } as const;

/** As `metadata 40 changed, avatar 12 emptied`. */
export function fieldChangesText(fields: FieldChanges): string {
  return (['changed', 'emptied', 'kept'] as const)
    .flatMap((how) =>
      Object.entries(fields[how])
        .sort(([, a], [, b]) => b - a)
        .map(([field, count]) => `${field} ${grouped(count)} ${WORDS[how]}`),
    )
    .join(', ');
}

/** The same for several entities. */
export const changedFieldsText = (fields: ChangedFields): string =>
  entriesOf(fields as Parameters<typeof entriesOf<FieldChanges>>[0])
    .map(([name, each]) => `${name} ${fieldChangesText(each)}`)
    .join(' · ');

/** One conversation with new or changed messages. */
export type ChangedConversation = {
  readonly conversation: string;
  readonly new: number;
  readonly changed: number;
};
