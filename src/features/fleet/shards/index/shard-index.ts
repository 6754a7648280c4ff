import { z } from 'zod';
import { RunError } from '../../../../errors/run-error.ts';
import type { KeptBytes } from '../../../../files/state/state-store.ts';
import { entityNames } from '../../../../input/entities/entity.ts';
import { State, statePaths } from '../../../../state/state.ts';
import type { Files } from '../../../../system/files.ts';

const count = z.int().nonnegative();
const section = z.object({ from: count, bytes: count, runs: count, rows: count, last: count });

const schema = z.object({
  version: z.literal(1),
  /** Random. */
  id: z.string(),
  /** Lineage of the checkpoint of the run that is divided. */
  lineage: z.string(),
  shards: z.int().min(1),
  /** The part that the ledgers of the shards share with that of the pipeline, so that their entries can be compared. */
  ledger: z.object({
    secret: z.string(),
    digest: z.enum(['sha256', 'siphash']).optional(),
    begun: z.number(),
  }),
  /** Rows whose key an earlier row in another shard has: they go to that shard, which refuses or skips them. */
  moved: count,
  /** The files, in the order of the run. */
  files: z.array(
    z.object({
      entity: z.enum(entityNames),
      /** Its number in its step. */
      file: count,
      /** Bytes and lines before its first row. */
      head: z.object({ bytes: count, lines: count }),
      /** True if each of its records stands for itself, so that a shard can have a copy of its own ones. */
      isDivisible: z.boolean(),
      /** By shard. */
      sections: z.array(section),
    }),
  ),
});

/** A file whose rows are divided. */
export type DividedFile = ShardIndex['files'][number];

/** Which rows each shard of a run has. */
export type ShardIndex = z.infer<typeof schema>;

/** Paths and names of what the shards of a pipeline keep, in the folder `shards` of its state. */
export const shardsFolder = (stateFolder: string): string => statePaths(stateFolder).shards;
/** The name of the index in that state. */
const INDEX_NAME = 'shards/index.json';
/** The name of the runs of a shard. */
export const runsName = (shard: number): string => `${shard}.runs`;

/** The index of a pipeline's shards; undefined if there is none. @throws RunError `STATE.CORRUPT` */
export async function readIndex(stateFolder: string, files: Files): Promise<ShardIndex | undefined> {
  const { shardIndex: path } = statePaths(stateFolder);
  if (!files.existsSync(path)) return undefined;
  const text = await files.readFile(path, 'utf8');
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new RunError('STATE.CORRUPT', `${path} is damaged`, { where: { file: path }, cause });
  }
}

/** Writes the index: from then on, the run is divided. */
export const saveIndex = (stateFolder: string, index: ShardIndex, files: Files): Promise<void> =>
  new State(stateFolder, files).kept.save(INDEX_NAME, JSON.stringify(index));

/** Opens the runs of a shard. @throws RunError `STATE.CORRUPT` */
export function openRuns(stateFolder: string, shard: number, files: Files): KeptBytes {
  const { kept } = new State(stateFolder, files);
  const name = `shards/${runsName(shard)}`;
  const found = kept.read(name);
  if (found) return found;
  const file = kept.pathOf(name);
  throw new RunError('STATE.CORRUPT', `${file} is missing`, { where: { file } });
}
