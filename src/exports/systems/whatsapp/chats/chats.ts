import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { didYouMean } from '../../../../errors/nearest.ts';
import { RunError } from '../../../../errors/run-error.ts';
import { isZone } from '../../../../input/rows/time.ts';
import type { ExportInput, PeopleSink } from '../../../export-reader.ts';
import { unknownZone } from '../../../files/declared.ts';
import { type ExportFile, type ExportFiles, MEDIA } from '../../../files/export-files.ts';
import { type DayOrder, dayOf, dayOrders, ordersOf } from '../lines/dates.ts';
import { type Dialect, type Header, headerOf } from '../lines/header.ts';
import { chatNameIn, idOfName, isSameName, saidIn, shownName } from '../lines/said.ts';
import { isDeleted } from '../phrases/deleted.ts';
import { OWN_MARK } from '../phrases/marks.ts';
import { mediaIn } from '../phrases/media.ts';
import { kindOfSystem } from '../phrases/system.ts';
import { type Survey, type Surveyed, surveyOf } from './survey.ts';

/** A chat of an export. */
export type Chat = ChatFile & {
  readonly order: DayOrder;
  readonly surveyed: Surveyed;
  readonly conversation: Conversation;
};

/** The chats of an export, and the zone of their times. */
export type Chats = { readonly all: readonly Chat[]; readonly zone: string };

/**
 * Finds the chats of an export.
 * @throws RunError `EXPORT.ZONE_MISSING`, `EXPORT.DAY_ORDER_UNCLEAR`, `EXPORT.SHAPE_INVALID`, `SOURCE.*`
 */
export async function chatsOf(input: ExportInput, sink: PeopleSink): Promise<Chats> {
  const declared = declaredOrder(input.shape);
  const found: Begun[] = [];
  for (const chat of await chatFiles(input.files)) {
    const survey = await surveyOf(chat.file, chat.dialect, input);
    if (survey.first) found.push({ chat, survey });
  }
  const unclear = found.filter(({ survey }) => survey.order(declared) === undefined);
  const zone = zoneOf(input.zone, found, unclear);
  if (unclear[0]) throw unclearOrder(unclear[0], unclear.length, declared);
  const chats = found.map(({ chat, survey }): Chat => {
    const { order, isAgainst } = survey.order(declared) as NonNullable<ReturnType<Survey['order']>>;
    if (isAgainst)
      sink.note(
        `${chat.file.name}: its dates are certainly ${order}, so the declared order is not used for it`,
      );
    const surveyed = survey.of(order);
    return { ...chat, order, surveyed, conversation: conversationOf(chat.file, surveyed) };
  });
  return { all: withoutSent(chats), zone };
}

type Begun = { readonly chat: ChatFile; readonly survey: Survey };

/** A chat that somebody has sent as a file in another chat is none of this export. */
function withoutSent(chats: readonly Chat[]): readonly Chat[] {
  const pathOf = ({ root, name }: Chat['file'], path = name): string => `${root}/${path}`;
  const sent = new Set(
    chats.flatMap(({ file, surveyed: { texts } }) =>
      [...texts].map((name) => pathOf(file, beside(file.name, name))).filter((path) => path !== pathOf(file)),
    ),
  );
  const own = chats.filter(({ file }) => !sent.has(pathOf(file)));
  return own.length > 0 ? own : chats;
}

/** The path of a file that stands beside another one. */
export const beside = (path: string, name: string): string =>
  `${path.slice(0, path.lastIndexOf('/') + 1)}${name}`;

/** @throws RunError `EXPORT.ZONE_MISSING`, `EXPORT.SHAPE_INVALID` */
function zoneOf(zone: string | undefined, [first]: readonly Begun[], unclear: readonly Begun[]): string {
  if (zone !== undefined) {
    if (isZone(zone) || /^utc[-+]\d/i.test(zone)) return zone;
    throw unknownZone(zone);
  }
  const written = first?.survey.first?.written ?? '';
  const also = unclear.length > 0 ? ', and the order of day and month is unclear too' : '';
  const dates = unclear.length > 0 ? ', shape: { dates: dmy }' : '';
  const answer = unclear.length > 0 ? ' --answer dates=dmy' : '';
  throw new RunError(
    'EXPORT.ZONE_MISSING',
    `the times of chats have no zone, such as ${written} in ${first?.chat.file.name ?? 'them'}${also}`,
    {
      hint: `declare the zone of the phone that made the export:  sources: { export: { …, zone: Europe/Berlin${dates} } }  or  chatferry init … --zone Europe/Berlin${answer}`,
      missingFlags: ['--zone', ...(answer === '' ? [] : ['--answer'])],
    },
  );
}

function unclearOrder({ chat, survey }: Begun, count: number, declared: DayOrder | undefined): RunError {
  const header = survey.first as Header;
  const readings = ordersOf(header.dialect).flatMap((order) => {
    const day = dayOf(header, order);
    return day === undefined || order === 'ymd' ? [] : [`${dayName(day)} (${order})`];
  });
  const others = count > 1 ? `, and so in ${count - 1} more` : '';
  const against = declared === undefined ? '' : `; it does not match the declared order ${declared}`;
  return new RunError(
    'EXPORT.DAY_ORDER_UNCLEAR',
    `${chat.file.name}, line ${survey.place?.line ?? 1}: ${header.written} is ${readings.join(' or ')}, and no line shows which${others}${against}`,
    {
      hint: 'declare the format of the phone:  sources: { export: { …, shape: { dates: dmy } } }  or mdy;  chatferry init … --answer dates=dmy',
      where: { file: chat.file.shown ?? chat.file.path, line: survey.place?.line ?? 1 },
      missingFlags: ['--answer'],
    },
  );
}

const dayName = (day: number): string =>
  new Date(day).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

const shapeSchema = z.strictObject({ dates: z.enum(dayOrders).optional() });

/**
 * The order of dates that a pipeline declares; undefined if it declares none.
 * @throws RunError `EXPORT.SHAPE_INVALID`
 */
function declaredOrder(shape: ExportInput['shape']): DayOrder | undefined {
  if (shape === undefined) return undefined;
  const unknown = Object.keys(shape).find((key) => key !== 'dates');
  if (unknown !== undefined) throw invalid(`there is no key ${unknown}${didYouMean(unknown, ['dates'])}`);
  const result = shapeSchema.safeParse(shape);
  if (result.success) return result.data.dates;
  const { dates } = shape;
  throw invalid(
    `dates is one of ${dayOrders.join(', ')}, not ${JSON.stringify(dates)}${didYouMean(String(dates), dayOrders)}`,
  );
}

const invalid = (reason: string): RunError =>
  new RunError('EXPORT.SHAPE_INVALID', `sources.export.shape: ${reason}`, {
    hint: 'write  shape: { dates: dmy }  for 31/12/2025,  mdy  for 12/31/2025,  ymd  for 25/12/31',
  });

/** Which conversation a chat is of. */
type Conversation =
  | { readonly type: 'direct'; readonly id: string; readonly people: readonly [string, string] }
  | { readonly type: 'private'; readonly id: string; readonly name: string };

/**
 * The conversation of a chat, by its names: the format has no ids. Where exactly two people write and nothing speaks for a
 * group, it is theirs, whoever of them made the export.
 */
function conversationOf(file: ExportFile, { authors, isGroup, subject }: Surveyed): Conversation {
  const named = namedBy(file);
  const [first, second, third] = authors.keys();
  if (first !== undefined && second !== undefined && third === undefined) {
    const names = named === undefined ? [] : [named, named.replace(COPY, '')];
    const isNamedByOne = names.some((name) => [first, second].some((id) => isSameName(id, idOfName(name))));
    // A group may have the name of one of its two people.
    const isOfGroup = isGroup && subject !== undefined;
    const isTheirs =
      named === undefined ? !isGroup && !isOther(subject, [first, second]) : isNamedByOne && !isOfGroup;
    // No name has a line end.
    const [one, other] = first < second ? [first, second] : [second, first];
    if (isTheirs) return { type: 'direct', id: `${one}\n${other}`, people: [one, other] };
  }
  const name = named ?? (subject === undefined ? undefined : shownName(subject));
  if (name !== undefined) return { type: 'private', id: name, name };
  // Two files of one name in two folders need not be one chat, and nobody may read what was written in another one.
  const path = pathOf(file);
  return { type: 'private', id: path, name: basename(path) };
}

/** Ending that a second file of one name gets. */
const COPY = /(?: ?\(\d{1,2}\)| \d{1,2}| copy)$/i;

/** True if the chat has a name that is that of neither. */
const isOther = (subject: string | undefined, people: readonly string[]): boolean =>
  subject !== undefined && !people.some((id) => isSameName(id, idOfName(subject)));

/** The name that the app has given to the file, its archive or its folder. */
const namedBy = (file: ExportFile): string | undefined =>
  chatNameIn(stemOf(file.name)) ??
  chatNameIn(basename(dirname(file.name))) ??
  chatNameIn(stemOf(containerOf(file)));

/** The archive or the folder that a file is in. */
const containerOf = ({ path, archive, shown }: ExportFile): string =>
  archive ?? (shown === undefined ? dirname(path) : (shown.split('!/')[0] as string));

/** The path of a file in the export, which is in place of a name. An iPhone calls all of its files the same. */
function pathOf(file: ExportFile): string {
  const [folder, stem] = [dirname(file.name), stemOf(file.name)];
  const parts = [...(folder === '.' ? [] : [folder]), ...(stem === '_chat' ? [] : [stem])];
  return shownName(parts.join('/')) || stemOf(containerOf(file)) || stem;
}

const stemOf = (path: string): string =>
  shownName(basename(path).replace(/\.(?:txt|text|log|zip|tar|tgz)$|\.tar\.\w+$|\.txt\.\w+$/i, ''));

/** A file that is a chat. */
type ChatFile = {
  readonly file: ExportFile;
  readonly dialect: Dialect;
  /** Set if it says nothing that only a chat says, and is written as other files may be. */
  readonly isCommon?: true;
};

/** Of the lines of a head that begin a message, at least one of so many has an author or is known. */
const SAID_SHARE = 3;

/**
 * The files that are chats, by what stands in them. Those that could as well be something else are among them if there are no
 * others, or if they are written as one of the others.
 */
export async function chatFiles(files: ExportFiles): Promise<readonly ChatFile[]> {
  const found: ChatFile[] = [];
  for (const file of files.all) {
    if (MEDIA.test(file.name)) continue;
    const chat = looksLike(await files.head(file));
    if (chat) found.push({ file, ...chat });
  }
  const sure = new Set(found.filter(({ isCommon }) => !isCommon).map(({ dialect }) => dialect.key));
  return sure.size === 0 ? found : found.filter(({ dialect }) => sure.has(dialect.key));
}

/** Finds how the messages of a chat begin, by the beginning of its file; undefined if it is none. */
function looksLike(head: string): Omit<ChatFile, 'file'> | undefined {
  const lines = head.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const headers = lines.flatMap((line) => {
    const header = headerOf(line);
    return header && isDated(header) ? [header] : [];
  });
  const dialects = [...Map.groupBy(headers, ({ dialect }) => dialect.key).values()];
  const [most] = dialects.sort((a, b) => b.length - a.length);
  const [first] = most ?? [];
  if (!most || !first) return undefined;
  const { dialect } = first;
  const said = most.filter(
    (header) => saidIn(header).name !== undefined || kindOfSystem(header.rest) !== undefined,
  );
  if (said.length === 0 || said.length * SAID_SHARE < most.length) return undefined;
  const begins = headerOf(lines[0] as string)?.dialect.key === dialect.key;
  if (!begins && most.length < 2) return undefined;
  // A line or two in the middle of something else make no chat, unless they say what only a chat says.
  const isSure = most.some(isKnown) || (begins && most.length > 1 && isOwnForm(dialect));
  return isSure ? { dialect } : { dialect, isCommon: true };
}

const isDated = (header: Header): boolean =>
  ordersOf(header.dialect).some((order) => dayOf(header, order) !== undefined);

/** Kinds of lines that no log has, as it says who joined and left. */
const SURE = new Set(['encryption', 'security', 'created', 'subject', 'description', 'disappearing']);

/** True if a line says what only a chat of this app says. */
function isKnown(header: Header): boolean {
  const { rest } = header;
  const said = saidIn(header);
  if (said.name === undefined) return SURE.has(kindOfSystem(rest) ?? '');
  return rest.includes(OWN_MARK) || isDeleted(said.text) || mediaIn(said.text) !== undefined;
}

/** Logs have seconds and the year first; a comma behind the date, and no seconds behind a dash, is how chats are written. */
const isOwnForm = ({ form, hasComma, isExact, hasHalves }: Dialect): boolean =>
  form === 'dash' ? !isExact && (hasComma || hasHalves) : hasComma || hasHalves;
