import type { DatabaseSync } from 'node:sqlite';
import { assertNever } from '../../../errors/assert-never.ts';
import { PreparedStatements } from '../../../files/scratch-file.ts';
import { fieldBits, fieldNames } from '../../../input/entities/content-hash.ts';
import { entities } from '../../../input/entities/entities.ts';
import {
  type Data,
  type Entity,
  type EntityName,
  isReferredTo,
  type ReferredName,
} from '../../../input/entities/entity.ts';
import { isInactiveUser } from '../../../input/entities/rights.ts';
import { type JudgeDeps, type Judged, judge } from '../../../input/rows/judge.ts';
import type { Mapping } from '../../../input/rows/mapping.ts';
import { mentionedIn, messageText } from '../../../input/rows/markup/mentions.ts';
import type { Row } from '../../../input/rows/row.ts';
import { readRows } from '../../../input/sources/read-rows.ts';
import type { Source } from '../../../input/sources/source.ts';
import {
  FILE_UNKNOWN,
  type KeyIndex,
  contentOf as keptContent,
  type Stamp,
} from '../../../keys/key-index.ts';
import { ledgerKeyOf } from '../../../ledger/ledger-key.ts';
import type { ExpectedRows } from './expected-rows.ts';
import { type FormRules, formFingerprint, sourceForm } from './row-form.ts';
import { positionOf } from './sample.ts';
import { memberText, unsaidIn } from './sent-members.ts';
import type { ThreadRoots } from './thread-roots.ts';

/** One entity of the sources. */
export type SourceStep = Omit<JudgeDeps, 'keys'> & {
  readonly sources: readonly Source[];
  readonly comparison: FormRules;
};

/** Numbers of rows that are not expected in the service, by reason. */
type ExcludedCounts = Record<Exclusion, number>;

/** Counts over the sources of one entity. */
export type SourceCounts = {
  readonly excluded: ExcludedCounts;
  /** Values of expected rows that the API cannot carry, by field. */
  readonly notCarried: ReadonlyMap<string, number>;
};

/** State that is shared while the rows of all entities are read. */
export type ExpectDeps = {
  /** The keys of users and groups read so far. */
  readonly keys: Readonly<Record<ReferredName, KeyIndex>>;
  /** Receives the places of rows that are not expected. */
  readonly excluded: ExcludedRows;
  /** True if the conversation of each message is stored. */
  readonly withParts: boolean;
  /** Receives which messages replies answer. */
  readonly threads: ThreadRoots;
  readonly signal: AbortSignal;
};

/**
 * Reads the sources of one entity and stores the rows that the service must have. Rows are checked as in a run; rows
 * that a run would not write are not expected.
 */
export async function expectRows(
  step: SourceStep,
  rows: ExpectedRows,
  { keys, excluded: places, withParts, threads, signal }: ExpectDeps,
): Promise<ExcludedCounts> {
  const excluded: ExcludedCounts = { rejected: 0, blocked: 0, skipped: 0, expired: 0 };
  const deps: JudgeDeps = { ...step, keys };
  const { name } = step.entity;
  for await (const chunk of readRows(step.sources, undefined, signal))
    for (const row of chunk) {
      const judged = judge(row, deps);
      if (isReferredTo(name)) claim(judged, row, step.entity, keys[name]);
      if (judged.data) {
        expectReply(judged.data, step.comparison, threads);
        if (mentionedIn(messageText(judged.data)).length > 0)
          await step.comparison.mentions?.prepare(judged.data);
        const lost = fieldBits(step.entity, judged.notCarried ?? []);
        rows.add({ ...placed(row), ...judgedRow(judged.key, judged.data, row, step, withParts), lost });
        continue;
      }
      const { outcome, deletes } = judged;
      const { status } = outcome;
      // In a migration such a row is just left out.
      if (deletes !== undefined && step.comparison.sync)
        rows.add({ ...placed(row), ...leftOut(deletes, step), deleted: true });
      if (status === 'rejected' || status === 'blocked' || status === 'skipped') {
        excluded[status]++;
        places.add(name, row, status);
      }
      // The service may have this key anyway; it must not count as a row that only the service has.
      if (judged.key !== undefined) rows.add({ ...placed(row), ...leftOut(judged.key, step) });
    }
  const lastFile = step.comparison.sync;
  const repeated = rows.settle(lastFile);
  if (!lastFile) {
    excluded.skipped += repeated.same;
    excluded.rejected += repeated.other;
  }
  return excluded;
}

/** Values of expected rows that the API cannot carry, by field; once for each key, as a run sends it once. */
export function notCarried(entity: Entity, rows: ExpectedRows): SourceCounts['notCarried'] {
  const counts = new Map<string, number>();
  for (const { bits, count } of rows.lost())
    for (const [index, field] of fieldNames(entity).entries())
      if (bits & (1 << index)) counts.set(field, (counts.get(field) ?? 0) + count);
  return counts;
}

/** Takes note of a reply that is written as one. */
function expectReply({ muid, parentMuid }: Data, { isLive, sync }: FormRules, threads: ThreadRoots): void {
  if (typeof parentMuid === 'string' && isLive?.(parentMuid)) threads.expect(String(muid), parentMuid, sync);
}

/** A row that is not expected, under its key as the service writes it. */
const leftOut = (key: string, { entity }: SourceStep) => ({
  key: ledgerKeyOf(entity, key),
  content: null,
  at: 0,
  times: [],
  unit: 0,
  part: null,
});

const placed = ({ file, line, byte }: Row) => ({ file, line, byte });

/** Records a user or group, so that rows that refer to it are checked as in a run. */
function claim(judged: Judged, { line, file }: Row, entity: Entity, index: KeyIndex): void {
  const key = judged.data ? judged.key : judged.claim?.key;
  if (key === undefined) return;
  const landed = judged.data && isInactiveUser(entity, judged.data) ? 'inactive' : 'landed';
  const state = judged.data ? landed : (judged.claim?.state ?? 'invalid');
  index.add(key, state, { content: keptContent(0), line, file });
}

function judgedRow(
  key: string,
  data: Data,
  row: Row,
  { comparison, mappings }: SourceStep,
  withParts: boolean,
) {
  const { entity, carries } = comparison;
  const owned = (mappings[row.file] as Mapping).owned(row.values);
  const unsaid = unsaidIn(entity, data, owned);
  const form = sourceForm(data, comparison, unsaid);
  const part = partOf(entity, data);
  const { timeField: time = '' } = entities[entity];
  return {
    key,
    content: formFingerprint(form),
    members: memberText(entity, data, unsaid, owned),
    at: entity === 'messages' && !carries.has(time) ? 0 : Number(data[time] ?? 0),
    times: form.times,
    unit: positionOf(part ?? key),
    part: withParts || entity !== 'messages' ? part : null,
    banned: data['isBanned'] === true,
  };
}

function partOf(entity: FormRules['entity'], data: Data): string | null {
  const { goesWith } = entities[entity];
  switch (goesWith) {
    case 'nothing':
      return null;
    case 'membership':
      return data['guid'] as string;
    case 'conversation':
      return conversationName(data) ?? null;
    case 'users':
      return data['uid'] as string;
    case 'message':
      return data['muid'] as string;
    case 'side':
      return entities[entity].key(data);
    default:
      return assertNever(goesWith);
  }
}

/** SQL condition: members who joined before their group was created, which the service refuses. */
export const JOINED_TOO_EARLY =
  'at > 0 AND at <= (SELECT g.at FROM expected_groups AS g WHERE g.key = expected_members.part AND g.content IS NOT NULL)';

/** SQL condition: rows attached to a message that the service need not have; they are never sent. */
export const WITHOUT_MESSAGE =
  'part NOT IN (SELECT m.key FROM expected_messages AS m WHERE m.content IS NOT NULL)';

/**
 * The id of a message's conversation; undefined if the message has no sender or receiver. Made from these two, because
 * services write the ids of conversations in more than one form.
 */
export function conversationName(message: Data): string | undefined {
  const { sender, receiver, receiverType } = message;
  if (typeof sender !== 'string' || typeof receiver !== 'string') return undefined;
  if (receiverType === 'group') return `group_${receiver}`;
  const [first, second] = sender < receiver ? [sender, receiver] : [receiver, sender];
  return `user_${first}_user_${second}`;
}

/** The other form of such an id that services use. */
export const shortConversationName = (name: string): string =>
  name.startsWith('user_') ? name.slice('user_'.length) : name;

/** Why a row is not expected in the service; `expired`: it has landed, and is gone by its age. */
type Exclusion = 'rejected' | 'blocked' | 'skipped' | 'expired';

/** Place of a row in the sources; files from `FILE_UNKNOWN` on have the same number. */
type Place = Pick<Stamp, 'file' | 'line'>;

/** The rows in the sources that the pipeline's rules leave out, by place. */
export class ExcludedRows {
  readonly #statements: PreparedStatements;

  constructor(db: DatabaseSync) {
    db.exec(
      'CREATE TABLE excluded (entity TEXT, file INTEGER, line INTEGER, why TEXT, PRIMARY KEY (entity, file, line)) WITHOUT ROWID',
    );
    this.#statements = new PreparedStatements(db);
  }

  add(entity: EntityName, { file, line }: Place, why: Exclusion): void {
    const sql = 'INSERT OR IGNORE INTO excluded VALUES (?, ?, ?, ?)';
    this.#statements.run(sql, entity, Math.min(file, FILE_UNKNOWN), line, why);
  }

  isEmpty(entity: EntityName): boolean {
    return this.#statements.first('SELECT 1 FROM excluded WHERE entity = ? LIMIT 1', entity) === undefined;
  }

  has(entity: EntityName, { file, line }: Place): boolean {
    const sql = 'SELECT 1 FROM excluded WHERE entity = ? AND file = ? AND line = ?';
    return this.#statements.first(sql, entity, Math.min(file, FILE_UNKNOWN), line) !== undefined;
  }

  /** Takes out a row that has landed all the same; returns why it was left out, undefined if it was not. */
  remove(entity: EntityName, { file, line }: Place): Exclusion | undefined {
    const sql = 'DELETE FROM excluded WHERE entity = ? AND file = ? AND line = ? RETURNING why';
    const place = [entity, Math.min(file, FILE_UNKNOWN), line];
    return this.#statements.first<{ why: Exclusion }>(sql, ...place)?.why;
  }
}
