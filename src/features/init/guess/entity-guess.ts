import type { InspectedColumn } from '../../../input/columns/column.ts';
import { entities } from '../../../input/entities/entities.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import { columnOfHint, columnsByField, timesIn } from '../../../inspection/words/field-names.ts';
import { entityByName } from '../../../inspection/words/file-names.ts';

/** Which entity the rows of a file most likely are. */
export type EntityGuess = {
  readonly entity: EntityName;
  readonly evidence: string;
  /** False if another entity is nearly as likely, or only the forms of the columns suggest it. */
  readonly certain: boolean;
};

/** The evidence of what the user has said. */
export const SPECIFIED = 'as you specified';

/** Says by which evidence something was recognised. */
export const recognisedText = (evidence = ''): string =>
  evidence === SPECIFIED ? evidence : `recognised by ${evidence}`;

/** Fields that identify a row of an entity: NEEDED are those it must have, OWN those typical of this entity. */
const NEEDED: Readonly<Partial<Record<EntityName, readonly string[]>>> = {
  users: ['uid', 'name'],
  groups: ['guid', 'name'],
  members: ['guid', 'uid'],
  messages: ['sender', 'sentAt', 'text', 'receiver'],
};
const OWN: Readonly<Partial<Record<EntityName, readonly string[]>>> = {
  users: ['avatar', 'lastActiveAt', 'statusMessage'],
  groups: ['type', 'owner', 'description', 'password'],
  members: ['scope', 'joinedAt', 'isBanned'],
  messages: ['text', 'receiverType', 'parentMuid', 'attachments'],
};

/** Columns that name somebody else than the person of the row. */
const OF_OTHERS = /by$|owner|creator|from|sender|author|boss|admin/i;
/** A column with a list of those who are in a group. */
const MEMBERS = /^(?:members?|users?|participants?|user_?ids?|member_?ids?)$/i;
const OBJECTION = -5;
/** In fewer rows a value may stand twice. */
const FEW_ROWS = 8;
/** Half of what all needed columns count: names of files are given by hand. */
const BY_FILE_NAME = 1.5;

/** True if the columns are enough where the name of the file says nothing, or something else. */
function isProven(
  entity: EntityName,
  byName: EntityName | undefined,
  needed: number,
  wanted: number,
): boolean {
  if (entity === byName) return true;
  return byName === undefined ? needed >= Math.min(2, wanted) : needed >= Math.min(3, wanted);
}

/** The evidence against an entity whatever the file is called, and for users: an e-mail address is of a person. */
function counterEvidence(
  entity: EntityName,
  fields: ReadonlyMap<string, string>,
  columns: readonly InspectedColumn[],
  isNamed: boolean,
): number {
  const has = (field: string): boolean => fields.has(field);
  const hasEmail = columns.some(
    ({ name, filled, looks }) => filled > 0 && looks.email >= filled * 0.9 && !OF_OTHERS.test(name),
  );
  // Each user and each group is one row, few exceptions apart.
  const key = fields.get(entity === 'users' ? 'uid' : 'guid') ?? fields.get('name');
  const hasKey = columns.every(
    (column) => column.name !== key || column.filled < FEW_ROWS || isNearlyUnique(column),
  );
  // Several groups may have one name, but not most of them.
  const title = columns.find(({ name }) => name === fields.get('name'));
  const hasTitle = !title || title.filled < FEW_ROWS || title.distinct.count >= title.filled / 2;
  switch (entity) {
    case 'members':
      return has('guid') && has('uid') ? 0 : OBJECTION;
    case 'messages':
      return has('text') || has('data') || has('attachments') ? 0 : OBJECTION;
    case 'users':
      if (!hasKey) return OBJECTION;
      if (!has('name') && !hasEmail && !isNamed) return OBJECTION;
      return hasEmail && !has('text') ? 1 : 0;
    case 'groups':
      if (!hasKey || !hasTitle) return OBJECTION;
      if (!has('guid') && !has('name')) return OBJECTION;
      return columns.some(({ name, type }) => type === 'json' && MEMBERS.test(name)) ? 1 : 0;
    default:
      return 0;
  }
}

/** Columns that are texts somebody wrote at a time: they are messages, whatever their file is called. */
function messagesByColumns(columns: readonly InspectedColumn[]): EntityGuess | undefined {
  const filled = columns.filter(({ filled }) => filled > 0);
  const fields = columnsByField(
    'messages',
    filled.map(({ name }) => name),
    timesIn(filled),
  );
  const [text, sentAt] = [fields.get('text'), fields.get('sentAt')];
  const who = fields.get('sender') ?? fields.get('receiver');
  const typeOf = (name: string): string | undefined => filled.find((each) => each.name === name)?.type;
  if (text === undefined || sentAt === undefined || who === undefined) return undefined;
  if (typeOf(sentAt) !== 'time' || ['time', 'url', 'boolean'].includes(typeOf(text) ?? '')) return undefined;
  return { entity: 'messages', evidence: `the columns ${[who, sentAt, text].join(', ')}`, certain: true };
}

/** Guesses the entity from the columns, then the name of the file; undefined if neither suggests one. */
export function guessEntity(path: string, columns: readonly InspectedColumn[]): EntityGuess | undefined {
  return messagesByColumns(columns) ?? byFields(path, columns);
}

function byFields(path: string, columns: readonly InspectedColumn[]): EntityGuess | undefined {
  const names = columns.filter(({ filled }) => filled > 0).map(({ name }) => name);
  const byName = entityByName(path);
  const scored = entityNames.map((entity) => {
    const fields = columnsByField(entity, names, timesIn(columns));
    const exact = [...fields].filter(([field, column]) => field === column && field !== 'name').length;
    const wanted = NEEDED[entity] ?? entities[entity].required;
    const needed = wanted.filter((field) => fields.has(field));
    const own = (OWN[entity] ?? []).filter((field) => fields.has(field));
    const score =
      (entity === byName ? BY_FILE_NAME : 0) +
      (3 * needed.length) / wanted.length +
      own.length * 0.5 +
      exact * 0.5 +
      counterEvidence(entity, fields, columns, entity === byName) +
      (isProven(entity, byName, needed.length, wanted.length) ? 0 : OBJECTION);
    const columnsMet = [...new Set([...needed, ...own])].map((field) => fields.get(field) as string);
    return { entity, score, columnsMet };
  });
  scored.sort((a, b) => b.score - a.score);
  const [best, second] = scored as [(typeof scored)[number], (typeof scored)[number]];
  const form = best.columnsMet.length === 0 || best.score < 1 ? byForm(columns) : undefined;
  if (form) return form;
  if (best.score < 1) return undefined;
  const reasons = [
    ...(best.entity === byName ? ['the file name'] : []),
    ...(best.columnsMet.length > 0 ? [`the columns ${best.columnsMet.slice(0, 4).join(', ')}`] : []),
  ];
  return { entity: best.entity, evidence: reasons.join(' and '), certain: best.score - second.score >= 1 };
}

/** A column of times and a column of long texts suggest messages, whatever their names. */
function byForm(columns: readonly InspectedColumn[]): EntityGuess | undefined {
  const time = columns.find(({ type }) => type === 'time');
  const text = columns.find(({ type, longest }) => type === 'text' && longest > 40);
  if (!time || !text) return undefined;
  return {
    entity: 'messages',
    evidence: `times in ${time.name} and long texts in ${text.name}`,
    certain: false,
  };
}

/** True if no value of a column repeats, as far as it is known. */
export const isUnique = ({ filled, distinct }: InspectedColumn): boolean =>
  filled > 1 && distinct.count >= filled * (1 - 2 * distinct.error);

/** True if few values of a column repeat, as where some rows were exported twice. */
export const isNearlyUnique = ({ filled, distinct }: InspectedColumn): boolean =>
  filled > 1 && distinct.count >= filled * (0.95 - 2 * distinct.error);

/** Times of what happened to a message after it was sent, and of what stands around it. */
const LATER = /edit|update|modif|delet|remov|read|deliver|seen|expire|last|^\^/i;

/** Without a matching name: the only column of times, the only column of unique ids, the column of the longest texts. */
export function fieldsByForm(fields: Map<string, string>, columns: readonly InspectedColumn[]): void {
  const used = new Set(fields.values());
  const left = columns.filter(({ name }) => !used.has(name));
  const times = left.filter(({ type, name }) => type === 'time' && !LATER.test(name));
  const [time] = [...times].sort((a, b) => b.filled - a.filled);
  if (!fields.has('sentAt') && time) fields.set('sentAt', time.name);
  const isClock = ({ filled, looks }: InspectedColumn): boolean => looks.clock === filled;
  const isFull = ({ filled, empty }: InspectedColumn): boolean => filled >= (filled + empty) * 0.98;
  const keys = left.filter(
    (column) => column.type === 'id' && isFull(column) && isNearlyUnique(column) && !isClock(column),
  );
  if (!fields.has('muid') && keys.length === 1) fields.set('muid', keys[0]?.name as string);
  const [longest] = left.filter(({ type }) => type === 'text').sort((a, b) => b.longest - a.longest);
  if (!fields.has('text') && !fields.has('data') && longest && longest.longest > 40)
    fields.set('text', longest.name);
}

/** A table whose rows belong to messages: their files, or something that is not imported from a file of its own. */
type SideTable =
  | { readonly kind: 'attachments'; readonly ref: string; readonly url: string; readonly name?: string }
  | { readonly kind: 'reactions'; readonly ref: string };

/** A column with the places of files: URLs or paths. */
export const hasFiles = ({ type, filled, looks }: InspectedColumn): boolean =>
  filled > 0 && (type === 'url' || looks.path >= filled * 0.8);

/** Tells what a table with a reference to messages and no text is; undefined if it is no such table. */
export function sideTableOf(columns: readonly InspectedColumn[]): SideTable | undefined {
  const filled = columns.filter(({ type }) => type !== 'empty');
  const ref = columnOfHint('messageRef', filled, ({ type }) => type !== 'text');
  if (!ref) return undefined;
  const others = filled.filter((column) => column !== ref);
  if (columnOfHint('emoji', others)) return { kind: 'reactions', ref: ref.name };
  const isText = ({ type, longest }: InspectedColumn): boolean => type === 'text' && longest > 100;
  const url = columnOfHint('fileUrl', others, hasFiles);
  if (!url || others.some((column) => column !== url && isText(column))) return undefined;
  const name =
    columnOfHint('fileName', others) ?? others.find((each) => each !== url && each.name === 'name');
  return { kind: 'attachments', ref: ref.name, url: url.name, ...(name ? { name: name.name } : {}) };
}
