import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPaths, readReceiver } from '../../../src/features/live/receive/receiver-state.ts';
import { openSharedDocuments } from '../../../src/features/live/shared/open-shared-documents.ts';
import { State } from '../../../src/state/state.ts';
import { realFiles } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';
import { startCli } from '../../support/cli-process.ts';
import { sized } from '../../support/long-form.ts';
import { seeded } from '../../support/random.ts';
import { program } from '../../support/repository.ts';
import { ENV, type LivePlace, livePlace, login, pipelineText } from './live-pipeline-here.ts';

type Program = {
  readonly child: ChildProcess;
  readonly address: string;
  readonly path: string;
  /** What it has printed so far. */
  readonly printed: () => string;
  readonly ended: Promise<number | null>;
};

/** Starts `chatferry live receive`; resolves once it listens. */
async function startProgram(place: LivePlace, limit = ''): Promise<Program> {
  const env = { ...process.env, ...ENV };
  const args = ['live', 'receive', place.file];
  const child =
    limit === ''
      ? startCli(args, env)
      : spawn('sh', ['-c', `${limit} && exec "$0" "$@"`, process.execPath, program, ...args], { env });
  let printed = '';
  const heard = Promise.withResolvers<string>();
  const ended = once(child, 'close').then(([code]) => code as number | null);
  void ended.then(() => heard.reject(new Error(`it ended: ${printed}`)));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
      const [, address] = /received at (http:\S+)/.exec(printed) ?? [];
      if (address !== undefined) heard.resolve(address);
    });
  const address = await heard.promise;
  await using shared = await openSharedDocuments({ folder: place.pipeline.stateFolder }, realSystem);
  const paths = await readPaths(shared);
  return { child, address, path: paths?.old ?? '', printed: () => printed, ended };
}

/** Sends an event; resolves to the status, 0 if there was none. */
function send(
  { address, path }: Program,
  body: string,
  agent: Agent,
  authorization = login(ENV.OLD_PASSWORD),
): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(address + path, { method: 'POST', agent, headers: { authorization } }, (answer) => {
      resolve(answer.resume().statusCode ?? 0);
    });
    sent.on('error', () => resolve(0)).end(body);
  });
}

/** Sends numbered events over many connections until one is not answered; returns the numbers of those answered with 2xx. */
async function traffic(started: Program, from: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const answered: number[] = [];
  let next = from;
  let isOver = false;
  const sender = async (): Promise<void> => {
    while (!isOver) {
      const number = next++;
      const status = await send(started, JSON.stringify({ number, text: 'x'.repeat(1_000) }), agent);
      if (status === 200) answered.push(number);
      else isOver = true;
    }
  };
  await Promise.all(Array.from({ length: 16 }, sender));
  agent.destroy();
  return answered;
}

const numbersIn = async (place: LivePlace): Promise<readonly number[]> =>
  (await place.events('old')).map(
    ({ body }) => (JSON.parse(body.toString()) as { readonly number: number }).number,
  );

test('a receiver that is killed has every event that it answered with 2xx, and the next one goes on', async () => {
  await using place = await livePlace();
  const random = seeded(43);
  const answered: number[] = [];
  for (let round = 0; round < sized(4, 100); round += 1) {
    const started = await startProgram(place);
    const sent = traffic(started, round * 1_000_000);
    await new Promise((resolve) => setTimeout(resolve, 100 + random() * 900));
    started.child.kill('SIGKILL');
    answered.push(...(await sent));
    await started.ended;
  }
  expect(answered.length).toBeGreaterThan(20);
  const kept = new Set(await numbersIn(place));
  expect(answered.filter((number) => !kept.has(number))).toEqual([]);
  const gaps = readReceiver(new State(place.pipeline.stateFolder, realFiles).kept)?.gaps ?? [];
  expect(gaps.length).toBeGreaterThan(0);
  for (const { from, to, why } of gaps) expect([to > from, why]).toEqual([true, 'silent']);
});

test('a receiver that is told to end stores what is under way and ends with 0; its output has no secret', async () => {
  await using place = await livePlace();
  const started = await startProgram(place);
  const sent = traffic(started, 0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  started.child.kill('SIGTERM');
  const answered = await sent;
  expect(await started.ended).toBe(0);
  expect(answered.length).toBeGreaterThan(0);
  const kept = new Set(await numbersIn(place));
  expect(answered.filter((number) => !kept.has(number))).toEqual([]);
  const printed = started.printed();
  for (const secret of [...Object.values(ENV), started.path, started.path.split('/')[2] ?? ''])
    expect(printed).not.toContain(secret);
  const { counts } = {
    counts: readReceiver(new State(place.pipeline.stateFolder, realFiles).kept)?.sides.old,
  };
  expect(counts?.received).toBe(answered.length);
});

test('SIGHUP has secrets read again, and ends nothing', async () => {
  const text = pipelineText().replace('{ env: OLD_PASSWORD }', '{ file: secret }');
  await using place = await livePlace(text);
  const secret = join(place.folder, 'secret');
  writeFileSync(secret, 'first-password');
  const started = await startProgram(place);
  const agent = new Agent();
  const status = (password: string) => send(started, '{"number":1}', agent, login(password));
  expect(await status('first-password')).toBe(200);
  writeFileSync(secret, 'second-password');
  started.child.kill('SIGHUP');
  while (!started.printed().includes('read again'))
    await once(started.child.stdout as NodeJS.ReadableStream, 'data');
  expect([await status('first-password'), await status('second-password')]).toEqual([401, 200]);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
});

test('a second receiver ends with 8, one on a port that is taken with 2; each says why', async () => {
  await using place = await livePlace();
  const started = await startProgram(place);
  const run = async (file: string) => {
    const child = startCli(['live', 'receive', file], { ...process.env, ...ENV });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    return { code, said };
  };
  expect(await run(place.file)).toEqual({ code: 8, said: expect.stringContaining('STATE.LOCKED') });
  const other = join(place.folder, 'other');
  mkdirSync(other);
  const port = new URL(started.address).port;
  writeFileSync(join(other, 'other.yaml'), pipelineText(`  listen: { port: ${port} }`));
  expect(await run(join(other, 'other.yaml'))).toEqual({
    code: 2,
    said: expect.stringContaining('LIVE.LISTEN'),
  });
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
});

test('a disk that takes no more: 503, a person hears why, and what was answered with 200 is there', async () => {
  await using place = await livePlace();
  // In units of 512 bytes or of a kilobyte, by the shell: the file of events reaches it, nothing else does.
  const started = await startProgram(place, 'ulimit -f 200');
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const answered: number[] = [];
  let refused = 0;
  for (let number = 0; refused < 20; number += 1) {
    const status = await send(started, JSON.stringify({ number, text: 'x'.repeat(2_000) }), agent);
    if (status === 200) answered.push(number);
    else {
      expect(status).toBe(503);
      refused += 1;
    }
  }
  agent.destroy();
  expect(answered.length).toBeGreaterThan(10);
  expect(started.printed()).toContain('events are refused');
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  const kept = new Set(await numbersIn(place));
  expect(answered.filter((number) => !kept.has(number))).toEqual([]);
  const document = readReceiver(new State(place.pipeline.stateFolder, realFiles).kept);
  expect(document?.sides.old).toMatchObject({ received: answered.length, refused: { unavailable: refused } });
  expect(document?.gaps).toEqual([
    { side: 'old', from: expect.any(Number), to: expect.any(Number), why: 'refused' },
  ]);
});
