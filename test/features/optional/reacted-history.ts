import type { ServiceHere } from '../../support/service-here.ts';

/** A small history with reactions: a message to a user and one in a group. */
export const KISS = '👩🏽‍❤️‍💋‍👨🏿🏳️';
export const at = 1_790_000_000;
export const line = (row: object): string => `${JSON.stringify(row)}\n`;
export const MESSAGES = [
  { muid: 'm 1', sender: 'ann', receiver: 'ben', receiverType: 'user', sentAt: at, text: 'one' },
  { muid: 'm-2', sender: 'ben', receiver: 'team', receiverType: 'group', sentAt: at + 1, text: 'two' },
];
/** A message by nobody. */
export const BAD = { ...MESSAGES[1], muid: 'bad', sender: 'nobody', sentAt: at + 2 };
export const FILES = {
  'users.csv': 'uid,name\nann,Ann\nben,Ben\ncat,Cat\n',
  'groups.csv': 'guid,name\nteam,Team\n',
  'members.csv': 'guid,uid\nteam,ann\nteam,ben\n',
  'messages.ndjson': MESSAGES.map(line).join(''),
};
export const HEAD = 'muid,uid,reaction,reactedAt\n';
export const WRITE = 'policies: { reactions: write }';
export const ROWS = `${HEAD}m 1,ben,👍,${at}\nm 1,ann,👍,\nm 1,ben,thumbs up 100%,\nm 1,BEN,👍,\nm-2,ann,${KISS},\n`;

/** The calls that write reactions. */
export const writes = ({ requests }: ServiceHere): string[] =>
  requests.filter((path) => !path.startsWith('GET') && path.includes('/reactions'));

/** The reactions that the service has, by muid, in its order: `reaction by uid`. */
export async function reactionsIn({
  service,
}: Pick<ServiceHere, 'service'>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for await (const { id, muid = '' } of service.messages.list()) {
    const own: string[] = [];
    for await (const { reaction, uid } of service.reactions.list(id, { affix: 'append' }))
      own.push(`${reaction} ${uid}`);
    if (own.length > 0) found[muid] = own;
  }
  return found;
}
