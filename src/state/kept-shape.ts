import { z } from 'zod';
import type { StateStore } from '../files/state/state-store.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { fingerprintsName, SHAPE_NAME } from './kept-names.ts';

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
  const text = shapeText(state);
  const found = text === undefined ? undefined : parsed(text);
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
  const text = shapeText(state);
  return text === undefined || parsed(text)?.success
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

function shapeText(state: StateStore): string | undefined {
  using kept = state.read(SHAPE_NAME);
  if (!kept) return undefined;
  const bytes = Buffer.alloc(kept.bytes);
  return bytes.toString('utf8', 0, kept.read(bytes, 0));
}

function parsed(text: string): ReturnType<typeof document.safeParse> | undefined {
  try {
    return document.safeParse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** True if a sync run has finished before. */
export const hasPublished = (state: StateStore): boolean =>
  entityNames.some((name) => {
    using found = state.read(fingerprintsName(name));
    return found !== undefined;
  });
