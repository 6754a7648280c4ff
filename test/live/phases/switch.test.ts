import { expect, test } from 'vitest';
import { liveHere } from './live-here.ts';
import { people, say, type TwoSystems, twoSystems, untilTexts } from './two-systems.ts';

type SwitchPrinted = { readonly notices: readonly string[]; readonly live: { readonly phase: string } };

/** Lets both systems live, lets somebody do something behind our back, and returns the answer of a switch. */
async function switched(
  systems: TwoSystems,
  plant: (systems: TwoSystems, id: string) => Promise<unknown>,
): Promise<{ readonly exitCode: number; readonly notices: readonly string[]; readonly phase: string }> {
  const { old, new: fresh } = systems;
  const here = liveHere(systems.pipeline);
  await people(old);
  const stop = new AbortController();
  const running = here.live({}, stop.signal);
  await systems.until(({ phase }) => phase === 'live', 'live');
  await say(old, 'ann', 'hello');
  await untilTexts(fresh, ['hello']);
  let id = '';
  for await (const message of fresh.messages.list({ limit: 100 }))
    if (message.category === 'message') id = message.id;
  await plant(systems, id);
  const { exitCode, printed } = await here.switch();
  const { notices, live } = printed as SwitchPrinted;
  stop.abort();
  await running;
  return { exitCode, notices, phase: live.phase };
}

/** A pipeline of one direction: changes of the service alone are differences. */
const forward = (): Promise<TwoSystems> => twoSystems(['  direction: forward']);

test('nothing differs: it says what was compared, and moves', async () => {
  await using systems = await forward();
  const { exitCode, notices, phase } = await switched(systems, async () => {});
  expect([exitCode, phase, notices]).toEqual([0, 'switched', expect.any(Array)]);
  expect(notices.join('\n')).toMatch(/2 users, 1 group, 2 members, 1 message; 0 differences/);
  expect(notices.join('\n')).toContain('not compared: pins');
});

const DIFFERENCES: readonly (readonly [
  string,
  RegExp,
  (systems: TwoSystems, id: string) => Promise<unknown>,
])[] = [
  [
    'a text',
    /^message \* /,
    ({ new: fresh }, id) => fresh.messages.edit(id, { data: { text: 'else' } }, { onBehalfOf: 'ann' }),
  ],
  [
    'a message',
    /^message \+ /,
    ({ new: fresh }, id) => fresh.messages.delete(id, { permanent: true }, { onBehalfOf: 'ann' }),
  ],
  ['a user', /^user \* bob$/, ({ new: fresh }) => fresh.users.update('bob', { name: 'Somebody' })],
  ['a group', /^group \* team$/, ({ new: fresh }) => fresh.groups.update('team', { name: 'Other' })],
  ['a member', /^member \+ team_member_bob$/, ({ new: fresh }) => fresh.members.kick('team', 'bob')],
];

test.each(DIFFERENCES)(
  '%s that differs on the service is named, and nobody moves',
  async (_, named, plant) => {
    await using systems = await forward();
    const { exitCode, notices, phase } = await switched(systems, plant);
    expect(notices.filter((line) => named.test(line))).toHaveLength(1);
    expect(notices.join('\n')).toMatch(/; 1 difference$/m);
    expect([exitCode, phase]).toEqual([5, 'live']);
  },
);
