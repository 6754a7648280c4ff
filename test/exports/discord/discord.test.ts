import { describe, expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { runHere } from '../../support/command-here.ts';
import { expectedOf, expectSums, exportHere, kindOf, summaryOf } from '../expected.ts';
import { shown } from './files-of-discord.ts';

describe.each([
  ['discord/synthetic', '10 JSON documents of DiscordChatExporter, 8 channels'],
  ['discord/open-chat-exporter', '1 JSON document of DiscordChatExporter, 1 channel'],
])('%s', (path, variant) => {
  test('the sums are those of another program, and every kind adds up', async () => {
    await using here = await exportHere(path);
    const { summary, report } = await summaryOf(here);
    const expected = expectedOf(path);
    expect(summary).toMatchObject({ system: 'discord', variant });
    expectSums({ summary, report }, expected);
    const { by_kind, empty_text_no_file } = expected;
    expect(kindOf(summary, 'messages').dropped).toEqual({
      system: by_kind['system'],
      ...(empty_text_no_file > 0 ? { empty: empty_text_no_file } : {}),
    });
  });
});

test('a run lands every message, verify finds all of it, and a second run sends nothing', async () => {
  await using here = await exportHere('discord/synthetic');
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(result.entities).toMatchObject({
    users: { created: 14 },
    groups: { created: 5 },
    members: { created: 31 },
    messages: { rejected: 0 },
  });
  expect(result.export?.kinds.messages).toMatchObject({ imported: 362, converted: 1 });
  const muids = new Set((await shown(here)).map(({ muid }) => muid.replace(/-\d+of\d+$/, '')));
  expect(muids.size).toBe(363);
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
  const sent = here.requests.length;
  await here.json('run', '--yes');
  expect(here.requests.slice(sent).filter((request) => request.startsWith('POST'))).toEqual([]);
});

test('inspect says what it is, and init writes a pipeline that runs', async () => {
  await using here = await exportHere('discord/synthetic');
  const path = `${here.folder}/export`;
  const { stdout } = await runHere(['inspect', path]);
  expect(stdout).toContain('Discord');
  expect(stdout).toContain('8 channels');
  expect(stdout).toMatch(/19 system: 10 RecipientAdd, 9 GuildMemberJoin/);
  const one = `${path}/Guild - c2 [300000000000000002].json`;
  expect((await runHere(['inspect', one])).stdout).toContain(`chatferry init '${one}'`);
  const { exitCode } = await runHere(['init', path, '--out', `${here.folder}/made.yaml`]);
  expect(exitCode).toBe(0);
  expect((await runHere(['validate', `${here.folder}/made.yaml`])).exitCode).toBe(0);
});
