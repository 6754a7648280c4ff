import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Report } from '../../../src/report/result/report.ts';
import { messagesOf, ofFiles } from '../dumps.ts';

/** Databases of SQLite that are read by a declared shape, and what a run makes of them. */

type Kinds = NonNullable<Report['export']>['kinds'];

/** Contents of the service after a run, and the counts of the report. */
export type LandedChat = {
  /** `muid ann → ben: hi`, in the order of the conversation. */
  readonly messages: readonly string[];
  /** By guid: type, name and members. */
  readonly groups: Readonly<Record<string, string>>;
  /** By guid. */
  readonly owners: Readonly<Record<string, unknown>>;
  readonly users: readonly string[];
  readonly kinds: Kinds;
  readonly notes: readonly string[];
  readonly sentAt: readonly unknown[];
};

type Kept = {
  readonly parentMuid?: string;
  readonly reactions?: readonly { readonly reaction: string; readonly uids: readonly string[] }[];
};
type Data = { readonly text?: string; readonly metadata?: { readonly source?: Kept } };

/** The text of a message, what it answers, and who reacted to it. */
function lineOf({ text, metadata: { source = {} } = {} }: Data): string {
  const { parentMuid, reactions = [] } = source;
  const given = reactions.map(({ reaction, uids }) => ` (${reaction} ${uids.join(' ')})`);
  return `${text}${parentMuid === undefined ? '' : ` [to ${parentMuid}]`}${given.join('')}`;
}

/**
 * Runs the pipeline of a database twice: the second run sends nothing.
 * @param shape as YAML of the flow style
 */
export async function landedBy(
  script: string,
  shape: string,
  { rest = '' }: { readonly rest?: string } = {},
): Promise<LandedChat> {
  await using here = await ofFiles(
    { 'export/README': '' },
    { options: `/chat.db, zone: UTC, shape: ${shape}`, rest },
  );
  using database = new DatabaseSync(join(here.folder, 'export/chat.db'));
  database.exec(script);
  const { result } = await here.json('run', '--yes');
  const counts = result.export;
  if (!counts) throw new Error('no export was read');
  const before = here.requests.length;
  await here.json('run', '--yes');
  const again = here.requests.slice(before).filter((request) => !request.startsWith('GET'));
  if (again.length > 0) throw new Error(`the second run sent ${again.join(', ')}`);
  const landed = await messagesOf(here);
  const messages = [...landed].map(
    ([muid, { sender, receiver, data }]) => `${muid} ${sender} → ${receiver}: ${lineOf(data as Data)}`,
  );
  const groups: [string, string][] = [];
  const owners: [string, unknown][] = [];
  for await (const { guid, type, name, owner } of here.service.groups.list()) {
    const members = await Array.fromAsync(here.service.members.list(String(guid)), ({ uid }) => String(uid));
    owners.push([String(guid), owner]);
    groups.push([String(guid), `${type} ${name}: ${members.sort().join(' ')}`]);
  }
  const users = await Array.fromAsync(here.service.users.list(), ({ uid, name }) => `${uid} ${name}`);
  const { kinds, notes } = counts;
  return {
    messages: messages.reverse(),
    groups: Object.fromEntries(groups),
    owners: Object.fromEntries(owners),
    users: users.sort(),
    kinds,
    notes,
    sentAt: [...landed.values()].map(({ sentAt }) => sentAt),
  };
}
