import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { Seeded } from '../sync/scenario/seeded.ts';
import { type Export, type SyncScenario, syncScenario } from '../sync/scenario/syncs.ts';

const ENTITIES = ['users', 'messages'] as const;
const message = (index: number, receiver = 'ann') => ({
  muid: `M-${index}`,
  sender: 'bob',
  receiver,
  receiverType: 'user',
  sentAt: 1_700_000_000 + index,
  text: `text ${index}`,
});
/** One user is refused, and with it a message. */
const EXPORT: Export = {
  users: [{ uid: 'ann', name: 'Ann' }, { uid: 'bob', name: 'Bob' }, { uid: 'cid' }],
  messages: [...Array.from({ length: 40 }, (_, index) => message(index)), message(40, 'cid')],
};

async function finished(sync: string | false): Promise<SyncScenario> {
  const scenario = await syncScenario(ENTITIES, { sync });
  scenario.put(EXPORT);
  const { exitCode, stderr } = await scenario.run();
  expect(exitCode, stderr).toBe(4);
  return scenario;
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] as number) ^ 0x10;
  writeFileSync(path, bytes);
}

/** Runs a command; it must end with STATE.CORRUPT and send nothing. */
async function refusal(scenario: SyncScenario, ...command: readonly string[]) {
  const before = scenario.requests.length;
  const ended = await runHere(command);
  expect([command[0], ended.exitCode, ended.stderr]).toEqual([
    command[0],
    9,
    expect.stringContaining('STATE.CORRUPT'),
  ]);
  expect(scenario.requests.length - before).toBe(0);
  return ended;
}

type Finding = { readonly file: string; readonly status: string; readonly byte?: number };

async function check({ pipeline }: SyncScenario): Promise<{ exitCode: number; findings: Finding[] }> {
  const { exitCode, stdout, stderr } = await runHere(['state', 'check', pipeline, '--json']);
  if (stdout === '') throw new Error(stderr);
  return { exitCode, findings: JSON.parse(stdout).findings };
}

const damaged = ({ findings }: { findings: Finding[] }): string[] =>
  findings.filter(({ status }) => status === 'damaged').map(({ file }) => file);

describe('damage in what a one-shot run keeps', () => {
  const CASES: Readonly<Record<string, { file: string; damage: (path: string) => void; byte?: number }>> = {
    'keys: a flipped bit': { file: 'keys/messages.bin', damage: (path) => flip(path, 100), byte: 0 },
    'keys: cut off': { file: 'keys/users.bin', damage: (path) => truncateSync(path, 16), byte: 16 },
    'keys: gone': { file: 'keys/users.bin', damage: (path) => rmSync(path), byte: 0 },
    'keys: zeroes': {
      file: 'keys/messages.bin',
      damage: (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
      byte: 0,
    },
    'checkpoint: a flipped bit': { file: 'checkpoint.json', damage: (path) => flip(path, 300) },
    'checkpoint: cut off': { file: 'checkpoint.json', damage: (path) => truncateSync(path, 200) },
    'ledger: its head': { file: 'ledger.log', damage: (path) => flip(path, 3), byte: 0 },
    'ledger: a row': { file: 'ledger.log', damage: (path) => flip(path, 2_000) },
  };
  test.each(Object.keys(CASES))('%s', async (name) => {
    const { file, damage, byte } = CASES[name] as (typeof CASES)[string];
    await using scenario = await finished(false);
    const { pipeline } = scenario;
    expect((await check(scenario)).exitCode).toBe(0);
    damage(join(scenario.state, file));

    const { stderr } = await refusal(scenario, 'run', pipeline, '--yes');
    expect(stderr).toContain(file.split('/').at(-1));
    expect(stderr).toContain(`chatferry state repair ${pipeline}`);
    await refusal(scenario, 'rejects', 'retry', pipeline, '--yes');
    const checked = await check(scenario);
    expect(checked.exitCode).toBe(9);
    expect(damaged(checked)).toEqual([file]);
    if (byte !== undefined) expect(checked.findings.find((one) => one.file === file)?.byte).toBe(byte);

    const repaired = await runHere(['state', 'repair', pipeline, '--yes']);
    expect(repaired.exitCode, repaired.stderr).toBe(0);
    expect(repaired.stdout).toContain(file);
    expect((await check(scenario)).exitCode).toBe(0);
    const again = await scenario.run();
    expect(again.exitCode, again.stderr).toBe(4);
    expect(again.report.entities.messages).toMatchObject({ read: 41, blocked: 1, rejected: 0 });
    const undo = JSON.parse((await runHere(['undo', pipeline, '--json'])).stdout);
    expect(undo.entities.users).toMatchObject({ direct: 2, before: 0 });
  });
});

test.each(['{}', false] as const)('a damaged archive is written anew (sync: %s)', async (sync) => {
  await using scenario = await syncScenario(ENTITIES, { sync });
  const { pipeline, state } = scenario;
  writeFileSync(
    pipeline,
    `${readFileSync(pipeline, 'utf8')}retention: { policy: archive, messagesOlderThanDays: 1 }\n`,
  );
  scenario.put(EXPORT);
  const first = await scenario.run();
  expect([first.exitCode, first.report.entities.messages]).toMatchObject([4, { skipped: 41 }]);
  const path = join(state, 'archive', 'messages.ndjson');
  const kept = readFileSync(path, 'utf8');
  expect((await check(scenario)).exitCode).toBe(0);
  // As long as before, and still NDJSON.
  writeFileSync(path, kept.replace('text 7', 'text 8'));
  await refusal(scenario, 'run', pipeline, '--yes');
  expect(damaged(await check(scenario))).toEqual(['archive/messages.ndjson']);
  expect((await runHere(['state', 'repair', pipeline, '--yes'])).exitCode).toBe(0);
  expect((await scenario.run()).exitCode).toBe(4);
  expect(readFileSync(path, 'utf8')).toBe(kept);
});

test('a retry whose state is damaged can begin again', async () => {
  await using scenario = await finished(false);
  const { pipeline, state } = scenario;
  mkdirSync(join(state, 'retry'));
  writeFileSync(join(state, 'retry', 'checkpoint.json'), '{"sha256":"');
  await refusal(scenario, 'rejects', 'retry', pipeline, '--yes');
  expect(damaged(await check(scenario))).toEqual(['retry/checkpoint.json']);
  expect((await runHere(['state', 'repair', pipeline, '--yes'])).exitCode).toBe(0);
  expect((await runHere(['rejects', 'retry', pipeline, '--yes'])).exitCode).toBe(4);
});

test('the state of a run is not checked or repaired while it is under way', async () => {
  await using scenario = await syncScenario(ENTITIES, { sync: false });
  scenario.put(EXPORT);
  const exits: Promise<number>[] = [];
  scenario.requestEvents.once('request', () => {
    for (const verb of ['check', 'repair'])
      exits.push(runHere(['state', verb, scenario.pipeline]).then(({ exitCode }) => exitCode));
  });
  expect((await scenario.run()).exitCode).toBe(4);
  expect(await Promise.all(exits)).toEqual([8, 8]);
});

describe('damage in what a sync keeps', () => {
  test.each(['checkpoint.json', 'sync/messages.bin', 'keys/users.bin', 'ledger.log'])(
    '%s: the next command that is named mends it',
    async (file) => {
      await using scenario = await finished('{}');
      const { pipeline } = scenario;
      flip(join(scenario.state, file), file === 'ledger.log' ? 5 : 20);
      // A sync run does not need the keys of the last one.
      const command = file.startsWith('keys') ? ['rejects', 'retry'] : ['run'];
      const { stderr } = await refusal(scenario, ...command, pipeline, '--yes');
      expect(stderr).toContain(`chatferry state repair ${pipeline}`);
      expect(damaged(await check(scenario))).toEqual([file]);
      const repaired = await runHere(['state', 'repair', pipeline, '--yes']);
      expect(repaired.exitCode, repaired.stderr).toBe(0);
      const again = await scenario.run();
      expect(again.exitCode).toBe(4);
      expect(again.writes).toBe(0);
      expect(again.report.entities.messages).toMatchObject({ unchanged: 40, blocked: 1 });
    },
  );

  test('a plan that was changed is not carried out', async () => {
    await using scenario = await finished('{}');
    const path = join(scenario.state, 'plan.json');
    await scenario.plan();
    expect((await check(scenario)).exitCode).toBe(0);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"serial": ', '"serial": 1'));
    await refusal(scenario, 'run', scenario.pipeline, '--yes', '--plan', path);
    expect(damaged(await check(scenario))).toEqual(['plan.json']);
    expect((await runHere(['state', 'repair', scenario.pipeline, '--yes'])).exitCode).toBe(0);
    expect((await check(scenario)).exitCode).toBe(0);
  });
});

describe('rejects files', () => {
  test('correcting one after the run is no damage', async () => {
    await using scenario = await finished(false);
    const path = join(scenario.state, 'rejects', 'users.csv');
    writeFileSync(path, readFileSync(path, 'utf8').replace('cid,', 'cid,Cid'));
    const checked = await check(scenario);
    expect(checked.exitCode).toBe(0);
    expect(checked.findings).toContainEqual(
      expect.objectContaining({ file: 'rejects/users.csv', status: 'changed' }),
    );
    const retried = await runHere(['rejects', 'retry', scenario.pipeline, '--yes']);
    expect(retried.exitCode, retried.stdout).toBe(0);
    expect((await check(scenario)).exitCode).toBe(0);
    expect((await runHere(['run', scenario.pipeline, '--yes'])).exitCode).toBe(0);
  });
});

test('bytes beyond what the checkpoint claims are cut off and are no damage', async () => {
  await using scenario = await finished(false);
  for (const file of ['keys/users.bin', 'keys/messages.bin', 'rejects/users.csv'])
    writeFileSync(join(scenario.state, file), Buffer.alloc(33), { flag: 'a' });
  expect((await check(scenario)).exitCode).toBe(0);
  expect((await scenario.run()).exitCode).toBe(4);
});

test('a flipped byte anywhere in a kept file is found, and nothing is sent', async () => {
  const random = new Seeded(15);
  await using scenario = await finished('{}');
  await scenario.plan();
  const names = ['checkpoint.json', 'plan.json'];
  for (const folder of ['keys', 'sync'])
    names.push(...readdirSync(join(scenario.state, folder)).map((name) => `${folder}/${name}`));
  // Nothing depends on the memory of fields: a damaged record of it names none.
  const files = names.filter((name) => !name.endsWith('.fields'));
  const before = scenario.requests.length;
  for (let round = 0; round < 60; round++) {
    const file = random.pick(files);
    const path = join(scenario.state, file);
    const kept = readFileSync(path);
    if (kept.length === 0) continue;
    const at = random.whole(0, kept.length - 1);
    flip(path, at);
    const checked = await check(scenario);
    expect([file, at, checked.exitCode, damaged(checked)]).toEqual([file, at, 9, [file]]);
    writeFileSync(path, kept);
  }
  expect(scenario.requests.length - before).toBe(0);
  expect((await check(scenario)).exitCode).toBe(0);
});

test('a state that was written before there were checksums is opened', async () => {
  await using scenario = await finished(false);
  const path = join(scenario.state, 'checkpoint.json');
  const { checkpoint } = JSON.parse(readFileSync(path, 'utf8'));
  delete checkpoint.sums;
  delete checkpoint.ledger;
  const body = JSON.stringify(checkpoint);
  const { createHash } = await import('node:crypto');
  const sha256 = createHash('sha256').update(body).digest('hex');
  writeFileSync(path, `{"sha256":"${sha256}","checkpoint":${body}}`);
  expect((await check(scenario)).exitCode).toBe(0);
  expect((await scenario.run()).exitCode).toBe(4);
  expect((await runHere(['undo', scenario.pipeline, '--json'])).exitCode).toBe(0);
});
