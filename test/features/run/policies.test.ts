import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import { runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

const USERS = 'uid,name\nann,Ann\nben,Ben\n';
const GROUPS = 'guid,name,owner\nteam,Team,ann\n';
const MEMBERS = 'guid,uid\nteam,ann\nteam,ben\n';
const HEAD =
  'muid,sender,receiver,receiverType,sentAt,text,parentMuid,editedAt,editedBy,deletedAt,deletedBy\n';
const at = 1_717_200_000;

/** One line of the messages file. */
const line = (
  muid: string,
  sender: string,
  seconds: number,
  { parent = '', edited = '', deleted = '' }: { parent?: string; edited?: string; deleted?: string } = {},
): string =>
  `${muid},${sender},team,group,${at + seconds},Text of ${muid},${parent},${edited},${edited && sender},${deleted},${deleted && 'ann'}\n`;

const HISTORY = [
  line('m1', 'ann', 0),
  line('m2', 'ben', 1, { parent: 'm1' }),
  line('m3', 'ann', 2, { edited: String(at + 60) }),
  line('m4', 'ben', 3, { deleted: String(at + 90) }),
  line('m5', 'ben', 4, { parent: 'm1', edited: String(at + 70) }),
  line('m6', 'ann', 5),
].join('');
const FILES = {
  'users.csv': USERS,
  'groups.csv': GROUPS,
  'members.csv': MEMBERS,
  'messages.csv': HEAD + HISTORY,
};

/** The messages that the service has, by muid, replies among them. */
async function landed({ service }: ServiceHere) {
  const found = new Map<string, { id: string; text?: unknown; metadata?: unknown; parentId?: unknown }>();
  for await (const { id, muid, data, parentId, category } of service.messages.list())
    if (category === 'message')
      found.set(muid ?? id, { id, text: data?.text, metadata: data?.metadata, parentId });
  return found;
}

const verified = async (here: ServiceHere): Promise<unknown[]> => {
  const { exitCode, result } = await here.json<{ entities: { messages: object } }>('verify');
  return [exitCode, result.entities.messages];
};

test('threads and edits are kept in metadata and deleted messages are left out, unless the pipeline says otherwise', async () => {
  await using here = await serviceHere({ files: FILES });
  const { result: plan } = await here.json<PlanDocument>('plan');
  const kept = { 'messages.parentMuid': 2, 'messages.editedAt': 2, 'messages.editedBy': 2 };
  expect([plan.kept, plan.notCarried, plan.entities.messages]).toMatchObject([
    kept,
    {},
    { new: 5, leftOut: 1 },
  ]);
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.kept, result.notCarried, result.skipped, result.balanced]).toEqual([
    0,
    kept,
    {},
    { 'messages.deleted': 1 },
    true,
  ]);
  const found = await landed(here);
  expect([...found.keys()].sort()).toEqual(['m1', 'm2', 'm3', 'm5', 'm6']);
  expect(found.get('m1')?.metadata).toBeUndefined();
  expect(found.get('m2')?.metadata).toEqual({ source: { parentMuid: 'm1' } });
  expect(found.get('m5')?.metadata).toEqual({
    source: { parentMuid: 'm1', editedAt: at + 70, editedBy: 'ben' },
  });
  expect(await verified(here)).toMatchObject([0, { same: 5, differs: 0, onlySource: 0, onlyTarget: 0 }]);
});

test('deletions: metadata lands a message without anything of its content; drop loses links and says so', async () => {
  const rest = 'policies: { threads: drop, edits: drop, deletions: metadata }';
  await using here = await serviceHere({ files: FILES, rest });
  const { result } = await here.json('run', '--yes');
  expect([result.kept, result.notCarried]).toEqual([
    { 'messages.deletedAt': 1, 'messages.deletedBy': 1 },
    { 'messages.parentMuid': 2, 'messages.editedAt': 2, 'messages.editedBy': 2 },
  ]);
  const found = await landed(here);
  expect(found.get('m4')).toMatchObject({
    text: '[deleted]',
    metadata: { source: { deletedAt: at + 90, deletedBy: 'ann' } },
  });
  expect(found.get('m2')?.metadata).toBeUndefined();
  expect(await verified(here)).toMatchObject([0, { same: 6, differs: 0 }]);
});

test('nothing that a deleted message said is sent, wherever its row has it', async () => {
  const said = 'a secret that was taken back';
  const row = {
    muid: 'm1',
    sender: 'ann',
    receiver: 'ben',
    receiverType: 'user',
    sentAt: at,
    deletedAt: at + 9,
    text: said,
    tags: [said],
    metadata: { was: said, source: { text: said } },
    attachments: [{ url: 'https://a.example/f', name: said, mimeType: 'text/plain', extension: 'txt' }],
  };
  const files = { 'users.csv': USERS, 'messages.ndjson': `${JSON.stringify(row)}\n` };
  await using here = await serviceHere({ files, rest: 'policies: { deletions: metadata }' });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const [message] = await Array.fromAsync(here.service.messages.list());
  expect(message).toMatchObject({ data: { text: '[deleted]', metadata: { source: { deletedAt: at + 9 } } } });
  expect(JSON.stringify(message)).not.toContain(said);
  expect(await verified(here)).toMatchObject([0, { same: 1 }]);
});

describe('threads: write', () => {
  const rest = 'policies: { threads: write }';

  test('replies are sent by their authors after their roots, once, and a second run sends nothing', async () => {
    await using here = await serviceHere({ files: FILES, rest });
    const { result: plan } = await here.json<PlanDocument>('plan');
    expect([plan.written, plan.cost]).toMatchObject([
      { 'messages.parentMuid': 2 },
      { batches: 4, single: 2 },
    ]);
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.written, result.entities.messages]).toMatchObject([
      0,
      { 'messages.parentMuid': 2 },
      { created: 5, skipped: 1 },
    ]);
    expect(here.requests.filter((request) => request.endsWith('/thread'))).toHaveLength(2);
    const found = await landed(here);
    const root = found.get('m1')?.id;
    expect([found.get('m2')?.parentId, found.get('m5')?.parentId, found.get('m6')?.parentId]).toEqual([
      root,
      root,
      undefined,
    ]);
    expect(found.get('m2')?.metadata).toEqual({ source: { time: at + 1 } });
    expect(await verified(here)).toMatchObject([0, { same: 5, differs: 0, onlyTarget: 0 }]);
    const again = await here.json('run', '--yes');
    expect([again.exitCode, again.result.requests.sent]).toEqual([0, 0]);
  });

  test('a reply to a rejected root is blocked with its reason, and a retry sends it after the root', async () => {
    const rows = [
      line('r1', 'ben', 0, { parent: 'm1' }),
      line('r2', 'ben', 1, { parent: 'r1' }),
      line('m1', 'ghost', 2),
    ];
    const files = { ...FILES, 'messages.csv': HEAD + rows.join('') };
    await using here = await serviceHere({ files, rest });
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.entities.messages]).toMatchObject([4, { read: 3, blocked: 2, rejected: 1 }]);
    const messages = result.problems.flatMap(({ samples }) => samples.map(({ message }) => message));
    expect(messages).toContain('needs its message: its row at messages.csv:4 was rejected');
    const rejects = join(here.folder, '.chatferry/here/rejects/messages.csv');
    writeFileSync(rejects, readFileSync(rejects, 'utf8').replace('m1,ghost', 'm1,ann'));
    expect((await runHere(['rejects', 'retry', here.pipeline, '--yes'])).exitCode).toBe(0);
    const found = await landed(here);
    const root = found.get('m1')?.id;
    expect([...found.keys()].sort()).toEqual(['m1', 'r1', 'r2']);
    expect([found.get('r1')?.parentId, found.get('r2')?.parentId]).toEqual([root, root]);
  });

  test('a sync sends a new reply to an older root, edits a changed one, and undo leaves nothing', async () => {
    await using here = await serviceHere({
      files: FILES,
      rest: `${rest}\nsync: { onMissing: delete, maxDelete: 100% }`,
    });
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    const file = join(here.folder, 'messages.csv');
    const next = readFileSync(file, 'utf8')
      .replace('Text of m2', 'Changed m2')
      .replace(line('m6', 'ann', 5), '');
    writeFileSync(file, next + line('m7', 'ann', 9, { parent: 'm1' }));
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.entities.messages, result.missing?.messages?.deleted]).toMatchObject([
      0,
      { created: 1, updated: 1 },
      1,
    ]);
    const found = await landed(here);
    expect([found.get('m2')?.text, found.get('m7')?.parentId]).toEqual(['Changed m2', found.get('m1')?.id]);
    expect(await verified(here)).toMatchObject([0, { same: 5, differs: 0, onlyTarget: 0 }]);
    const { stdout } = await runHere(['undo', here.pipeline, '--json']);
    const { confirm } = JSON.parse(stdout) as { confirm: string };
    expect((await runHere(['undo', here.pipeline, '--confirm', confirm])).exitCode).toBe(0);
    expect([...(await landed(here)).keys()]).toEqual([]);
  });
});
