import { readFileSync } from 'node:fs';
import type { VerificationReport } from '../../../../src/features/verify/result/verification-report.ts';
import { startCli } from '../../../e2e/cli-process.ts';
import { runHere } from '../../verify/migrated.ts';
import { undoCommand } from './killing.ts';
import { randomExport } from './random-export.ts';
import { Seeded } from './seeded.ts';
import { type SyncScenario, syncScenario } from './syncs.ts';

/** Options of `simulateSequence`. */
export type SequenceOptions = {
  readonly seed: number;
  readonly api: 'import' | 'rest';
  /** Sync runs that are not killed. */
  readonly rounds: number;
};

const NAMES = ['users', 'groups', 'members', 'messages'] as const;
/** Users that exist before, in half of the sequences. */
const BEFORE = Array.from({ length: 8 }, (_, n) => `u-${n * 3}`);

/**
 * Sync runs and undos of random exports, each killed; then a sync run that is not killed, after which the service must equal
 * the export and another sync run must send nothing. Repeats this; returns the problems with the steps before them, or none.
 */
export async function simulateSequence({ seed, api, rounds }: SequenceOptions): Promise<string[]> {
  const random = new Seeded(seed);
  await using scenario = await syncScenario(NAMES, {
    sync: '{ onMissing: delete, maxDelete: 100% }',
    limits: 'batch: 5, concurrency: 3',
    api: api === 'rest' ? api : undefined,
  });
  const before = random.chance(0.5) ? BEFORE : [];
  for (const uid of before) await scenario.service.users.create({ uid, name: 'Old' });
  const steps = [`seed ${seed}, ${api}, ${before.length} users existed before`];
  for (let round = 0; round < rounds; round++) {
    for (let step = random.whole(1, 4); step > 0; step--) {
      scenario.put(randomExport(random, api));
      const isUndo = random.chance(0.25);
      const count = random.whole(1, api === 'rest' && !isUndo ? 120 : 60);
      const command = isUndo
        ? await undoCommand(scenario)
        : ['run', scenario.pipeline, '--yes', '--quiet', ...(await confirmed(scenario))];
      steps.push(`${isUndo ? 'undo' : 'sync run'} killed after ${count} writes`);
      await killed(scenario, command, count);
    }
    scenario.put(randomExport(random, api));
    const { exitCode, stderr, report } = await scenario.run(...(await confirmed(scenario)));
    steps.push(`sync run ended with ${exitCode}`);
    const trouble = [
      ...(exitCode === 0 ? [] : [`${stderr}${JSON.stringify(report.problems)}`]),
      ...(await differences(scenario, before)),
      ...(await duplicates(scenario)),
    ];
    const again = await scenario.run(...(await confirmed(scenario)));
    if (again.writes > 0) trouble.push(`a second sync run made ${again.writes} writes`);
    if (trouble.length > 0) return [...steps, ...trouble];
  }
  return [];
}

async function killed(scenario: SyncScenario, command: readonly string[], count: number): Promise<void> {
  const { child, ended } = startCli(command);
  const from = scenario.requests.length;
  const check = (): void => {
    const writes = scenario.requests.slice(from).filter((each) => /^(POST|PUT|DELETE) /.test(each));
    if (writes.length >= count) child.kill('SIGKILL');
  };
  scenario.requestEvents.on('request', check);
  await ended;
  scenario.requestEvents.off('request', check);
}

/** A confirmation in advance: more than half of so few rows change easily. */
async function confirmed(scenario: SyncScenario): Promise<readonly string[]> {
  const { id } = await scenario.plan();
  return id === undefined ? [] : ['--confirm', id];
}

/** Differences as `verify` lists them, except users that existed before: those may be in the service only. */
async function differences(scenario: SyncScenario, before: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runHere('verify', scenario.pipeline, '--json');
  const { files } = JSON.parse(stdout) as VerificationReport & { files: { differences: string } };
  const lines = readFileSync(files.differences, 'utf8').split('\n').filter(Boolean);
  return lines.filter((line) => {
    const { entity, mark, key } = JSON.parse(line) as { entity: string; mark: string; key: string };
    return !(entity === 'users' && mark === '-' && before.includes(key));
  });
}

async function duplicates(scenario: SyncScenario): Promise<readonly string[]> {
  const stored = await Array.fromAsync(scenario.service.messages.list({ category: 'message', limit: 1_000 }));
  const groups = Object.entries(Object.groupBy(stored, ({ muid }) => muid ?? ''));
  return groups.flatMap(([muid, same = []]) => (same.length > 1 ? [`${muid} is in the service twice`] : []));
}
