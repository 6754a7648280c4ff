import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import type { Fault } from './fake-twilio.ts';
import { daysAgo, TwilioData } from './twilio-data.ts';
import { held, type TwilioHere, twilioHere } from './twilio-here.ts';

/** Two conversations with recent messages; the first one is long. */
function talk(): { readonly data: TwilioData; readonly sid: string; readonly recent: readonly string[] } {
  const data = new TwilioData();
  for (const name of ['ann', 'ben']) data.user(name);
  const sid = data.conversation('a', ['ann', 'ben']);
  const other = data.conversation('b', ['ann', 'ben']);
  const recent = [3, 2, 1].map((days) => data.message(sid, 'ann', daysAgo(days)));
  for (let at = 0; at < 20; at++) data.message(other, 'ben', daysAgo(20));
  return { data, sid, recent };
}

const run = async ({ here }: TwilioHere): Promise<string> => {
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  return `${exitCode} ${stderr}`;
};
const standing = async ({ here }: TwilioHere): Promise<number> =>
  ((await held(here)) as { readonly messages: readonly unknown[] }).messages.length;

const EMPTY = JSON.stringify({ messages: [], meta: { key: 'messages', next_page_url: null } });
const NOT_FOUND = JSON.stringify({ code: 20_404, message: 'not found', status: 404 });

test.each<readonly [what: string, fault: Fault]>([
  ['empty', { status: 200, body: EMPTY }],
  ['404 with HTML', { status: 404, body: '<html>' }],
  ['"not found"', { status: 404, body: NOT_FOUND }],
])('a list of messages that is %s for one night deletes nothing', async (_what, fault) => {
  const { data, sid } = talk();
  await using night = await twilioHere(data, { rest: 'sync: {}' });
  expect(await run(night)).toMatch(/^0 /);
  night.api.options.fault = (path) => (path.includes(`${sid}/Messages`) ? fault : undefined);
  expect(await run(night)).toMatch(/^4 [\s\S]*PULL\.FORM/);
  expect(await standing(night)).toBe(23);
  night.api.options.fault = undefined;
  expect(await run(night)).toMatch(/^0 /);
  expect(await standing(night)).toBe(23);
  expect(night.api.violations).toEqual([]);
});

test('a conversation whose messages are all deleted is believed in the second night', async () => {
  const { data, recent } = talk();
  await using night = await twilioHere(data, { rest: 'sync: {}' });
  expect(await run(night)).toMatch(/^0 /);
  for (const id of recent) data.delete(id);
  expect(await run(night)).toMatch(/^4 /);
  expect(await standing(night)).toBe(23);
  expect(await run(night)).toMatch(/^0 /);
  expect(await standing(night)).toBe(20);
});
