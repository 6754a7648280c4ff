import type { Report } from '../../../src/report/result/report.ts';
import type { ServiceHere } from '../../support/service-here.ts';

/** Users of the export. */
export const USERS = ['ann', 'ben', 'cy', 'dee', 'eve', 'fay'];
/** A row as a line of NDJSON. */
export const line = (row: object): string => `${JSON.stringify(row)}\n`;
const message = (muid: string, sender: string, receiver: string, sentAt: number): string => {
  const receiverType = USERS.includes(receiver) ? 'user' : 'group';
  return line({ muid, sender, receiver, receiverType, sentAt, text: muid });
};

/** Six users, three groups with owners, and messages of which the first are to somebody unknown. */
export const FILES = {
  'users.csv': `uid,name\n${USERS.map((uid) => `${uid},${uid.toUpperCase()}\n`).join('')}`,
  'groups.csv': 'guid,name,owner\nteam,Team,fay\nclub,Club,ann\nlost,Lost,\n',
  'members.csv': 'guid,uid\nteam,ann\nteam,ben\nclub,eve\nclub,cy\nlost,dee\n',
  'messages.ndjson': [
    message('m0', 'ann', 'nowhere', 1_700_000_000),
    message('m1', 'ann', 'club', 1_700_000_001),
    message('m2', 'ben', 'team', 1_700_000_002),
    message('m3', 'cy', 'ann', 1_700_000_003),
    message('m4', 'cy', 'club', 1_700_000_004),
    message('m5', 'eve', 'dee', 1_700_000_005),
  ].join(''),
};

/** How many writes the service has received. */
export const writes = ({ requests }: ServiceHere): number =>
  requests.filter((request) => /^(?:POST|PUT|PATCH|DELETE)/.test(request)).length;

/** What the service itself says that it has of ours. */
export async function held({ service }: ServiceHere) {
  const keysOf = async (rows: AsyncIterable<object>, name: string): Promise<string[]> =>
    (await Array.fromAsync(rows)).map((row) => String((row as Record<string, unknown>)[name])).sort();
  const messages = service.messages.list({ category: 'message', limit: 1_000 });
  return {
    users: (await keysOf(service.users.list(), 'uid')).filter((uid) => USERS.includes(uid)),
    groups: await keysOf(service.groups.list(), 'guid'),
    messages: await keysOf(messages, 'muid'),
  };
}

/** The rows of each entity with an outcome. */
export const countsOf = (
  { entities }: Report,
  status: 'created' | 'unchanged' | 'updated' | 'read',
): number[] => Object.values(entities).map((counts) => counts[status]);
export const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
