import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, chatferry, type Export } from '../bench.ts';
import { type Goal, type Line, memoryLine } from '../table.ts';

const FLOOR_GOAL: Goal = { atMost: 1 };
/** Everybody reacts to every message: so many reactions each, with a few different ones, as in a lively group. */
const USERS = 50;
const EMOJI = ['👍', '❤️', '😂', '🎉', '🙏🏽', '👩🏽‍🚀', '🏳️‍🌈', 'well said', '👀', '✅'];
const SENT_FROM = 1_717_200_000;

/** A run with reactions, written live: each is a request of its own, and none is sent twice. */
export async function* reactionFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const reactions = bench.rows.sent;
  const files = await writeExport(join(bench.folder, `reactions-${reactions}`), reactions / USERS);
  const own = await chatferry(bench, files, ['run', files.pipeline]);
  // Users, the group and its members fit a request each.
  const least = reactions + 3 + Math.ceil(reactions / USERS / 50);
  if (own.requests !== least || own.rejected > 0)
    throw new Error(`${own.requests} requests were sent, not ${least}, and ${own.rejected} rows rejected`);
  if (!own.other) throw new Error('the sandbox did not say what it used');
  const figure = `run with ${reactions} live reactions into the sandbox`;
  const perFloor = own.requests / (own.floor ?? Number.NaN);
  yield [
    { figure, value: perFloor, unit: 'requests/floor', goal: FLOOR_GOAL, own },
    memoryLine(`${figure}, the sandbox`, { ...own, ...own.other }),
  ];
}

async function writeExport(folder: string, messages: number): Promise<Export> {
  await mkdir(folder, { recursive: true });
  const write = (name: string, head: string, count: number, row: (index: number) => string): Promise<void> =>
    writeFile(join(folder, name), [head, ...Array.from({ length: count }, (_, n) => row(n)), ''].join('\n'));
  await write('users.csv', 'uid,name', USERS, (n) => `user-${n},User ${n}`);
  await write('groups.csv', 'guid,name,owner', 1, () => 'choir,Choir,user-0');
  await write('members.csv', 'guid,uid', USERS, (n) => `choir,user-${n}`);
  await write(
    'messages.csv',
    'muid,sender,receiver,receiverType,sentAt,text',
    messages,
    (n) => `m-${n},user-${n % USERS},choir,group,${SENT_FROM + n},number ${n}`,
  );
  await write('reactions.csv', 'muid,uid,reaction', messages * USERS, (n) => {
    const [message, user] = [Math.floor(n / USERS), n % USERS];
    return `m-${message},user-${user},${EMOJI[(message + user) % EMOJI.length]}`;
  });
  const sources = ['users', 'groups', 'members', 'messages', 'reactions']
    .map((name) => `  ${name}: { path: ${name}.csv }\n`)
    .join('');
  const pipeline = join(folder, 'pipeline.yaml');
  const limits = 'limits: { requestsPerMinute: 10000000 }\npolicies: { reactions: write }\n';
  await writeFile(pipeline, `version: 1\nname: reactions\ntarget: sandbox\nsources:\n${sources}${limits}`);
  return { folder, pipeline, format: 'csv' };
}
