import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { tamperedService } from '../../support/tampered-service.ts';
import { at, BAD, FILES as HISTORY, line, MESSAGES } from './reacted-history.ts';

const FILES = { ...HISTORY, 'members.csv': 'guid,uid,scope\nteam,ann,moderator\nteam,ben,\n' };
const HEAD = 'muid,uid,pinnedAt\n';
const ROWS = `${HEAD}m 1,ben,${at + 9}\nm-2,,\n`;
const WRITE = 'policies: { pins: write }';

const writes = ({ requests }: ServiceHere): string[] =>
  requests.filter((path) => !path.startsWith('GET') && path.endsWith('/pin'));

/** Who has pinned which messages, by muid. */
async function pinsIn({ service }: Pick<ServiceHere, 'service'>): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { muid = '', pinnedAt, pinnedBy } of service.messages.list())
    if (pinnedAt !== undefined) found[muid] = pinnedBy ?? '';
  return found;
}

async function undo(here: ServiceHere): Promise<{ exitCode: number; pins: object | undefined }> {
  const { result: asked } = await here.json<{ confirm: string }>('undo');
  const { exitCode, result } = await here.json<{ entities: Record<string, object> }>(
    'undo',
    '--confirm',
    asked.confirm,
  );
  return { exitCode, pins: result.entities['pins'] };
}

describe.each(['import', 'rest'])('api: %s', (api) => {
  test('pins follow their messages, by their user or the app; verify finds all, a second run sends nothing, undo leaves nothing', async () => {
    await using here = await serviceHere({ files: { ...FILES, 'pins.csv': ROWS }, api, rest: WRITE });
    expect((await here.json<PlanDocument>('plan')).result.entities.pins).toMatchObject({ new: 2 });
    const { exitCode, result } = await here.json<Report>('run', '--yes');
    expect([exitCode, result.balanced]).toEqual([0, true]);
    expect(result.entities.pins).toMatchObject({ read: 2, created: 2 });
    expect(result.notCarried).toMatchObject({ 'pins.pinnedAt': 1 });
    expect(writes(here)).toHaveLength(2);
    expect(await pinsIn(here)).toEqual({ 'm 1': 'ben', 'm-2': 'app_system' });
    expect((await here.json<Report>('run', '--yes')).result.requests.sent).toBe(0);
    const verified = await here.json<{ entities: Record<string, object> }>('verify', '--one-way');
    expect(verified.exitCode).toBe(0);
    expect(verified.result.entities['pins']).toMatchObject({ same: 2, onlySource: 0, onlyTarget: 0 });
    // The group takes its messages, and their pins, with it.
    expect(await undo(here)).toMatchObject({ exitCode: 0, pins: { removed: 1, implied: 1 } });
    expect(await pinsIn(here)).toEqual({});
  });
});

test('a pin of a missing or rejected message is blocked; the service refuses that of a user who is no moderator', async () => {
  const file = `${HEAD}bad,,\nnowhere,ann,\nm-2,ben,\nm 1,nobody,\n`;
  const messages = [...MESSAGES, BAD].map(line).join('');
  await using here = await serviceHere({
    files: { ...FILES, 'messages.ndjson': messages, 'pins.csv': file },
    rest: `${WRITE}\nthresholds: { rejected: "<90%" }`,
  });
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.pins).toMatchObject({ read: 4, created: 0, blocked: 2, rejected: 2 });
  const found = result.problems.flatMap(({ code, samples }) =>
    samples.filter(({ entity }) => entity === 'pins').map((one) => `${one.key} ${code}`),
  );
  expect(found.sort()).toEqual([
    'bad REFERENCE.MESSAGE',
    'm 1 REFERENCE.UNKNOWN',
    'm-2 SERVICE.ERR_GROUP_NO_MODERATOR_SCOPE',
    'nowhere REFERENCE.MESSAGE',
  ]);
  expect(await pinsIn(here)).toEqual({});
});

test('a hundred pins fit into a conversation: the next is rejected, the other conversation has its own', async () => {
  const many = Array.from({ length: 103 }, (_, n) => ({
    ...MESSAGES[0],
    muid: `p-${n}`,
    sentAt: at + n,
  }));
  await using here = await serviceHere({
    files: {
      ...FILES,
      'messages.ndjson': [...many, MESSAGES[1] as object].map(line).join(''),
      'pins.csv': `${HEAD}${many.map(({ muid }) => `${muid},,\n`).join('')}m-2,ann,\n`,
    },
    rest: `${WRITE}\nthresholds: { rejected: "<90%" }`,
  });
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.pins).toMatchObject({ read: 104, created: 101, rejected: 3 });
  expect(result.problems).toMatchObject([{ code: 'SERVICE.ERR_PINNED_MESSAGES_LIMIT_EXCEEDED', count: 3 }]);
});

test('drop: pins are counted, and nothing is sent', async () => {
  await using here = await serviceHere({
    files: { ...FILES, 'pins.csv': ROWS },
    rest: 'policies: { pins: drop }',
  });
  const { result } = await here.json<Report>('run', '--yes');
  expect([result.skipped['pins.dropped'], result.balanced, writes(here)]).toEqual([2, true, []]);
  expect(await pinsIn(here)).toEqual({});
});

test('a sync adds and removes pins, gives them to another user, and makes those again of a message that comes back', async () => {
  await using here = await serviceHere({
    files: { ...FILES, 'pins.csv': ROWS },
    rest: `${WRITE}\nsync: { onMissing: delete, maxDelete: 100% }`,
  });
  const put = (name: string, text: string): void => writeFileSync(join(here.folder, name), text);
  await here.json('run', '--yes');
  put('pins.csv', `${HEAD}m-2,ann,\n`);
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.error).toBeUndefined();
  expect(result.entities.pins).toMatchObject({ updated: 1 });
  expect(result.missing?.pins).toMatchObject({ deleted: 1 });
  expect(await pinsIn(here)).toEqual({ 'm-2': 'ann' });
  expect((await here.json<Report>('run', '--yes')).result.requests.sent).toBe(0);

  put('groups.csv', 'guid,name\nother,Other\n');
  put('members.csv', 'guid,uid,scope\nother,ann,\n');
  put('messages.ndjson', line(MESSAGES[0] as object));
  put('pins.csv', `${HEAD}m 1,ann,\n`);
  await here.json('run', '--yes');
  expect(await pinsIn(here)).toEqual({ 'm 1': 'ann' });
  for (const [name, text] of Object.entries(FILES)) put(name, text);
  put('pins.csv', `${HEAD}m 1,ann,\nm-2,ann,\n`);
  expect((await here.json<Report>('run', '--yes')).result.entities.pins).toMatchObject({
    created: 1,
    unchanged: 1,
  });
  expect(await pinsIn(here)).toEqual({ 'm 1': 'ann', 'm-2': 'ann' });
  expect((await here.json('verify', '--one-way')).exitCode).toBe(0);
});

test('what others had pinned before is there already, and stays when its row is removed', async () => {
  await using here = await serviceHere({
    files: { ...FILES, 'pins.csv': `${HEAD}m-2,,\n` },
    rest: `${WRITE}\nsync: { onMissing: delete, maxDelete: 100% }`,
  });
  const put = (text: string): void => writeFileSync(join(here.folder, 'pins.csv'), text);
  await here.json('run', '--yes');
  for await (const { id, muid } of here.service.messages.list())
    if (muid === 'm 1') await here.service.messages.pin(id, { onBehalfOf: 'ann' });
  put(ROWS);
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.pins).toMatchObject({ exists: 1, unchanged: 1 });
  expect(await pinsIn(here)).toEqual({ 'm 1': 'ann', 'm-2': 'app_system' });
  const verified = await here.json<{ entities: Record<string, object> }>('verify', '--one-way');
  expect(verified.result.entities['pins']).toMatchObject({ same: 1, differs: 1 });
  put(`${HEAD}m-2,,\n`);
  expect((await here.json<Report>('run', '--yes')).result.missing?.pins?.deleted ?? 0).toBe(0);
  expect(await pinsIn(here)).toEqual({ 'm 1': 'ann', 'm-2': 'app_system' });
});

test('answers are lost: each pin is there once, and is counted as ours', async () => {
  await using service = await tamperedService();
  let lost = 0;
  service.tamper(async ({ method, path }, forward) => {
    const answer = await forward();
    const isLost = method === 'POST' && path.endsWith('/pin') && ++lost % 2 === 1;
    return isLost ? { status: 0, body: {} } : answer;
  });
  const files = { ...FILES, 'pins.csv': ROWS };
  for (const [name, text] of Object.entries(files)) service.write(name, text);
  const sources = Object.keys(files).map((name) => `  ${name.split('.')[0]}: { path: ${name} }\n`);
  const head = `version: 1\nname: lost\n${service.target} }\n${WRITE}\nsources:\n`;
  const pipeline = service.write('pipeline.yaml', `${head}${sources.join('')}`);
  const { stdout, stderr } = await service.run('run', pipeline, '--yes', '--json');
  if (stdout === '') throw new Error(stderr);
  expect((JSON.parse(stdout) as Report).entities.pins).toMatchObject({ created: 2, exists: 0, inDoubt: 0 });
  expect(lost).toBe(4);
  expect(await pinsIn(service)).toEqual({ 'm 1': 'ben', 'm-2': 'app_system' });
});

test('stopped while the answers of pins are lost: the next run finds its own, and what others have pinned meanwhile', async () => {
  await using service = await tamperedService();
  let isLosing = true;
  service.tamper(async ({ method, path }, forward) => {
    const answer = await forward();
    return isLosing && method === 'POST' && path.endsWith('/pin') ? { status: 0, body: {} } : answer;
  });
  const files = { ...FILES, 'pins.csv': ROWS };
  for (const [name, text] of Object.entries(files)) service.write(name, text);
  const sources = Object.keys(files).map((name) => `  ${name.split('.')[0]}: { path: ${name} }\n`);
  const head = `version: 1\nname: stopped\n${service.target} }\n${WRITE}\nsources:\n`;
  const pipeline = service.write('pipeline.yaml', `${head}${sources.join('')}`);
  const stopped = await service.run('run', pipeline, '--yes', '--json', '--max-duration', '5m');
  expect(stopped.exitCode, stopped.stderr).toBe(7);
  expect(await pinsIn(service)).toEqual({ 'm 1': 'ben', 'm-2': 'app_system' });
  for await (const { id, muid } of service.service.messages.list())
    if (muid === 'm-2') await service.service.messages.pin(id, { onBehalfOf: 'ann' });
  isLosing = false;
  const { stdout } = await service.run('run', pipeline, '--yes', '--json');
  expect((JSON.parse(stdout) as Report).entities.pins).toMatchObject({ created: 1, exists: 1 });
  expect(await pinsIn(service)).toEqual({ 'm 1': 'ben', 'm-2': 'ann' });
});

describe('metadata', () => {
  const source = async ({ service }: ServiceHere): Promise<Record<string, unknown>> => {
    const found: Record<string, unknown> = {};
    for await (const { muid = '', data } of service.messages.list()) found[muid] = data?.metadata?.['source'];
    return found;
  };

  test('by default, a pin is kept in the metadata of its message, beside reactions; a sync changes it', async () => {
    await using here = await serviceHere({
      files: {
        ...FILES,
        'pins.csv': `${ROWS}nowhere,,\n`,
        'reactions.csv': 'muid,uid,reaction\nm 1,ann,👍\n',
      },
      rest: 'sync: { onMissing: delete }',
    });
    const { result } = await here.json<Report>('run', '--yes');
    expect(result.entities.pins).toMatchObject({ read: 3, skipped: 2, blocked: 1 });
    expect([result.balanced, result.skipped['pins.metadata'], result.kept]).toEqual([
      true,
      2,
      { 'messages.reactions': 1, 'messages.pinned': 2 },
    ]);
    expect(writes(here)).toEqual([]);
    const reactions = [{ reaction: '👍', count: 1, uids: ['ann'] }];
    expect(await source(here)).toEqual({
      'm 1': { pinned: { by: 'ben', at: at + 9 }, reactions },
      'm-2': { pinned: {} },
    });
    expect((await here.json('verify', '--one-way')).exitCode).toBe(0);
    writeFileSync(join(here.folder, 'pins.csv'), `${HEAD}m-2,ann,\n`);
    const second = await here.json<Report>('run', '--yes');
    expect(second.result.entities.messages).toMatchObject({ updated: 2 });
    expect(await source(here)).toEqual({ 'm 1': { reactions }, 'm-2': { pinned: { by: 'ann' } } });
  });
});

test('the answer to the messages is lost: verify finds their pins all the same', async () => {
  await using service = await tamperedService();
  let lost = 0;
  service.tamper(async ({ path }, forward) => {
    const answer = await forward();
    return path === '/data_import/messages' && lost++ === 0 ? { status: 0, body: {} } : answer;
  });
  const files = { ...FILES, 'pins.csv': ROWS };
  for (const [name, text] of Object.entries(files)) service.write(name, text);
  const sources = Object.keys(files).map((name) => `  ${name.split('.')[0]}: { path: ${name} }\n`);
  const head = `version: 1\nname: unknown\n${service.target} }\n${WRITE}\nsources:\n`;
  const pipeline = service.write('pipeline.yaml', `${head}${sources.join('')}`);
  expect((await service.run('run', pipeline, '--yes', '--json')).exitCode).toBe(0);
  const { exitCode, stdout } = await service.run('verify', pipeline, '--json', '--one-way');
  expect([exitCode, lost]).toEqual([0, 2]);
  expect(JSON.parse(stdout).entities.pins).toMatchObject({ same: 2, unread: 0 });
});
