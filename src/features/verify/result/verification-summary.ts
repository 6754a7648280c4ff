import { entriesOf } from '../../../input/entities/entity.ts';
import { keptTexts } from '../../../report/result/changed-fields.ts';
import {
  amount,
  countList,
  cut,
  duration,
  fromHere,
  grouped,
  printable,
  sizeText,
} from '../../../terminal/printable.ts';
import type { Style } from '../../../terminal/style.ts';
import { fitted } from '../../../terminal/width.ts';
import { fileDifferences } from './files-verification.ts';
import type { VerificationCost } from './verification-cost.ts';
import {
  type DifferenceGroup,
  type FieldDifference,
  type MarkCounts,
  type RecordState,
  unprovenOf,
  type VerificationReport,
} from './verification-report.ts';

/** Options of the printed form of a verification. */
export type VerificationSummaryOptions = {
  readonly style: Style;
  /** The command to type next. */
  readonly next: string;
  /** Width of a line in terminal cells; undefined if lines are not cut. */
  readonly columns: number | undefined;
};

const COLUMNS = [
  ['=', 'same'],
  ['+', 'onlySource'],
  ['-', 'onlyTarget'],
  ['*', 'differs'],
  ['!', 'unread'],
] as const satisfies readonly (readonly [string, keyof MarkCounts])[];
const WIDTH = 11;
const VALUE_CHARS = 60;

const MEANING = {
  '+': 'only in the source',
  '-': 'only in the service',
  '*': 'differ in',
  '!': 'could not be read',
} as const;

/** The printed result: differences by kind, the marks of each entity, what was not compared, what to type next. */
export function verificationSummary(report: VerificationReport, options: VerificationSummaryOptions): string {
  const { style, next, columns } = options;
  const lines = [
    ...report.differences.flatMap((group) => groupLines(group, style)),
    ...fileGroupLines(report, style),
    ...table(report, style),
    ...fileLines(report),
    '',
    ...noteLines(report, style),
    ...lastLines(report, style),
    `  next      ${style.bold(next)}`,
    '',
  ];
  return lines
    .map((line) => (columns === undefined || isWhole(line) ? line : fitted(line, columns)))
    .join('\n');
}

/** The verdict and the next command are never cut. */
const isWhole = (line: string): boolean =>
  line.startsWith('  next') || /^\S+ verified \S.* against /.test(line);

function groupLines({ entity, mark, fields, count, samples }: DifferenceGroup, style: Style): string[] {
  const what = `${entity}  ${MEANING[mark]}${mark === '*' ? ` ${fields.join(', ') || 'several fields'}` : ''}`;
  const more = count - samples.length;
  return [
    `${style.red(mark)} ${style.bold(printable(what))}  ${grouped(count)}`,
    ...samples.flatMap(({ file, line, key, fields: differing = [], message }) => {
      const place = file === undefined ? '' : `${printable(file)}:${line}  `;
      const explanation = message === undefined ? '' : `  ${cut(printable(message), 200)}`;
      const values = differing.filter((one) => 'source' in one || 'target' in one).map(valueLine);
      return [`    ${place}${cut(printable(key), 100)}${explanation}`, ...values];
    }),
    ...(more > 0 ? [`    and ${grouped(more)} more`] : []),
    '',
  ];
}

function fileGroupLines({ fileCopies }: VerificationReport, style: Style): string[] {
  return (fileCopies?.differences ?? []).flatMap(({ what, count, samples }) => [
    `${style.red(what === 'unread' ? '!' : '*')} ${style.bold(fileDifferences[what])}  ${grouped(count)}`,
    ...samples.map(({ key, message }) => `    ${cut(printable(key), 200)}  ${cut(printable(message), 200)}`),
    ...(count > samples.length ? [`    and ${grouped(count - samples.length)} more`] : []),
    '',
  ]);
}

function fileLines({ fileCopies }: VerificationReport): string[] {
  if (!fileCopies) return [];
  const { objects, addresses, public: asked, bytesRead } = fileCopies;
  const read = bytesRead === undefined ? '' : `, ${sizeText(bytesRead)} read back`;
  return [
    `  files     ${grouped(objects.same)} of ${amount(objects.checked, 'copy', 'copies')} in the storage as they were put${read}`,
    `            ${grouped(addresses.same)} of ${amount(addresses.of, 'address', 'addresses')} in rows lead to a copy or stay as they are`,
    `            ${grouped(asked.same)} of ${amount(asked.asked, 'public address', 'public addresses')} answer with the file, without a key`,
  ];
}

function valueLine(one: FieldDifference): string {
  const shown = (side: 'source' | 'target'): string =>
    side in one ? cut(printable(JSON.stringify(one[side]) ?? ''), VALUE_CHARS) : 'nothing';
  return `      ${printable(one.field)}: ${shown('source')} in the source, ${shown('target')} in the service`;
}

function table({ entities, units }: VerificationReport, style: Style): string[] {
  const present = entriesOf(entities).filter(([, counts]) =>
    Object.values(counts).some((count) => count > 0),
  );
  const cells = (counts: MarkCounts): string =>
    COLUMNS.map(([mark, count]) => {
      const text = grouped(counts[count]).padStart(WIDTH);
      return counts[count] === 0 ? style.dim(text) : mark === '=' ? style.green(text) : style.red(text);
    }).join('');
  return [
    `  ${''.padEnd(9)}${COLUMNS.map(([mark]) => mark.padStart(WIDTH)).join('')}`,
    ...present.map(
      ([name, counts]) => `  ${name.padEnd(9)}${cells(counts)}${units[name] ? `   ${units[name]}` : ''}`,
    ),
  ];
}

function noteLines(report: VerificationReport, style: Style): string[] {
  const { notCarried, kept, notShown, writtenByService, idsAgainstTime, sample, oneWay, entities } = report;
  const { asSent, isUndoing } = report.acknowledged;
  const taken = Object.entries(sample ?? {}).map(
    ([kind, { taken, of }]) => `${grouped(taken)} of ${grouped(of)} ${kind}`,
  );
  const others = Object.values(entities).reduce((sum, { onlyTarget }) => sum + onlyTarget, 0);
  const notes = [
    ...(taken.length ? [`a sample was compared: ${taken.join(', ')}`] : []),
    ...(Object.keys(asSent).length ? [`compared with what was last sent: ${countList(asSent)}`] : []),
    ...(Object.keys(notCarried).length ? [`not carried by the API: ${countList(notCarried)}`] : []),
    ...keptTexts(kept),
    ...(notShown.length ? [`not shown by the service: ${notShown.join(', ')}`] : []),
    ...(isUndoing ? ['an undo is not finished'] : []),
    ...(writtenByService ? [`written by the service itself: ${grouped(writtenByService)}`] : []),
    ...(idsAgainstTime
      ? [
          `${amount(idsAgainstTime, 'message')} arrived before an older one, so apps that page by id show another order; order: newestFirst or byTime sorts messages before they are sent`,
        ]
      : []),
    ...(oneWay && others > 0 ? [`only in the service, ignored by --one-way: ${grouped(others)}`] : []),
  ];
  return notes.length ? [...notes.map((line) => `${style.yellow('!')} ${line}`), ''] : [];
}

function lastLines(report: VerificationReport, style: Style): string[] {
  const { target, finishedAt, startedAt, requests, exitCode, files } = report;
  const tookMs = Date.parse(finishedAt) - Date.parse(startedAt);
  const result = verificationVerdict(report, hostOf(target));
  return [
    `  ${duration(tookMs)} · ${grouped(requests.sent)} requests · ${grouped(requests.retried)} retries · ${grouped(requests.throttled)} × 429`,
    ...(exitCode === 0 ? [] : [`  all       ${printable(fromHere(files.differences))}`]),
    exitCode === 0 ? `${style.green('✔')} ${result}` : `${style.red('✖')} ${result}`,
  ];
}

function hostOf({ baseUrl = '' }: Readonly<Record<string, string>>): string {
  return printable(URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl);
}

/** The line about the expected cost, printed before reading begins. */
export function costLine({ requests, requestsPerMinute, minutes }: VerificationCost): string {
  const what = `reading back needs at least ${amount(requests, 'request')}`;
  const time =
    requestsPerMinute === undefined
      ? ''
      : `, ${duration(minutes * 60_000)} at ${grouped(requestsPerMinute)} a minute`;
  return `${what}${time}\n`;
}

/**
 * The one line that says how much was verified, and how much was not and why: nobody reads `4 of 4` where five rows have
 * landed.
 * @param host of the service
 */
function verificationVerdict(report: VerificationReport, host: string): string {
  const { verified, finishedAt } = report;
  const result = `verified ${grouped(verified.same)} of ${grouped(verified.of)}${scope(report)}`;
  return [`${result} against ${host} at ${finishedAt}`, ...reservations(report)].join('; ');
}

/** The part that was asked for, if it was not everything. */
function scope({ mode, acknowledged: { record, rows } }: VerificationReport): string {
  if (mode === 'full') return '';
  const how = mode === 'sample' ? 'in a sample' : 'by keys, numbers of members and last messages';
  return ` ${how}${record === 'read' ? ` of ${grouped(rows)} acknowledged rows` : ''}`;
}

/** The parts that were not compared, and why. */
function reservations({
  heldBack,
  entities,
  acknowledged,
  mode,
  oneWay,
  verified,
  forgotten = 0,
  fileCopies,
}: VerificationReport): readonly string[] {
  // What the counts of differing rows do not say.
  const isSame = verified.same === verified.of;
  const others =
    oneWay || !isSame ? 0 : entriesOf(entities).reduce((sum, [, { onlyTarget }]) => sum + onlyTarget, 0);
  const people = forgotten === 1 ? 'a person' : `${grouped(forgotten)} people`;
  const unsent = entriesOf(entities)
    .filter(([, { pending }]) => pending > 0)
    .map(([name, { pending }]) => `${grouped(pending)} × ${name}`);
  const missing = mode === 'full' ? unprovenOf(acknowledged) : 0;
  return [
    ...(others > 0 ? [`only in the service: ${amount(others, 'row')}`] : []),
    ...(forgotten > 0
      ? [`not compared: rows of ${people} who had to be forgotten; the service may still have them`]
      : []),
    ...(Object.keys(heldBack).length > 0 ? [`not compared: ${countList(heldBack)}`] : []),
    ...(unsent.length > 0 ? [`not sent yet: ${unsent.join(', ')}`] : []),
    ...(missing > 0
      ? [`not compared: ${grouped(missing)} acknowledged rows that are in no source and no record`]
      : []),
    ...filesReserved(fileCopies),
    ...(WITHOUT_RECORD[acknowledged.record] ?? []),
  ];
}

/** Words on copies of files that were not compared, or are not right. */
function filesReserved(fileCopies: VerificationReport['fileCopies']): readonly string[] {
  if (!fileCopies) return [];
  const { objects } = fileCopies;
  const left = objects.of - objects.checked;
  return [
    `${grouped(objects.same)} of ${amount(objects.checked, 'copy', 'copies')} of files`,
    ...(left > 0 ? [`not compared: ${amount(left, 'copy', 'copies')} of files`] : []),
  ];
}

/** Words on rows that are in no source, where no record of them could be read. */
const WITHOUT_RECORD: Readonly<Partial<Record<RecordState, readonly string[]>>> = {
  inUse: ['not compared: rows that are in no source, because another process is writing their record'],
  lost: ['not compared: rows that are in no source, because the record of what was sent is lost'],
  otherTarget: ['the record of what was sent belongs to another service'],
};
