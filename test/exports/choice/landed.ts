import { expect } from 'vitest';
import { type ExportSummary, exportKinds } from '../../../src/exports/export-summary.ts';
import type { Report } from '../../../src/report/result/report.ts';
import type { ServiceHere } from '../../support/service-here.ts';
import { exportHere, kindOf, outcomes } from '../expected.ts';

/** The exports with the same conversations that the tests choose from. */
export const SYSTEMS = [
  ['slack/synthetic.zip', { options: '' }],
  ['sql/csv', { system: 'sql', options: ', zone: UTC' }],
] as const;

type Source = Readonly<Record<string, unknown>>;
type Message = {
  readonly sender: string;
  readonly receiver: string;
  /** Whether the receiver is a group. */
  readonly isGroup: boolean;
  readonly sentAt: number;
  readonly source: Source;
};

/** What the service has. */
export type Landed = {
  readonly users: readonly string[];
  /** By guid: what it is called in the export, who owns it, and who is in it. */
  readonly groups: ReadonlyMap<string, { source: Source; owner: string | undefined; members: string[] }>;
  readonly messages: ReadonlyMap<string, Message>;
};

const sourceOf = (metadata: unknown): Source => (metadata as { source?: Source } | undefined)?.source ?? {};

export async function landedIn({ service }: ServiceHere): Promise<Landed> {
  const users: string[] = [];
  for await (const { uid, metadata } of service.users.list())
    if (sourceOf(metadata)['system'] !== undefined) users.push(uid);
  const groups: [string, { source: Source; owner: string | undefined; members: string[] }][] = [];
  for await (const { guid, owner, metadata } of service.groups.list()) {
    const members: string[] = [];
    for await (const { uid } of service.members.list(guid)) members.push(uid);
    groups.push([guid, { source: sourceOf(metadata), owner, members: members.sort() }]);
  }
  const messages = new Map<string, Message>();
  for await (const { muid, sender, receiver, receiverType, sentAt, data } of service.messages.list({
    limit: 1000,
  }))
    messages.set(String(muid), {
      sender: String(sender),
      receiver: String(receiver),
      isGroup: receiverType === 'group',
      sentAt: Number(sentAt),
      source: sourceOf(data?.metadata),
    });
  const byKey = <T>(map: Iterable<readonly [string, T]>): ReadonlyMap<string, T> =>
    new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { users: users.sort(), groups: byKey(groups), messages: byKey(messages) };
}

/** Every kind of an export adds up. */
export function expectBalanced(summary: ExportSummary): void {
  for (const kind of exportKinds)
    expect(outcomes(kindOf(summary, kind)), kind).toBe(kindOf(summary, kind).read);
}

/** Runs the pipeline of an export: its summary, the report and what the service then has. */
export async function runOf(
  path: string,
  options: { readonly system?: string; readonly options: string; readonly rest?: string },
): Promise<{ summary: ExportSummary; report: Report; landed: Landed }> {
  await using here = await exportHere(path, options);
  const { result: report } = await here.json('run', '--yes');
  const summary = report.export as ExportSummary;
  expectBalanced(summary);
  expect(report.balanced).toBe(true);
  return { summary, report, landed: await landedIn(here) };
}
