import { readFileSync } from 'node:fs';
import type { VerificationReport } from '../../../../src/features/verify/result/verification-report.ts';
import { startCli } from '../../../e2e/cli-process.ts';
import { runHere } from '../../verify/migrated.ts';
import { undoing } from './killing.ts';
import { randomExport } from './random-export.ts';
import { Seeded } from './seeded.ts';
import { type Nights, nights } from './syncs.ts';

export type SequenceOptions = {
  readonly seed: number;
  readonly api: 'import' | 'rest';
  /** Nights that come to their end. */
  readonly rounds: number;
};

const NAMES = ['users', 'groups', 'members', 'messages'] as const;
/** Every third user was there before in every other sequence. */
const BEFORE = Array.from({ length: 8 }, (_, n) => `u-${n * 3}`);

/**
 * Nights and undos of random exports, killed one after the other; then a night that comes to its end, which must bring the
 * service to what its export says and leave nothing for the next. Gives what was wrong, with what happened before.
 */
export async function liveSequence({ seed, api, rounds }: SequenceOptions): Promise<string[]> {
  const random = new Seeded(seed);
  await using own = await nights(NAMES, {
    sync: '{ onMissing: delete, maxDelete: 100% }',
    limits: 'batch: 5, concurrency: 3',
    api: api === 'rest' ? api : undefined,
  });
  const before = random.chance(0.5) ? BEFORE : [];
  for (const uid of before) await own.service.users.create({ uid, name: 'Old' });
  const story = [`seed ${seed}, ${api}, ${before.length} users were there before`];
  for (let round = 0; round < rounds; round++) {
    for (let step = random.whole(1, 4); step > 0; step--) {
      own.put(randomExport(random, api));
      const isUndo = random.chance(0.25);
      const count = random.whole(1, api === 'rest' && !isUndo ? 120 : 60);
      const command = isUndo
        ? await undoing(own)
        : ['run', own.pipeline, '--yes', '--quiet', ...(await confirmed(own))];
      story.push(`${isUndo ? 'undo' : 'night'} killed after ${count} writes`);
      await killed(own, command, count);
    }
    own.put(randomExport(random, api));
    const { exitCode, stderr, report } = await own.run(...(await confirmed(own)));
    story.push(`night ended with ${exitCode}`);
    const trouble = [
      ...(exitCode === 0 ? [] : [`${stderr}${JSON.stringify(report.problems)}`]),
      ...(await differences(own, before)),
      ...(await twice(own)),
    ];
    const again = await own.run(...(await confirmed(own)));
    if (again.writes > 0) trouble.push(`the same once more made ${again.writes} writes`);
    if (trouble.length > 0) return [...story, ...trouble];
  }
  return [];
}

async function killed(own: Nights, command: readonly string[], count: number): Promise<void> {
  const { child, ended } = startCli(command);
  const from = own.requests.length;
  const look = (): void => {
    const writes = own.requests.slice(from).filter((each) => /^(POST|PUT|DELETE) /.test(each));
    if (writes.length >= count) child.kill('SIGKILL');
  };
  own.heard.on('request', look);
  await ended;
  own.heard.off('request', look);
}

/** More than half of so few rows change easily. */
async function confirmed(own: Nights): Promise<readonly string[]> {
  const { id } = await own.plan();
  return id === undefined ? [] : ['--confirm', id];
}

/** Differences as `verify` lists them, but for users that were there before: those may be in the service alone. */
async function differences(own: Nights, before: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runHere('verify', own.pipeline, '--json');
  const { files } = JSON.parse(stdout) as VerificationReport & { files: { differences: string } };
  const lines = readFileSync(files.differences, 'utf8').split('\n').filter(Boolean);
  return lines.filter((line) => {
    const { entity, mark, key } = JSON.parse(line) as { entity: string; mark: string; key: string };
    return !(entity === 'users' && mark === '-' && before.includes(key));
  });
}

async function twice(own: Nights): Promise<readonly string[]> {
  const held = await Array.fromAsync(own.service.messages.list({ category: 'message', limit: 1_000 }));
  const groups = Object.entries(Object.groupBy(held, ({ muid }) => muid ?? ''));
  return groups.flatMap(([muid, same = []]) => (same.length > 1 ? [`${muid} is there twice`] : []));
}
