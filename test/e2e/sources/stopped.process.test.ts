import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { start, stopAtWrite } from './process-here.ts';
import { KEEP, rooms, ways } from './rooms.ts';
import { type SourcesHere, sourcesHere } from './sources-here.ts';

const ROWS = 40;
const { files } = rooms(ROWS);

/** A pipeline that needs many requests. */
async function slowly(sources: string): Promise<SourcesHere> {
  const ids = { 'ids.csv': 'entity,source,id\nusers,nobody,x\n' };
  const here = await sourcesHere({ files: { ...files, ...KEEP, ...ids }, sources, rest: 'idMap: ids.csv' });
  const limits = 'limits: { requestsPerMinute: 10000000, timeoutSeconds: 30, batch: 10, concurrency: 2 }';
  here.write('pipeline.yaml', readFileSync(here.pipeline, 'utf8').replace(/^limits:.*$/m, limits));
  return here;
}

/** The only text in a file that is replaced, and the part of the message that names what has changed. */
type Change = { readonly file: string; readonly from: string; readonly to: string; readonly says: string };

const changes: Readonly<Record<string, Change>> = {
  'an input file': {
    file: 'rooms/general/1.csv',
    from: 'general 0',
    to: 'general x',
    says: 'rooms/general/1.csv',
  },
  'a file that is joined and looked up': { file: 'people.csv', from: 'cy,', to: 'dy,', says: 'people.csv' },
  'the ids of an app': { file: 'ids.csv', from: 'nobody', to: 'somebody', says: 'ids.csv' },
  'the text of a transform': { file: 'keep.ts', from: '=> row', to: '=> ({ ...row })', says: 'keep.ts' },
  'the order in the pipeline': {
    file: 'pipeline.yaml',
    from: 'order: byTime',
    to: 'order: asIs',
    says: 'sources.messages',
  },
};

test('a run that was stopped by Ctrl-C refuses other inputs with exit code 9 and what to type, and goes on with the old ones', async () => {
  await using here = await slowly(ways['two sources in order of time, through a transform']);
  expect(await stopAtWrite(here, 5)).toBe(130);
  for (const { file, from, to, says } of Object.values(changes)) {
    const before = readFileSync(join(here.folder, file), 'utf8');
    here.write(file, before.replace(from, to));
    const { exitCode, stderr } = await here.run('run');
    expect([exitCode, stderr]).toEqual([9, expect.stringContaining(says)]);
    expect(stderr).toContain('--fresh');
    here.write(file, before);
  }
  const { exitCode, result } = await here.json('run');
  expect(exitCode).toBe(0);
  expect(result.entities.messages).toMatchObject({ read: 3 * ROWS, created: 3 * ROWS, exists: 0 });
  expect((await here.json('verify')).exitCode).toBe(0);
});

test.each(['an input file', 'the text of a transform'])(
  'a stopped run starts over with --fresh after a change of %s',
  async (what) => {
    const { file, from, to } = changes[what] as Change;
    await using here = await slowly(ways['two sources in order of time, through a transform']);
    expect(await stopAtWrite(here, 6)).toBe(130);
    here.write(file, readFileSync(join(here.folder, file), 'utf8').replace(from, to));
    const { exitCode, result } = await here.json('run', '--fresh', '--yes');
    expect([exitCode, result.balanced]).toEqual([0, true]);
    expect(result.entities.groups).toMatchObject({ read: 2, exists: 2 });
    expect(existsSync(join(here.state, 'prepared'))).toBe(false);
  },
);

test('the output of a command and standard input are kept until the run is finished', async () => {
  await using here = await slowly(ways['a command and standard input']);
  const calls = (): number => readFileSync(join(here.folder, 'calls.txt'), 'utf8').length / 'called\n'.length;
  expect(await stopAtWrite(here, 5, files['direct.csv'])).toBe(130);
  const spool = join(here.state, 'prepared/spool');
  expect(existsSync(spool)).toBe(true);
  const { out } = await start(here, 'status', '').ended;
  expect(out).toContain(`next       chatferry run ${here.pipeline}`);
  const resumed = await start(here, 'run', '', '--json').ended;
  const report = JSON.parse(resumed.out) as Report;
  expect([resumed.code, report.entities.messages.created, calls()]).toEqual([0, 3 * ROWS, 1]);
  expect(existsSync(spool)).toBe(false);
});

test('a stopped run whose spool is lost runs the command again, and asks for standard input again', async () => {
  await using here = await slowly(ways['a command and standard input']);
  expect(await stopAtWrite(here, 5, files['direct.csv'])).toBe(130);
  rmSync(join(here.state, 'prepared'), { recursive: true });
  const without = await start(here, 'run', '').ended;
  expect([without.code, without.err]).toEqual([2, expect.stringContaining('SOURCE.STDIN_MISSING')]);
  const other = await start(here, 'run', `${files['direct.csv']}d999,ann@x.org,ben@x.org,1704067200000,z\n`)
    .ended;
  expect([other.code, other.err]).toEqual([9, expect.stringContaining('stdin')]);
  expect(other.err).toContain('--fresh');
  const same = await start(here, 'run', files['direct.csv'] as string, '--json').ended;
  expect([same.code, (JSON.parse(same.out) as Report).entities.messages.created]).toEqual([0, 3 * ROWS]);
});

test('a second run while one is under way is refused before it prepares anything', async () => {
  await using here = await slowly(ways['files, newest row first']);
  here.declare(
    `  users: { command: [sh, -c, "echo called >> calls.txt; cat people.csv"], map: { uid: id, name: display } }`,
    '',
  );
  const { child, ended } = start(here, 'run', '', '--yes');
  let second: ReturnType<SourcesHere['run']> | undefined;
  here.onRequest = (request) => {
    if (!request.startsWith('POST')) return;
    child.kill('SIGSTOP');
    second = here.run('run', '--yes', '--fresh');
    second.finally(() => child.kill('SIGCONT'));
    here.onRequest = () => {};
  };
  expect((await ended).code).toBe(0);
  expect(await second).toMatchObject({ exitCode: 8, stderr: expect.stringContaining('STATE.LOCKED') });
  expect(readFileSync(join(here.folder, 'calls.txt'), 'utf8')).toBe('called\n');
});

test('a saved plan is true for prepared sources and commands until their rows change', async () => {
  await using here = await sourcesHere({
    files: { ...files, ...KEEP, 'talk.csv': files['direct.csv'] as string },
    sources: ways['a command and standard input'].replace('path: "-"', 'command: [cat, talk.csv]'),
  });
  const saved = join(here.state, 'plan.json');
  const { result } = await here.json<{ entities: Record<string, object> }>('plan');
  expect(result.entities['messages']).toMatchObject({ new: 3 * ROWS, refused: 0 });
  expect(readFileSync(saved, 'utf8')).not.toContain('chatferry-0');
  here.write('talk.csv', (files['direct.csv'] as string).replace('direct 0', 'direct x'));
  const stale = await here.run('run', '--yes', '--plan', saved);
  expect([stale.exitCode, stale.stderr]).toEqual([9, expect.stringContaining('command:cat')]);
  here.write('talk.csv', files['direct.csv'] as string);
  expect((await here.run('run', '--yes', '--plan', saved)).exitCode).toBe(0);
});
