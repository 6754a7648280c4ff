import { RunError } from '../../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';

/** A part of a sharded run that one process does; the same part is done again after a kill, and goes on. */
export type Stage =
  /** Copies the files of all rows. */
  | { readonly kind: 'files' }
  /** Writes an entity that comes before messages, on the state of the pipeline. */
  | { readonly kind: 'entity'; readonly entity: EntityName }
  /** Divides the rows of messages, and of what hangs on them, among the shards. */
  | { readonly kind: 'index' }
  /** Writes the rows of one shard, from 0, on a state of its own; all shards can run at the same time. */
  | { readonly kind: 'shard'; readonly shard: number }
  /** Joins the states of the shards to that of the pipeline, writes the entities that are left, and the report. */
  | { readonly kind: 'merge' };

/** The entities that are divided: messages, and what needs a message or the conversation of some. */
export const shardedNames = [
  'messages',
  'reactions',
  'pins',
  'receipts',
] as const satisfies readonly EntityName[];
export type ShardedName = (typeof shardedNames)[number];

export const isSharded = (name: EntityName): name is ShardedName =>
  (shardedNames as readonly EntityName[]).includes(name);

/** The entities of a pipeline that are written before its messages, in order. */
export const namesBefore = ({ sources }: Pick<Pipeline, 'sources'>): readonly EntityName[] =>
  entityNames.slice(0, entityNames.indexOf('messages')).filter((name) => sources[name]);

/**
 * The stages of a sharded run, in order. Each needs those before it to be done, except that shards need not wait for each
 * other.
 * @throws RunError `CONFIG.SHARDS` if the pipeline cannot be divided
 */
export function planStages(pipeline: Pipeline): readonly Stage[] {
  const shards = shardsOf(pipeline);
  return [
    ...(pipeline.files ? [{ kind: 'files' } as const] : []),
    ...namesBefore(pipeline).map((entity) => ({ kind: 'entity', entity }) as const),
    { kind: 'index' },
    ...Array.from({ length: shards }, (_, shard) => ({ kind: 'shard', shard }) as const),
    { kind: 'merge' },
  ];
}

/** Name of a stage where people see it. */
export function stageName(stage: Stage): string {
  if (stage.kind === 'entity') return stage.entity;
  return stage.kind === 'shard' ? `shard ${stage.shard + 1}` : stage.kind;
}

/**
 * The number of shards of a pipeline.
 * @throws RunError `CONFIG.SHARDS`
 */
export function shardsOf({ shards, sources, sync, target, file }: Pipeline): number {
  const refused = (message: string, hint: string): RunError =>
    new RunError('CONFIG.SHARDS', message, { hint, where: { file } });
  if (shards === undefined) throw refused('the pipeline has no shards', 'add  shards: 4  to it');
  if (!sources.messages)
    throw refused('the pipeline has no messages to divide among shards', 'remove shards:');
  if (sync)
    throw refused(
      'a sync is not divided among shards: it sends only what has changed',
      'remove shards:, or import the whole history first with a pipeline without sync:',
    );
  if (typeof target !== 'object')
    throw refused(
      'the sandbox of target: sandbox belongs to one process, so shards cannot share it',
      'start one for all of them with  chatferry sandbox  and name its address in  target: { baseUrl: … }',
    );
  return shards;
}
