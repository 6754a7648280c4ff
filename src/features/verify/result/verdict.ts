import { entriesOf } from '../../../input/entities/entity.ts';
import { grouped, printable } from '../../../terminal/printable.ts';
import { unprovenOf, type VerificationReport } from './verification-report.ts';

/**
 * The one line that says how much was verified, and how much was not and why: nobody reads `4 of 4` where five rows have
 * landed.
 * @param host of the service
 */
export function verificationVerdict(report: VerificationReport, host: string): string {
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
    ...(others > 0 ? [`only in the service: ${grouped(others)} ${others === 1 ? 'row' : 'rows'}`] : []),
    ...(forgotten > 0
      ? [`not compared: rows of ${people} who had to be forgotten, of whom the service may still have rows`]
      : []),
    ...(Object.keys(heldBack).length > 0 ? [`not compared: ${countList(heldBack)}`] : []),
    ...(unsent.length > 0 ? [`not sent yet: ${unsent.join(', ')}`] : []),
    ...(missing > 0
      ? [`not compared: ${grouped(missing)} acknowledged rows, which no source and no record has`]
      : []),
    ...(acknowledged.record === 'inUse'
      ? ['not compared: rows that are in no source, because another process writes the record of them']
      : []),
    ...(acknowledged.record === 'lost'
      ? ['not compared: rows that are in no source, because the record of what was sent is lost']
      : []),
    ...(acknowledged.record === 'otherTarget'
      ? ['the record of what was sent is about another service']
      : []),
  ];
}

/** Counts by name, for people. */
export const countList = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${grouped(count)} × ${printable(name)}`)
    .join(', ');
