import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { sized } from '../../support/long-form.ts';
import { pick, type Random, seeded } from '../../support/random.ts';
import { daysAgo, TwilioData } from './twilio-data.ts';
import { held, twilioHere } from './twilio-here.ts';

const NIGHTS = sized(2, 10);
const PEOPLE = ['ann', 'ben', 'cy', 'dee', 'eve'];

/** What people do in a day: all that a nightly pull promises to see. */
function day(data: TwilioData, random: Random, night: number): void {
  const conversations = data.conversations.map(({ sid }) => String(sid));
  const recent = [...data.messages.values()]
    .flat()
    .filter(({ date_created: at }) => Date.parse(String(at)) > Date.parse(daysAgo(6)))
    .map(({ sid }) => String(sid));
  const acts: readonly (() => unknown)[] = [
    () => data.message(pick(random, conversations), pick(random, PEOPLE), daysAgo(random() * 2)),
    () => data.edit(pick(random, recent), { body: `changed ${night}`, date_updated: daysAgo(0) }),
    () => data.delete(pick(random, recent)),
    () => data.rename(pick(random, conversations), `name ${random()}`),
    () => data.leave(pick(random, conversations), pick(random, PEOPLE)),
    () => data.conversation(`new ${random()}`, PEOPLE.slice(0, 3)),
    () => data.edit(pick(random, recent), { attributes: `{"seen":${night}}`, date_updated: daysAgo(0) }),
  ];
  for (let each = 0; each < 12; each++) pick(random, acts)();
  if (night % 4 === 3) data.remove(pick(random, conversations));
}

test('nights with edits, deletions, new names and conversations, some of them stopped, end as a first pull would', async () => {
  const random = seeded(4711);
  const data = new TwilioData();
  for (const name of PEOPLE) data.user(name);
  const harbour = data.conversation('harbour', PEOPLE);
  data.conversation('quay', PEOPLE);
  for (let each = 0; each < 40; each++) data.message(harbour, pick(random, PEOPLE), daysAgo(8 - each / 5));
  await using nightly = await twilioHere(data, { rest: 'sync: { onMissing: delete, maxDelete: 100% }' });
  const { api, here } = nightly;
  const run = () => runHere(['run', here.pipeline, '--yes']);
  expect((await run()).exitCode).toBe(0);
  for (let night = 1; night <= NIGHTS; night++) {
    day(data, random, night);
    if (night % 2 === 0) {
      const last = api.requests.length + 1 + Math.floor(random() * 6);
      api.options.fault = (_, count) => (count > last ? { status: 401 } : undefined);
      expect((await run()).exitCode).toBe(10);
      api.options.fault = undefined;
    }
    const { exitCode, stderr } = await run();
    expect([night, exitCode], stderr).toEqual([night, 0]);
    await using fresh = await twilioHere(data);
    await fresh.here.json('run', '--yes');
    expect(await held(here), `night ${night}`).toEqual(await held(fresh.here));
  }
  expect(api.violations).toEqual([]);
});
