import { expect, test } from 'vitest';
import { serviceHere } from '../../../support/service-here.ts';
import { syntheticTwilio, type TwilioData } from '../twilio-data.ts';
import { held, twilioHere } from '../twilio-here.ts';
import { eventOf } from '../twilio-hooks.ts';
import { changeOf, pulledText } from './reading-events.ts';

/** Every record of an account as the event that Twilio would send about it. */
function* eventsOf(data: TwilioData): Generator<URLSearchParams> {
  for (const row of data.users) yield eventOf('onUserAdded', row);
  for (const row of data.conversations) yield eventOf('onConversationAdded', row);
  for (const rows of data.participants.values())
    for (const row of rows) yield eventOf('onParticipantAdded', row);
  for (const rows of data.messages.values())
    for (const row of rows)
      yield eventOf(row['date_updated'] === row['date_created'] ? 'onMessageAdded' : 'onMessageUpdated', row);
}

test('events and lists of the same account give the same users, groups, members and messages', async () => {
  const data = syntheticTwilio();
  const changes = [...eventsOf(data)].map(changeOf);
  const text = pulledText([
    // Events do not tell of roles, and not of timers and bindings.
    ...data.roles.map((row) => ({ list: 'roles', row })),
    ...changes.flatMap(({ rows }) => rows),
  ]);
  await using listed = await twilioHere(data);
  await using heard = await serviceHere({
    files: { 'export/records.jsonl': text },
    rest: '  export: { system: twilio, path: export }\nretention: { messagesOlderThanDays: 36500 }',
  });
  const found = [];
  for (const here of [listed.here, heard]) {
    const { exitCode } = await here.json('run', '--yes');
    found.push({ exitCode, held: await held(here) });
  }
  expect(found[1]).toEqual(found[0]);
  expect(found[0]?.exitCode).toBe(0);
});
