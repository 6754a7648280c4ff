import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Stage } from '../../../../src/features/fleet/shards/stages.ts';
import type { Report } from '../../../../src/report/result/report.ts';
import { runHere } from '../../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';
import { FORMS, OTHERS, WRITE } from './mixed-history.ts';
import { changePipeline, stagesHere } from './stages-here.ts';

const [CSV] = FORMS;
const FILES = { ...OTHERS, 'messages.csv': (CSV as (typeof FORMS)[number]).text };
const MESSAGES = 400;

const here = (rest = WRITE): Promise<ServiceHere> => serviceHere({ files: FILES, rest });
const isShard =
  (...shards: readonly number[]) =>
  (stage: Stage) =>
    stage.kind === 'shard' && shards.includes(stage.shard);
const before = ({ kind }: Stage): boolean => kind === 'entity' || kind === 'index';
const folderOf = ({ folder }: ServiceHere): string => join(folder, '.chatferry', 'here', 'shards');
const held = async ({ service }: ServiceHere): Promise<number> =>
  (await Array.fromAsync(service.messages.list())).filter(({ muid }) => muid).length;
const error = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

describe('the number of shards', () => {
  test.each([
    ['0', 'CONFIG.INVALID', /shards/],
    ['1000', 'CONFIG.INVALID', /shards/],
    ['2.5', 'CONFIG.INVALID', /shards/],
    ['four', 'CONFIG.INVALID', /shards/],
  ])('%s is refused', async (shards, code, what) => {
    await using at = await here(`shards: ${shards}`);
    const { stderr, exitCode } = await runHere(['validate', at.pipeline]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(code)]);
    expect(stderr).toMatch(what);
  });

  test('64 shards of few conversations leave most without a row', async () => {
    await using at = await here(WRITE.replace('shards: 3', 'shards: 64'));
    const { report } = await stagesHere(at.pipeline);
    expect([report?.balanced, report?.entities.messages.read]).toEqual([true, MESSAGES]);
  });
});

describe('a pipeline that cannot be divided', () => {
  test.each([
    ['without shards', (text: string) => text.replace('shards: 3', ''), /no shards/],
    ['without messages', (text: string) => text.replace(/ {2}messages.*\n/, ''), /no messages/],
    ['with sync', (text: string) => `${text}\nsync: {}`, /sync/],
    ['with a sandbox of its own', (text: string) => text.replace(/target: .*/, 'target: sandbox'), /sandbox/],
  ])('%s: CONFIG.SHARDS before a request', async (_, change, message) => {
    await using at = await here();
    changePipeline(at.pipeline, change);
    await expect(stagesHere(at.pipeline)).rejects.toEqual(error('CONFIG.SHARDS', message));
    expect(at.requests).toEqual([]);
  });

  test('messages that a pilot has written are refused, and a run without shards goes on', async () => {
    await using at = await here();
    expect((await at.json('run', '--yes', '--limit', '5')).exitCode).toBeLessThan(5);
    await expect(stagesHere(at.pipeline)).rejects.toEqual(error('CONFIG.SHARDS', /already written/));
    const { result } = await at.json('run', '--yes');
    expect([result.balanced, result.entities.messages.read]).toEqual([true, MESSAGES]);
  });
});

describe('stages', () => {
  test('out of turn, each is refused and sends nothing', async () => {
    await using at = await here();
    await expect(stagesHere(at.pipeline, isShard(0))).rejects.toEqual(error('RUN.UNFINISHED', /not divided/));
    await expect(stagesHere(at.pipeline, ({ kind }) => kind === 'merge')).rejects.toEqual(
      error('RUN.UNFINISHED', /not divided/),
    );
    await stagesHere(at.pipeline, before);
    const sent = at.requests.length;
    await expect(stagesHere(at.pipeline, ({ kind }) => kind === 'merge')).rejects.toEqual(
      error('RUN.UNFINISHED', /shard 1 is not done/),
    );
    expect(at.requests.slice(sent).filter((each) => each.startsWith('POST'))).toEqual([]);
  });

  test('done twice, none sends or counts anything again', async () => {
    await using at = await here();
    const begunMs = Date.now();
    await stagesHere(at.pipeline, ({ kind }) => kind !== 'merge');
    const sent = at.requests.filter((each) => !each.startsWith('GET')).length;
    const writtenMs = Date.now();
    await stagesHere(at.pipeline, ({ kind }) => kind !== 'merge');
    const { report } = await stagesHere(at.pipeline, ({ kind }) => kind === 'merge');
    // The report is that of all stages, and of one that sends nothing afterwards its own.
    expect(report?.requests).toMatchObject({ sent: sent + 1, retried: 0, throttled: 0 });
    const startedMs = Date.parse(report?.startedAt ?? '');
    expect([startedMs >= begunMs, startedMs < writtenMs]).toEqual([true, true]);
    const again = await stagesHere(at.pipeline);
    // What a kill in the middle of the removal has left.
    mkdirSync(join(folderOf(at), '1', 'keys'), { recursive: true });
    await stagesHere(at.pipeline);
    expect(existsSync(folderOf(at))).toBe(false);
    expect(at.requests.filter((each) => !each.startsWith('GET')).length - sent).toBe(1);
    expect(again.report?.entities).toEqual(report?.entities);
    expect(again.report?.requests.sent).toBe(0);
    expect(report?.entities.messages.read).toBe(MESSAGES);
  });

  test('a file that is changed, or gone, is refused before anything is sent; the same content is the same file', async () => {
    await using at = await here();
    await stagesHere(at.pipeline, before);
    await stagesHere(at.pipeline, isShard(1));
    appendFileSync(join(at.folder, 'messages.csv'), 'm-new,u-1,u-2,user,1790009999,new\n');
    await expect(stagesHere(at.pipeline, isShard(0))).rejects.toEqual(
      error('STATE.INPUT_CHANGED', /messages\.csv/),
    );
    const sent = at.requests.length;
    rmSync(join(at.folder, 'messages.csv'));
    await expect(stagesHere(at.pipeline, isShard(0))).rejects.toEqual(
      error('SOURCE.MISSING', /messages\.csv/),
    );
    expect(at.requests).toHaveLength(sent);
    writeFileSync(join(at.folder, 'messages.csv'), FILES['messages.csv']);
    utimesSync(join(at.folder, 'messages.csv'), 1, 1);
    const { report } = await stagesHere(at.pipeline);
    expect(report?.entities.messages.read).toBe(MESSAGES);
  });

  test('another number of shards in between is refused', async () => {
    await using at = await here();
    await stagesHere(at.pipeline, before);
    changePipeline(at.pipeline, (text) => text.replace('shards: 3', 'shards: 4'));
    await expect(stagesHere(at.pipeline, isShard(0))).rejects.toEqual(
      error('STATE.PIPELINE_CHANGED', /among 3 shards/),
    );
  });
});

test('what was written and undone is written by shards again', async () => {
  await using at = await here();
  const first = await stagesHere(at.pipeline);
  const shown = await at.json<{ confirm: string }>('undo');
  await at.json('undo', '--confirm', shown.result.confirm);
  const { report } = await stagesHere(at.pipeline);
  expect(report?.entities).toEqual(first.report?.entities);
  expect(await held(at)).toBe(report?.entities.messages.created);
});

describe('ordinary commands while shards are written', () => {
  test('run does what is left, whatever the pipeline says of shards now', async () => {
    await using at = await here();
    await stagesHere(at.pipeline, before);
    await stagesHere(at.pipeline, isShard(2));
    changePipeline(at.pipeline, (text) => text.replace('shards: 3', ''));
    const { result, exitCode } = await at.json('run', '--yes');
    expect([exitCode, result.balanced, result.entities.messages.read]).toEqual([4, true, MESSAGES]);
    expect(await held(at)).toBe(result.entities.messages.created);
    expect(existsSync(folderOf(at))).toBe(false);
  });

  test('run --fresh starts over in one process, and what the shards have sent can be undone', async () => {
    await using at = await here();
    await stagesHere(at.pipeline, before);
    await stagesHere(at.pipeline, isShard(0, 2));
    const sent = await held(at);
    expect(sent).toBeGreaterThan(50);
    const { result } = await at.json('run', '--yes', '--fresh');
    const { created = 0, exists = 0, unchanged = 0 } = result.entities.messages;
    expect([result.balanced, created + exists + unchanged]).toEqual([true, await held(at)]);
    const shown = await at.json<{ confirm: string }>('undo');
    await at.json('undo', '--confirm', shown.result.confirm);
    expect(await held(at)).toBe(0);
  });

  test('status counts what the shards have done', async () => {
    await using at = await here();
    await stagesHere(at.pipeline, before);
    await stagesHere(at.pipeline, isShard(0, 1));
    type Status = { entities: { messages: { counts: { read: number; created: number }; done: boolean } } };
    const { entities } = (await at.json<Status>('status')).result;
    expect(entities.messages).toMatchObject({ done: false, counts: { created: await held(at) } });
    expect(entities.messages.counts.read).toBeGreaterThan(entities.messages.counts.created);
  });

  test('a sync is refused, also if it was none when the rows were divided', async () => {
    await using at = await here();
    await stagesHere(at.pipeline, before);
    changePipeline(at.pipeline, (text) => `${text}\nsync: {}`);
    const { exitCode, stderr } = await runHere(['run', at.pipeline, '--yes']);
    expect([exitCode, stderr]).toEqual([9, expect.stringContaining('STATE.SHARDED')]);
  });

  test.each(['undo', 'state repair'])(
    '%s is refused: it would not know of all that was sent',
    async (command) => {
      await using at = await here();
      await stagesHere(at.pipeline, before);
      await stagesHere(at.pipeline, isShard(0));
      const { exitCode, stderr } = await runHere([...command.split(' '), at.pipeline]);
      expect([exitCode, stderr]).toEqual([9, expect.stringContaining('STATE.SHARDED')]);
    },
  );
});

test('what is kept is private, and the index is small', async () => {
  await using at = await here();
  await stagesHere(at.pipeline, before);
  await stagesHere(at.pipeline, isShard(0));
  const modes = readdirSync(folderOf(at), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o600]));
  const index = JSON.parse(readFileSync(join(folderOf(at), 'index.json'), 'utf8'));
  const messages = index.files.find(({ entity }: { entity: string }) => entity === 'messages');
  const sum = (of: 'rows' | 'bytes'): number =>
    messages.sections.reduce((all: number, each: Record<string, number>) => all + (each[of] ?? 0), 0);
  expect(sum('rows')).toBe(MESSAGES);
  expect(sum('bytes') / MESSAGES).toBeLessThan(8);
  const { report } = (await stagesHere(at.pipeline)) as { report: Report };
  expect(report.balanced).toBe(true);
});
