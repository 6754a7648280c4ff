import { expect, test } from 'vitest';
import { zipOf } from '../../input/sources/documents/zip-file.ts';
import {
  conversation,
  groupsIn,
  landed,
  message,
  ofFiles,
  pagesOf,
  participant,
  twilioHere,
  user,
} from './files-of-twilio.ts';

const unnamed = (name: string, more = {}) => conversation(name, { friendly_name: null, ...more });
const between = (name: string, ...identities: readonly string[]) =>
  identities.map((identity) => participant(name, identity));
const users = ['ann', 'ben', 'cy'].map((identity) => user(identity));

test('two participants without a name are a direct conversation, one with a name is a group', async () => {
  await using here = await twilioHere({
    users,
    conversations: [unnamed('pair', { unique_name: 'ann-ben' }), conversation('order 7')],
    participants: [...between('pair', 'ann', 'ben'), ...between('order 7', 'ann', 'ben')],
    messages: [message('pair', 'ann', 0), message('pair', 'system', 1), message('order 7', 'ben', 0)],
  });
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(result.export?.kinds).toMatchObject({
    conversations: { read: 2, imported: 1, converted: 1 },
    messages: { read: 3, imported: 2, dropped: { system: 1 } },
  });
  expect(await groupsIn(here)).toEqual([['order 7', 'private']]);
  expect(await landed(here)).toEqual([
    ['ann', 'ben', '0'],
    ['ben', expect.stringMatching(/^ch/), '0'],
  ]);
});

test('where somebody has written who left since, it is no conversation of two', async () => {
  await using here = await twilioHere({
    users,
    conversations: [unnamed('pair')],
    participants: between('pair', 'ann', 'ben'),
    messages: [message('pair', 'ann', 0), message('pair', 'cy', 1), message('pair', 'ben', 2)],
  });
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(result.export?.kinds.messages).toMatchObject({ read: 3, imported: 3 });
  expect(result.export?.notes.join()).toContain('conversations of two members in which others have written');
  expect(await groupsIn(here)).toEqual([['ANN, BEN, CY', 'private']]);
  // Nobody becomes a member by writing.
  expect(result.entities.members?.created).toBe(2);
});

test('whoever has left gets into no conversation: one participant, and another who has written', async () => {
  await using here = await twilioHere({
    users,
    conversations: [unnamed('left')],
    participants: between('left', 'ann'),
    messages: [message('left', 'ben', 0), message('left', 'ann', 1, { body: 'after ben has left' })],
  });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.entities.members?.created]).toEqual([0, 1]);
  expect(await groupsIn(here)).toEqual([['ANN, BEN', 'private']]);
  expect((await landed(here)).map(([sender, , text]) => [sender, text])).toEqual([
    ['ben', '0'],
    ['ann', 'after ben has left'],
  ]);
});

test('several conversations of the same people are never one', async () => {
  const order = [unnamed('second', { date_created: '2026-01-02T00:00:00Z' }), unnamed('first')];
  for (const conversations of [order, order.toReversed()]) {
    await using here = await twilioHere({
      users,
      conversations: [
        ...conversations,
        unnamed('three'),
        unnamed('three again'),
        unnamed('notes'),
        unnamed('more notes'),
      ],
      participants: [
        ...between('first', 'ann', 'ben'),
        ...between('second', 'ben', 'ann'),
        ...between('three', 'ann', 'ben', 'cy'),
        ...between('three again', 'ann', 'ben', 'cy'),
        ...between('notes', 'cy'),
        ...between('more notes', 'cy'),
      ],
      messages: [
        message('first', 'ann', 0, { body: 'of the first' }),
        message('second', 'ann', 0, { body: 'of the second' }),
      ],
    });
    const { exitCode, result } = await here.json('run', '--yes');
    expect(exitCode).toBe(0);
    expect(result.balanced).toBe(true);
    expect((await groupsIn(here)).map(([name]) => name)).toEqual([
      'ANN, BEN, CY',
      'ANN, BEN, CY',
      'BEN, ANN',
      'Notes of CY',
      'Notes of CY',
    ]);
    // The oldest one is theirs, whichever stands first.
    expect(await landed(here)).toEqual([
      ['ann', 'ben', 'of the first'],
      ['ann', expect.stringMatching(/^ch/), 'of the second'],
    ]);
  }
});

test('with anonymise and with an excluded user, nobody gets to read more', async () => {
  const lists = {
    users,
    conversations: [unnamed('pair'), unnamed('left')],
    participants: [...between('pair', 'ann', 'cy'), ...between('left', 'ann', 'ben')],
    messages: [message('pair', 'ann', 0), message('left', 'cy', 0), message('left', 'ben', 1)],
  };
  await using here = await twilioHere(lists, { options: ', exclude: { users: [cy] }' });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.conversations).toMatchObject({ converted: 1, dropped: { excluded: 1 } });
  expect(await landed(here)).toEqual([['ben', expect.stringMatching(/^ch/), '1']]);
  const files = Object.entries(pagesOf(lists)).map(([name, content]) => ({ name, content }));
  await using masked = await ofFiles({ 'export.zip': zipOf(files) }, { options: '.zip, anonymise: true' });
  expect((await masked.json('run', '--yes')).result.export?.kinds).toMatchObject({
    conversations: { converted: 2 },
    messages: { read: 3, dropped: {} },
  });
});
