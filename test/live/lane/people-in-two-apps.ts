import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../support/random.ts';
import { compareApps } from '../chaos/compare-apps.ts';
import { peopleOf } from '../chaos/people.ts';
import { type EventFaults, type LaneRules, openTwoLanes } from './two-lanes.ts';

/** What was found after people have used two apps at the same time. */
export type FoundAlike = {
  /** Sentences about what is not the same, and about counts that do not add up. */
  readonly problems: readonly string[];
  readonly messages: number;
  /** Requests that wrote something after nobody did anything any more. */
  readonly echoes: number;
};

const NO_FAULTS = { lost: 0, doubled: 0, late: 0 };

/** Time in which nobody may write anything any more. */
const QUIET_MS = 1_500;

/** Lets people use two apps for a while; then both have to be the same, and nothing may go round. */
export async function peopleInTwoApps(
  seed: number,
  acts: number,
  faults: Omit<EventFaults, 'random'> = NO_FAULTS,
  rules: LaneRules = {},
): Promise<FoundAlike> {
  const random = seeded(seed);
  await using world = await openTwoLanes(rules, { ...faults, random });
  const { old, new: fresh } = world.apps;
  for (const uid of ['ann', 'ben', 'cleo']) await old.call('POST', '/users', { uid, name: uid });
  await old.call('POST', '/groups', { guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await old.call('POST', '/groups/team/members', { participants: ['ben', 'cleo'] });
  await world.reconcile();
  const people = [peopleOf(old, random), peopleOf(fresh, random)];
  await Promise.all(
    people.map(async (each) => {
      for (let act = 0; act < acts; act++) {
        await each.act();
        await sleep(random() * 40);
      }
    }),
  );
  await world.quiet();
  await world.reconcile();
  await world.quiet();
  const writes = (): number => old.writes.length + fresh.writes.length;
  const before = writes();
  await sleep(QUIET_MS);
  const echoes = writes() - before;
  const problems = [...(await compareApps(old, fresh)), ...world.failures];
  for (const lane of Object.values(world.lanes)) {
    const { received, echoes: _, conflicts: __, ...others } = lane.counts;
    const sum = Object.values(others).reduce((total, count) => total + count, 0);
    if (sum !== received) problems.push(`received ${received}, and the outcomes are ${sum}`);
    for (const { code, message, about } of lane.dead()) problems.push(`dead: ${about}: ${code} ${message}`);
  }
  if (echoes > 0) problems.push(`${echoes} requests after everything was quiet`);
  return { problems, messages: people.reduce((sum, { said }) => sum + said.size, 0), echoes };
}
