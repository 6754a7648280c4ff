import { expect, test } from 'vitest';
import { serviceHere } from '../../../support/service-here.ts';

const SENT = { sender: 's1', receiver: 's2', receiverType: 'user' };
const FILE = {
  url: 'https://files.example.com/a.png',
  name: 'a.png',
  mimeType: 'image/png',
  extension: 'png',
};
const ROWS = [
  { type: 'image', data: {} },
  { type: 'file', data: { text: 'cap' } },
  { category: 'custom', type: 'loc', data: {} },
  { type: 'image', data: { attachments: [{ ...FILE, size: null }] } },
  { data: { text: 'hello', metadata: null } },
  { type: 'image', data: { attachments: [{ ...FILE, size: 350 }] } },
  { type: 'image', data: { attachments: [{ ...FILE, size: '350' }] } },
  { category: 'custom', type: 'loc', data: { customData: { lat: 1 } } },
  { data: { text: 'hello' } },
];
/** How many of these the call to send messages refuses. */
const REFUSED = 5;
const FILES = {
  'users.csv': 'uid,name\ns1,S\ns2,T\n',
  'messages.ndjson': ROWS.map(
    (row, at) => `${JSON.stringify({ muid: `e${at + 1}`, ...SENT, sentAt: 1_795_000_000 + at, ...row })}\n`,
  ).join(''),
};

/** The muids of the messages that the service has, in the order of time. */
async function held({ service }: Awaited<ReturnType<typeof serviceHere>>): Promise<string[]> {
  const found: string[] = [];
  for await (const { muid = '' } of service.messages.list({ affix: 'append' })) found.push(muid);
  return found;
}
const RIGHT = ['e6', 'e7', 'e8', 'e9'];

test('api: import sends messages that the call to send them refuses, after a notice for each; a service that checks them refuses them', async () => {
  await using here = await serviceHere({ files: FILES });
  const { exitCode, result } = await here.json('validate');
  expect(exitCode).toBe(0);
  const doubtful = result.notices.find(({ code }) => code === 'MESSAGE.CONTENT_DOUBTFUL');
  expect(doubtful?.count).toBe(REFUSED);
  expect(doubtful?.samples.map(({ key }) => key)).toEqual(['e1', 'e2', 'e3', 'e4', 'e5']);
  expect((await here.json('plan')).result.warnings).toContainEqual(
    expect.stringContaining(`the service may refuse ${REFUSED} messages`),
  );
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await held(here)).toHaveLength(ROWS.length);

  await using strict = await serviceHere({
    files: FILES,
    quirks: 'importcontent=checked',
    rest: 'thresholds: { rejected: "<90%" }',
  });
  const { result: refused } = await strict.json('run', '--yes');
  expect(refused.entities.messages).toMatchObject({ created: RIGHT.length, rejected: REFUSED });
  expect(await held(strict)).toEqual(RIGHT);
});

test('api: rest has the same rules: what import has doubts about is rejected before anything is sent', async () => {
  await using here = await serviceHere({
    files: FILES,
    api: 'rest',
    rest: 'thresholds: { rejected: "<90%" }',
  });
  const { result } = await here.json('validate');
  expect(result.problems.map(({ code, count }) => [code, count])).toEqual([
    ['MESSAGE.FILE_MISSING', 2],
    ['MESSAGE.CUSTOM_DATA_MISSING', 1],
    ['MESSAGE.ATTACHMENT_INVALID', 1],
    ['ROW.FIELD_TYPE', 1],
  ]);
  await here.json('run', '--yes');
  expect(await held(here)).toEqual(RIGHT);
});
