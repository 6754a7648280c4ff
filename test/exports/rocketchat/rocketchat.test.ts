import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize } from 'bson';
import { describe, expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { runHere } from '../../support/command-here.ts';
import { expectedOf, expectSums, exportHere, fixtures, kindOf, summaryOf } from '../expected.ts';
import { archiveOf, type Document, mongoHere } from '../mongodb/files-of-mongodb.ts';

describe.each([
  ['rocketchat/synthetic', 'JSON of mongoexport, 5 files'],
  ['rocketchat/zulip-2021-07', 'mongodump, 3 files'],
])('%s', (path, variant) => {
  test('the sums are those of another program, and every kind adds up', async () => {
    await using here = await exportHere(path);
    const { summary, report } = await summaryOf(here);
    const expected = expectedOf(path);
    expect(summary).toMatchObject({ system: 'rocketchat', variant });
    expectSums({ summary, report }, expected);
    const { system = 0 } = expected.by_kind;
    const dropped = kindOf(summary, 'messages').dropped;
    expect((dropped['system'] ?? 0) + (dropped['deleted'] ?? 0)).toBe(system);
  });
});

test('a run lands every message, verify finds all of it, and a second run sends nothing', async () => {
  await using here = await exportHere('rocketchat/synthetic');
  const { exitCode, result } = await here.json('run', '--yes');
  // A message is of a conversation that the export does not have.
  expect([exitCode, result.problems.map(({ code }) => code)]).toEqual([4, ['EXPORT.CONVERSATION_UNKNOWN']]);
  expect(result.entities).toMatchObject({
    users: { created: 15 },
    groups: { created: 6 },
    members: { created: 30 },
    messages: { rejected: 1, created: 391 },
  });
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
  const sent = here.requests.length;
  await here.json('run', '--yes');
  expect(here.requests.slice(sent).filter((request) => !request.startsWith('GET'))).toEqual([]);
});

test('an archive of the same database has the same sums', async () => {
  const collections = Object.fromEntries(
    ['users', 'rocketchat_room', 'rocketchat_message'].map((name) => {
      const bytes = readFileSync(join(fixtures, `rocketchat/zulip-2021-07/${name}.bson`));
      const documents: Document[] = [];
      for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at))
        documents.push(
          deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)), { promoteValues: false }) as Document,
        );
      return [name, documents];
    }),
  );
  await using here = await mongoHere({ 'export/dump.archive': archiveOf(collections, 'rocketchat') });
  const { summary, report } = await summaryOf(here);
  expect(summary).toMatchObject({ system: 'rocketchat', variant: 'mongodump, 1 file' });
  expectSums({ summary, report }, expectedOf('rocketchat/zulip-2021-07'));
});

test('inspect says what it is; as MongoDB, it is read where the pipeline says so', async () => {
  await using here = await exportHere('rocketchat/zulip-2021-07');
  const { stdout } = await runHere(['inspect', `${here.folder}/export`]);
  expect(stdout).toContain('Rocket.Chat');
  expect(stdout).toMatch(/20 system: 6 uj, 4 discussion-created/);
  const shape = {
    users: { table: 'users', id: '_id', name: 'name' },
    conversations: { table: 'rocketchat_room', id: '_id', name: 'name' },
    participants: { table: 'users.__rooms', conversation: '$value', user: '$parent' },
    messages: {
      table: 'rocketchat_message',
      id: '_id',
      conversation: 'rid',
      sender: 'u._id',
      text: 'msg',
      time: 'ts',
      where: { t: { empty: true } },
    },
  };
  await using other = await exportHere('rocketchat/zulip-2021-07', {
    system: 'mongodb',
    options: `, shape: ${JSON.stringify(shape)}`,
  });
  const { summary } = await summaryOf(other);
  expect(summary).toMatchObject({
    system: 'mongodb',
    kinds: { users: { imported: 6 }, messages: { read: 44 } },
  });
});
