import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { summaryOf } from '../expected.ts';
import {
  conversation,
  type Lists,
  landed,
  message,
  ofFiles,
  page,
  pagesOf,
  participant,
  sid,
  user,
} from './files-of-twilio.ts';

const LISTS: Lists = {
  users: [user('ann'), user('ben')],
  conversations: [conversation('quay')],
  participants: [participant('quay', 'ann'), participant('quay', 'ben')],
  messages: [message('quay', 'ann', 0), message('quay', 'ben', 1)],
};
const { messages: _, ...PEOPLE } = LISTS;
const json = JSON.stringify;

/** A page of messages that says which one it is, and whether another one follows. */
const numbered = (number: number, isLast: boolean): object => {
  const url = (of: number): string =>
    `https://conversations.twilio.com/v1/Conversations/${sid('CH', 'quay')}/Messages?PageSize=1&Page=${of}${of === 0 ? '' : `&PageToken=PT${of}`}`;
  const { meta, ...list } = page('messages', [message('quay', 'ann', number)]);
  return {
    ...list,
    meta: { ...(meta as object), url: url(number), next_page_url: isLast ? null : url(number + 1) },
  };
};

test('pages that were not fetched are counted: each page names the next one', async () => {
  const notes = async (...pages: readonly object[]): Promise<readonly string[]> => {
    const files = pages.map((each, at) => [`export/messages-${at}.json`, json(each)]);
    await using here = await ofFiles({ ...pagesOf(PEOPLE), ...Object.fromEntries(files) });
    return (await summaryOf(here)).summary.notes;
  };
  expect(await notes(numbered(0, false), numbered(1, false), numbered(2, true))).toEqual([]);
  expect(await notes(numbered(1, true), numbered(0, false))).toEqual([]);
  expect(await notes(numbered(0, false), numbered(2, true))).toEqual([
    'pages that no file has: 1 (the one after messages-0.json); get each  meta.next_page_url  until it is null',
  ]);
});

test('pages that are missing are counted in one file, too, however long it is', async () => {
  const filler = message('quay', 'ann', 9, { body: 'x'.repeat(9_000) });
  const long = page(
    'messages',
    Array.from({ length: 500 }, (_, at) => ({ ...filler, sid: sid('IM', at) })),
  );
  const lines = [long, numbered(0, false), numbered(1, false), numbered(3, true)].map((each) => json(each));
  await using here = await ofFiles({ ...pagesOf(PEOPLE), 'export/all.ndjson': lines.join('\n') });
  const { summary } = await summaryOf(here);
  expect(summary.notes.join()).toContain('pages that no file has: 1 (the one after all.ndjson)');
  expect(summary.kinds.messages?.imported).toBe(503);
});

const ERROR = {
  code: 20_003,
  message: 'Authenticate',
  more_info: 'https://www.twilio.com/docs/errors/20003',
};

test('an answer that is an error is no empty page', async () => {
  for (const text of [json({ ...ERROR, status: 401 }), json({ ...ERROR, status: 401 }, null, 2)]) {
    await using here = await ofFiles({ ...pagesOf(PEOPLE), 'export/messages.json': text });
    const { report, summary } = await summaryOf(here);
    expect(report.problems.map(({ code, count }) => [code, count])).toEqual([['EXPORT.FILE_DAMAGED', 1]]);
    expect(report.problems[0]?.samples[0]).toMatchObject({ file: 'messages.json' });
    expect(report.problems[0]?.samples[0]?.message).toContain('docs/errors/20003');
    expect(summary.kinds.messages).toMatchObject({ read: 1, dropped: { unreadable: 1 } });
  }
  const lines = [...Object.entries(LISTS).map(([key, rows]) => page(key, rows)), ERROR].map((each) =>
    json(each),
  );
  await using appended = await ofFiles({ 'export/all.json': lines.join('\n') });
  const { summary } = await summaryOf(appended);
  expect(summary.kinds.messages).toMatchObject({ read: 3, imported: 2, dropped: { unreadable: 1 } });
  const rows = [...Object.values(LISTS).flat(), ERROR].map((each) => json(each));
  await using records = await ofFiles({ 'export/all.ndjson': rows.join('\n') });
  expect((await summaryOf(records)).summary.kinds).toMatchObject({
    users: { read: 2, imported: 2 },
    messages: { read: 3, imported: 2, dropped: { unreadable: 1 } },
  });
  await using alone = await ofFiles({ 'export/users.json': json(ERROR) });
  const { exitCode, stdout } = await runHere(['validate', alone.pipeline]);
  expect([exitCode, stdout]).toEqual([4, expect.stringContaining('docs/errors/20003')]);
});

test('pages in one array are read as they are one after the other', async () => {
  const pages = Object.entries(LISTS).map(([key, rows]) => page(key, rows));
  for (const text of [json(pages), json(pages.toReversed(), null, 2)]) {
    await using here = await ofFiles({ 'export/all.json': text });
    await here.json('run', '--yes');
    expect((await landed(here)).map(([sender, , text]) => [sender, text])).toEqual([
      ['ann', '0'],
      ['ben', '1'],
    ]);
  }
});

test('records that stand in others are named, and not left out in silence', async () => {
  const { users, conversations = [], participants, messages } = LISTS;
  const nested = conversations.map((row) => ({ ...row, participants, messages }));
  await using here = await ofFiles({ 'export/all.json': json({ users, conversations: nested }) });
  const { report, summary } = await summaryOf(here);
  expect(report.problems.map(({ code, count }) => [code, count])).toEqual([['EXPORT.FILE_DAMAGED', 2]]);
  expect(summary.kinds.messages).toMatchObject({ read: 1, dropped: { unreadable: 1 } });
  await using listed = await ofFiles({ 'export/all.json': json(nested) });
  expect((await summaryOf(listed)).summary.kinds.messages?.dropped).not.toEqual({});
});

test('files that are skipped are named', async () => {
  await using here = await ofFiles({
    ...pagesOf(LISTS),
    'export/login.html': '<!doctype html><title>Log in</title>',
    'export/users-1.json': '',
  });
  const { summary } = await summaryOf(here);
  expect(summary.notes).toContain(
    'files that do not come from Twilio were skipped: 2 (login.html, users-1.json)',
  );
});
