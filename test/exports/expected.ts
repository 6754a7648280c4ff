import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  type ExportKind,
  type ExportSummary,
  exportKinds,
  type KindCounts,
} from '../../src/exports/export-summary.ts';
import type { Report } from '../../src/report/result/report.ts';
import { repository } from '../support/repository.ts';
import { type ServiceHere, serviceHere } from '../support/service-here.ts';

/** Where the exports of the tests are. */
export const fixtures = join(repository, 'test/fixtures/exports');

/** What is in the files, counted by another program. */
export type Expected = {
  readonly users: number;
  readonly conversations_total: number;
  readonly memberships: number;
  readonly message_rows: number;
  readonly messages: number;
  readonly by_kind: Readonly<Record<string, number>>;
  readonly deleted: number;
  readonly edited: number;
  readonly replies: number;
  readonly reactions_named: number;
  readonly reactions_unnamed: number;
  readonly attachments: number;
  readonly pinned: number;
  readonly empty_text_no_file: number;
  readonly unknown_conversation: number;
};

/** The counts of an export by the other program. */
export const expectedOf = (path: string): Expected =>
  JSON.parse(readFileSync(join(fixtures, `${path}.expected.json`), 'utf8')) as Expected;

/** A kind that an export does not have. */
const NONE: KindCounts = { read: 0, imported: 0, converted: 0, kept: 0, dropped: {} };
export const kindOf = ({ kinds }: ExportSummary, kind: ExportKind): KindCounts => kinds[kind] ?? NONE;

/** The sum of all outcomes of a kind. */
export const outcomes = ({ imported, converted, kept, dropped }: KindCounts): number =>
  imported + converted + kept + Object.values(dropped).reduce((sum, count) => sum + count, 0);

/** What the summary of an export says, in the words of the other program. */
export function sumsOf(summary: ExportSummary): Partial<Expected> {
  const of = (kind: ExportKind) => kindOf(summary, kind);
  const once = (kind: ExportKind): number => of(kind).read - (of(kind).dropped['repeated'] ?? 0);
  return {
    users: once('users'),
    conversations_total: once('conversations'),
    memberships: once('members'),
    message_rows: of('messages').read,
    messages: once('messages'),
    deleted: of('deletions').read,
    edited: of('edits').read,
    replies: of('replies').read,
    attachments: of('attachments').read,
    pinned: of('pins').read,
  };
}

/** Checks that an export has the sums of the other program, that every kind adds up, and what is rejected of it. */
export function expectSums(
  { report, summary }: { readonly report: Report; readonly summary: ExportSummary },
  expected: Expected,
): void {
  expect(expected).toMatchObject(sumsOf(summary));
  expect(kindOf(summary, 'reactions').read).toBe(expected.reactions_named + expected.reactions_unnamed);
  for (const kind of exportKinds)
    expect(outcomes(kindOf(summary, kind)), kind).toBe(kindOf(summary, kind).read);
  expect(report.balanced).toBe(true);
  expect(report.problems.map(({ code, count }) => [code, count])).toEqual(
    expected.unknown_conversation > 0 ? [['EXPORT.CONVERSATION_UNKNOWN', expected.unknown_conversation]] : [],
  );
}

/** A pipeline over an export, with a service in this process. */
export async function exportHere(
  path: string,
  { system = 'auto', options = '', rest = '' }: { system?: string; options?: string; rest?: string } = {},
): Promise<ServiceHere> {
  const here = await serviceHere({
    files: {},
    rest: `  export: { system: ${system}, path: export${options} }\nretention: { messagesOlderThanDays: 36500 }\n${rest}`,
  });
  cpSync(join(fixtures, path), join(here.folder, 'export'), { recursive: true });
  return here;
}

/** The summary of the export of a pipeline. */
export async function summaryOf(here: ServiceHere): Promise<{ report: Report; summary: ExportSummary }> {
  const { result } = await here.json('validate');
  return { report: result, summary: result.export as ExportSummary };
}
