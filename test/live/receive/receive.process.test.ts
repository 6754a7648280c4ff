import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPaths, readReceiver } from '../../../src/features/live/receive/receiver-state.ts';
import { State } from '../../../src/state/state.ts';
import { realFiles } from '../../../src/system/files.ts';
import { startCli } from '../../support/cli-process.ts';
import { sized } from '../../support/long-form.ts';
import { seeded } from '../../support/random.ts';
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
async function startProgram(place: LivePlace, env: Readonly<Record<string, string>> = ENV): Promise<Program> {
  const child = startCli(['live', 'receive', place.file], { ...process.env, ...env });
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
  const paths = readPaths(new State(place.pipeline.stateFolder, realFiles).kept);
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
async function traffic(program: Program, from: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const answered: number[] = [];
  let next = from;
  let isOver = false;
  const sender = async (): Promise<void> => {
    while (!isOver) {
      const number = next++;
      const status = await send(program, JSON.stringify({ number, text: 'x'.repeat(1_000) }), agent);
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
    const program = await startProgram(place);
    const sent = traffic(program, round * 1_000_000);
    await new Promise((resolve) => setTimeout(resolve, 100 + random() * 900));
    program.child.kill('SIGKILL');
    answered.push(...(await sent));
    await program.ended;
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
  const program = await startProgram(place);
  const sent = traffic(program, 0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  program.child.kill('SIGTERM');
  const answered = await sent;
  expect(await program.ended).toBe(0);
  expect(answered.length).toBeGreaterThan(0);
  const kept = new Set(await numbersIn(place));
  expect(answered.filter((number) => !kept.has(number))).toEqual([]);
  const printed = program.printed();
  for (const secret of [...Object.values(ENV), program.path, program.path.split('/')[2] ?? ''])
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
  const program = await startProgram(place);
  const agent = new Agent();
  const status = (password: string) => send(program, '{"number":1}', agent, login(password));
  expect(await status('first-password')).toBe(200);
  writeFileSync(secret, 'second-password');
  program.child.kill('SIGHUP');
  while (!program.printed().includes('read again'))
    await once(program.child.stdout as NodeJS.ReadableStream, 'data');
  expect([await status('first-password'), await status('second-password')]).toEqual([401, 200]);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});

test('a second receiver ends with 8, one on a port that is taken with 2; each says why', async () => {
  await using place = await livePlace();
  const program = await startProgram(place);
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
  const port = new URL(program.address).port;
  writeFileSync(join(other, 'other.yaml'), pipelineText(`  listen: { port: ${port} }`));
  expect(await run(join(other, 'other.yaml'))).toEqual({
    code: 2,
    said: expect.stringContaining('LIVE.LISTEN'),
  });
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});
