import {
  type ExportSummary,
  entriesOfKinds,
  type KindCounts,
  type PulledSummary,
} from '../../exports/export-summary.ts';
import { amount, byteSize, duration, grouped, printable } from '../../terminal/printable.ts';

/**
 * Describes what an export of another chat system has, and what becomes of it, as lines of text: one for each kind.
 */
export function exportLines(summary: ExportSummary): string[] {
  const { label, variant, first, last, kinds, pulled } = summary;
  const span = first === undefined || last === undefined ? '' : ` · ${day(first)} to ${day(last)}`;
  return [
    `  ${label}${pulled ? '' : ' export'} (${printable(variant)})${span}`,
    ...(pulled
      ? [`    read from     ${pulledText(pulled)}${before(summary, pulled)}`, ...unreadLines(pulled)]
      : []),
    ...entriesOfKinds(kinds).map(([kind, counts]) => `    ${kind.padEnd(13)} ${kindText(counts)}`),
  ];
}

/** Says that there are more messages than were read this time. */
const before = ({ kinds }: ExportSummary, { messages }: PulledSummary): string =>
  messages < (kinds['messages']?.read ?? 0) ? '; the other messages were read before' : '';

/** Conversations that could not be read. */
function unreadLines({ unread }: PulledSummary): string[] {
  const [first] = unread?.samples ?? [];
  if (!unread || !first) return [];
  return [
    `    not read      ${amount(unread.count, 'conversation')}, such as ${printable(first.conversation)} (${first.code})`,
  ];
}

/** `https://api.example.com on 2026-01-02 03:04 UTC: 1 204 users, 12 345 messages in 612 requests, 34 MB`. */
export const pulledText = ({ source, at, ...counts }: PulledSummary): string =>
  `${printable(source)} on ${at.slice(0, 16).replace('T', ' ')} UTC: ${pulledCountsText(counts)}`;

/** The counts of a pull: `1 204 users, 267 conversations, 102 345 messages in 612 requests, 34 MB, 3 m`. */
export const pulledCountsText = (
  { users, conversations, messages, requests, bytes }: Omit<PulledSummary, 'source' | 'at' | 'unread'>,
  ms?: number,
): string =>
  `${amount(users, 'user')}, ${amount(conversations, 'conversation')}, ${amount(messages, 'message')} in ${amount(requests, 'request')}${bytes > 0 ? `, ${byteSize(bytes)}` : ''}${ms === undefined ? '' : `, ${duration(ms)}`}`;

/** `474 = 430 imported + 6 converted + 38 not imported (19 system: 12 channel_join, 7 channel_topic; 19 deleted)`. */
function kindText({ read, imported, converted, kept, dropped, detail = {} }: KindCounts): string {
  const reasons = byCount(dropped);
  const left = reasons.reduce((sum, [, count]) => sum + count, 0);
  const named = reasons.map(([reason, count]) => reasonText(reason, count, detail[reason]));
  const parts = [
    ...(imported > 0 ? [`${grouped(imported)} imported`] : []),
    ...(converted > 0 ? [`${grouped(converted)} converted`] : []),
    ...(kept > 0 ? [`${grouped(kept)} kept in metadata`] : []),
    ...(left > 0
      ? [`${grouped(left)} not imported (${named.join(Object.keys(detail).length > 0 ? '; ' : ', ')})`]
      : []),
  ];
  return `${grouped(read)} = ${parts.join(' + ')}`;
}

const byCount = (counts: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(counts).sort(([, a], [, b]) => b - a);

/** So many of the things that a reason is made of are named. */
const PARTS_SHOWN = 100;

/** A reason for which things are left out, how many, and what these are: `3 system: 2 channel_join, 1 channel_topic`. */
export function reasonText(
  reason: string,
  count: number,
  parts: Readonly<Record<string, number>> = {},
): string {
  const all = byCount(parts);
  const shown = all.slice(0, PARTS_SHOWN).map(([part, of]) => `${grouped(of)} ${printable(part)}`);
  if (all.length > PARTS_SHOWN) shown.push(`${grouped(all.length - PARTS_SHOWN)} more`);
  return `${grouped(count)} ${printable(reason)}${shown.length > 0 ? `: ${shown.join(', ')}` : ''}`;
}

const day = (time: string): string => time.slice(0, time.indexOf('T'));
