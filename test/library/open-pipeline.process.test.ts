import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openPipeline, RunError, type StreamEvent } from '../../src/index.ts';
import { messageLines, workspace } from '../e2e/workspace.ts';
import { openSandbox } from '../sandbox/sandbox-client.ts';
import { runCli } from '../support/cli-process.ts';

/** Collects garbage. Node.js warns of files that were left open when it collects them, also of those of other tests. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  await wait(100);
}

/** What is written on the standard streams of this process while `work` goes on. */
async function printedBy(work: () => Promise<void>): Promise<string> {
  await collectGarbage();
  const { stdout, stderr } = process;
  const writes = [stdout.write, stderr.write] as const;
  let printed = '';
  const keep = (text: string | Uint8Array): boolean => {
    printed += text;
    return true;
  };
  Object.assign(stdout, { write: keep });
  Object.assign(stderr, { write: keep });
  try {
    await work();
    await collectGarbage();
  } finally {
    Object.assign(stdout, { write: writes[0] });
    Object.assign(stderr, { write: writes[1] });
  }
  return printed;
}

/** A line of JSON with its members in the other order. */
const turnedRound = (line: string): string =>
  line && JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse()));

const caught = async (call: Promise<unknown>): Promise<RunError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RunError);
  return error as RunError;
};

test('a pipeline goes from validate to undo, each result is the document of the command, and nothing is printed', async () => {
  using space = workspace(40);
  const events: StreamEvent[] = [];
  const printed = await printedBy(async () => {
    await using pipeline = await openPipeline(space.pipeline({}));
    expect(await pipeline.status()).toMatchObject({ done: false, entities: {} });
    expect((await pipeline.validate()).entities.messages).toMatchObject({ read: 40, pending: 40 });
    expect((await pipeline.plan()).entities.messages).toMatchObject({ new: 40, same: 0 });
    const report = await pipeline.run({ onEvent: (event) => events.push(event) });
    expect(report).toMatchObject({ exitCode: 0, balanced: true, entities: { messages: { created: 40 } } });
    expect(events.at(-1)).toEqual({ type: 'run.finished', exitCode: 0, result: report });
    const { verified } = await pipeline.verify();
    expect(verified).toEqual({ same: verified.of, of: verified.of });
    const preview = await pipeline.undo();
    expect(preview).toMatchObject({ dry: true, exitCode: 0 });
    expect((await pipeline.plan()).entities.messages.same, 'a preview removes nothing').toBe(40);
    const undone = await pipeline.undo({ yes: true });
    expect(undone.dry ? undefined : undone.entities.users.removed).toBe(
      preview.dry ? preview.entities.users?.direct : undefined,
    );
  });
  expect(printed).toBe('');
  expect(events[0]).toMatchObject({ type: 'run.started', resumed: false });
  expect(events.filter(({ type }) => type === 'entity.finished')).toHaveLength(4);
});

test('status is what the command prints', async () => {
  using space = workspace(5);
  await using pipeline = await openPipeline(space.pipeline({}));
  expect((await pipeline.run()).exitCode).toBe(0);
  const { stdout } = await runCli('status', pipeline.file, '--json');
  expect(await pipeline.status()).toEqual(JSON.parse(stdout));
});

test('two pipelines run at once in one process, and every row arrives as it is in its own file', async () => {
  using one = workspace(6_000);
  using two = workspace(5_000);
  // Other columns in another order: the rules of one file must never judge the records of the other.
  two.write('messages.ndjson', messageLines(5_000).split('\n').map(turnedRound).join('\n'));
  await using first = await openPipeline(one.pipeline({}));
  await using second = await openPipeline(two.pipeline({}));
  const reports = await Promise.all([first.run(), second.run()]);
  expect(reports.map(({ exitCode, entities }) => [exitCode, entities.messages.created])).toEqual([
    [0, 6_000],
    [0, 5_000],
  ]);
  const found = await Promise.all([first.verify(), second.verify()]);
  for (const { verified, differences } of found) {
    expect(differences).toEqual([]);
    expect(verified.same).toBe(verified.of);
  }
});

test('a second run of the same pipeline is refused while the first goes on', async () => {
  using space = workspace(200);
  await using pipeline = await openPipeline(space.pipeline({}));
  const settled = await Promise.allSettled([pipeline.run(), pipeline.run()]);
  const refused = settled.filter((each) => each.status === 'rejected');
  expect(refused.map(({ reason }) => [reason.code, reason.exitCode])).toEqual([['STATE.LOCKED', 8]]);
  expect(refused[0]?.reason.message).toContain('.run()');
});

test('a signal stops a run as Ctrl-C does: the result has the error, and the next run goes on', async () => {
  using space = workspace(3_000);
  await using pipeline = await openPipeline(space.pipeline({}));
  const stop = new AbortController();
  const stopped = await pipeline.run({
    signal: stop.signal,
    onEvent: ({ type }) => {
      if (type === 'entity.finished') stop.abort();
    },
  });
  expect(stopped).toMatchObject({ exitCode: 130, error: { code: 'RUN.INTERRUPTED' } });
  expect((await pipeline.status()).done).toBe(false);
  const report = await pipeline.run();
  expect(report).toMatchObject({ exitCode: 0, balanced: true, entities: { messages: { created: 3_000 } } });
});

test('a listener that throws stops the run, and its error is seen', async () => {
  using space = workspace(3_000);
  await using pipeline = await openPipeline(space.pipeline({}));
  const bug = new Error('a bug of the program');
  const onEvent = (): void => {
    throw bug;
  };
  await expect(pipeline.run({ onEvent })).rejects.toBe(bug);
  expect((await pipeline.run()).entities.messages.created).toBe(3_000);
});

test('closing stops what is under way, and then nothing can be called', async () => {
  using space = workspace(3_000);
  const pipeline = await openPipeline(space.pipeline({}));
  const { promise: began, resolve: begin } = Promise.withResolvers<void>();
  const running = pipeline.run({ onEvent: ({ type }) => type === 'run.started' && begin() });
  await began;
  await pipeline[Symbol.asyncDispose]();
  expect((await running).error?.code).toBe('RUN.INTERRUPTED');
  expect((await caught(pipeline.run())).code).toBe('USAGE.INVALID');
});

test('a hosted service is written to only with the option yes, and the error names it', async () => {
  await using own = await openSandbox({ http: true });
  using space = workspace(5);
  const { baseUrl, files } = own.sandbox;
  const target = `{ baseUrl: "${baseUrl}", apiKey: { env: KEY } }`;
  const env = { KEY: own.secret(files.apiKey) };
  await using pipeline = await openPipeline(space.pipeline({ target }), { env });
  const events: StreamEvent[] = [];
  const error = await caught(pipeline.run({ onEvent: (event) => events.push(event) }));
  expect(error).toMatchObject({ code: 'USAGE.INVALID', exitCode: 2, missingFlags: ['yes'] });
  expect(error.hint).toBe('give the option yes: true');
  expect(error.message).not.toContain('--yes');
  expect(events).toMatchObject([{ type: 'run.finished', exitCode: 2, error: { code: 'USAGE.INVALID' } }]);
  const report = await pipeline.run({ yes: true });
  expect(report).toMatchObject({ exitCode: 0, target: { baseUrl } });
  expect((await pipeline.verify({ quick: true })).exitCode).toBe(0);
});

test('a pipeline that cannot be read is refused when it is opened', async () => {
  using space = workspace(0);
  const wrong = space.write('wrong.yaml', 'version: 1\nname: wrong\nsauces: {}\n');
  expect(await caught(openPipeline(wrong))).toMatchObject({ code: 'CONFIG.INVALID', exitCode: 2 });
  expect(await caught(openPipeline(join(space.folder, 'none.yaml')))).toMatchObject({
    code: 'CONFIG.FILE_MISSING',
  });
});

test('a number out of its bounds is refused before anything is done', async () => {
  using space = workspace(0);
  await using pipeline = await openPipeline(space.pipeline({}));
  const calls = [
    pipeline.validate({ threads: 17 }),
    pipeline.validate({ maxErrors: 0 }),
    pipeline.run({ maxDurationMs: 1.5 }),
    pipeline.rejects.retry({ maxDurationMs: -1 }),
  ];
  for (const call of calls) expect((await caught(call)).code).toBe('USAGE.INVALID');
  expect((await pipeline.status()).started).toBeUndefined();
});

test('rejected rows are written again after they are corrected', async () => {
  using space = workspace(5);
  const path = join(space.folder, 'users.csv');
  const users = readFileSync(path, 'utf8');
  space.write('users.csv', `${users}bad,\n`);
  await using pipeline = await openPipeline(space.pipeline({}));
  const report = await pipeline.run();
  expect(report).toMatchObject({ exitCode: 4, entities: { users: { rejected: 1 } } });
  const [rejects = ''] = report.files.rejects;
  const text = readFileSync(rejects, 'utf8');
  writeFileSync(rejects, text.replace('\nbad,', '\nbad,Good'));
  const events: string[] = [];
  const retried = await pipeline.rejects.retry({ onEvent: ({ type }) => events.push(type) });
  expect(retried).toMatchObject({
    exitCode: 0,
    command: 'rejects retry',
    entities: { users: { created: 1 } },
  });
  expect(events.at(-1)).toBe('run.finished');
});
