import { z } from 'zod';
import { RunError } from '../errors/run-error.ts';
import type { Damage } from '../files/block-sums.ts';
import { type StateStore, textIn } from '../files/state/state-store.ts';
import { damageInSummed, stampIn } from '../files/summed-file.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { jsonIn } from '../input/json/defined.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** Name of what the last sync run has stored of the columns and fields of all sources. */
export const SHAPE_NAME = 'sync/shape.json';
/** Name of the fingerprints that the last sync run has stored of an entity. */
export const fingerprintsName = (entity: EntityName): string => `sync/${entity}.bin`;

/** The shape of one source that a sync run remembers. */
export type SourceShape = {
  /** As in `SourceFields`. */
  readonly source: string;
  /** Valid rows. */
  readonly rows: number;
  /** Its columns, or the members of its objects. */
  readonly columns: readonly string[];
  /** True if the counts of fields are exact; else they are the least that there can be. */
  readonly isExact: boolean;
  /** For each field, and each member of one with JSON, in how many rows it had a value; 0 for a column without any. */
  readonly fields: ReadonlyMap<string, number>;
  /**
   * The fields, and members, that rows of each file have had, for files with the same ones together: of several files of a
   * source those with objects. Absent if there are none.
   */
  readonly ofFiles?: readonly FieldsOfFiles[];
};

/** The names of files, and what rows of each of them have had. */
export type FieldsOfFiles = { readonly files: readonly string[]; readonly fields: readonly string[] };

/** The shape that a sync run remembers of all sources of the entities that it had. */
export type Shape = ReadonlyMap<EntityName, readonly SourceShape[]>;

const count = z.int().nonnegative();
const document = z.strictObject({
  version: z.literal(1),
  entities: z.array(
    z.strictObject({
      entity: z.enum(entityNames),
      sources: z.array(
        z.strictObject({
          source: z.string(),
          rows: count,
          isExact: z.boolean(),
          columns: z.array(z.string()),
          // Pairs, because a member of an object may have any name.
          fields: z.array(z.tuple([z.string(), count])),
          ofFiles: z
            .array(z.strictObject({ files: z.array(z.string()), fields: z.array(z.string()) }))
            .exactOptional(),
        }),
      ),
    }),
  ),
});

/** The shape that the last finished sync run has remembered; undefined if there is nothing, or if it is damaged. */
export function readShape(state: StateStore): Shape | undefined {
  const text = textIn(state, SHAPE_NAME);
  const found = text === undefined ? undefined : document.safeParse(jsonIn(text));
  if (!found?.success) return undefined;
  return new Map(
    found.data.entities.map(({ entity, sources }) => [
      entity,
      sources.map((each) => ({ ...each, fields: new Map(each.fields) })),
    ]),
  );
}

/** The problem with what is kept, completing "it …"; undefined if nothing is kept, or if it is sound. */
export function shapeDamage(state: StateStore): string | undefined {
  const text = textIn(state, SHAPE_NAME);
  return text === undefined || document.safeParse(jsonIn(text)).success
    ? undefined
    : 'is damaged: no list of columns and fields';
}

/** @throws the error of the store */
export async function saveShape(state: StateStore, shape: Shape): Promise<void> {
  const entities = Array.from(shape, ([entity, sources]) => ({
    entity,
    sources: sources.map((each) => ({ ...each, fields: [...each.fields] })),
  }));
  await state.save(SHAPE_NAME, `${JSON.stringify({ version: 1, entities })}\n`);
}

/** True if a sync run has finished before. */
export const hasPublished = (state: StateStore): boolean =>
  entityNames.some((name) => {
    using found = state.read(fingerprintsName(name));
    return found !== undefined;
  });

/**
 * True if the fingerprints of an entity are those that the ledger has last published. Those of an earlier time are not used:
 * then every row is compared.
 * @throws RunError `STATE.CORRUPT`; `STATE.LEDGER_LOST` if the ledger is of an earlier time
 */
export function areCurrent(kept: StateStore, entity: EntityName, ledger: Ledger): boolean {
  const name = fingerprintsName(entity);
  const age = ledger.ageOf(entity, stampIn(kept, name));
  if (age === 'newer') throw olderLedger(kept.pathOf(name));
  const damage = damageInSummed(kept, name, ledger.isPublishedWithSums(entity));
  if (damage) throw corrupt(kept.pathOf(name), damage);
  return age === 'current';
}

/** The error of a ledger that is older than fingerprints beside it. */
const olderLedger = (file: string): RunError =>
  new RunError(
    'STATE.LEDGER_LOST',
    `the ledger is older than ${file}: a part of the state was restored to an earlier time`,
    { where: { file } },
  );

/** The error for damage in a kept file. */
export const corrupt = (file: string, { byte, what }: Damage): RunError =>
  new RunError('STATE.CORRUPT', `${file} ${what}`, { where: { file, byte } });
