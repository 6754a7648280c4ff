import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../../src/report/result/report.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';

const USERS = 'uid,name\nann,Ann\nben,Ben\n';
const HEADER = 'muid,sender,receiver,receiverType,sentAt,text,deletedAt';
export const DELETED = '2026-11-02T10:00:00Z';

/** A message of the second `n` of an hour, deleted or not. */
export const message = (n: number, { deleted = '', text = `text ${n}` } = {}): string =>
  `m${n},ben,ann,user,2026-11-01T10:01:${String(n).padStart(2, '0')}Z,${text},${deleted}`;

export const file = (...rows: readonly string[]): string => `${[HEADER, ...rows].join('\n')}\n`;

export async function texts({ service }: ServiceHere): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for await (const { muid, data, deletedAt } of service.messages.list({ limit: 100 }))
    if (muid && deletedAt === undefined) found[muid] = data?.text;
  return found;
}

export const muids = async (here: ServiceHere): Promise<readonly string[]> =>
  Object.keys(await texts(here)).sort();

export const nightly = (messages: string, rest = 'sync: {}', files = {}): Promise<ServiceHere> =>
  serviceHere({ files: { 'users.csv': USERS, 'messages.csv': messages, ...files }, rest });

export const write = ({ folder }: ServiceHere, name: string, text: string): void =>
  writeFileSync(join(folder, name), text);

/** Rewrites the last line of the pipeline. */
export const setSync = ({ pipeline }: ServiceHere, to: string): void =>
  writeFileSync(pipeline, readFileSync(pipeline, 'utf8').replace(/^sync: .*$/m, to));

export const writes = ({ requests }: ServiceHere, since = 0): readonly string[] =>
  requests.slice(since).filter((each) => !each.startsWith('GET'));

/** How a sync run ended, as it says itself. */
export type Ended = { exitCode: number; result: Report };
