import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { serviceHere } from '../../support/service-here.ts';
import { summaryOf } from '../expected.ts';
import { account, chat, ofFiles, run, said } from './files-of-telegram.ts';

const codesOf = async (files: Parameters<typeof ofFiles>[0], more: Parameters<typeof ofFiles>[1] = {}) => {
  await using here = await ofFiles(files, more);
  const { report, summary } = await summaryOf(here);
  expect(report.balanced).toBe(true);
  return { summary, codes: report.problems.map(({ code, count }) => [code, count]) };
};

test('a time without a zone is refused until the pipeline says in which zone it was exported', async () => {
  const timeless = { ...said(1, 1, 1, 'x'), date: '2026-07-01T10:00:00', date_unixtime: undefined };
  const files = { 'result.json': chat('private_supergroup', 9, [timeless]) };
  await using here = await ofFiles(files);
  const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('EXPORT.ZONE_MISSING')]);
  expect(stderr).toContain('2026-07-01T10:00:00');
  const { landed } = await run(files, { options: ', zone: Europe/Berlin' });
  expect(landed[0]?.['sentAt']).toBe(Date.UTC(2026, 6, 1, 8) / 1000);
  await using wrong = await ofFiles(files, { options: ', zone: Nowhere' });
  expect((await runHere(['validate', wrong.pipeline])).stderr).toContain('there is no zone Nowhere');
});

test('rows that cannot be taken are rejected or left out by name, and everything around them lands', async () => {
  const rows = [
    said(1, 1, 1, 'good'),
    null,
    7,
    { id: 2, type: 'unsupported' },
    { ...said(3, 3, 1, 'x'), type: 'shelf' },
    { ...said(4, 4, 1, 'x'), date_unixtime: 'soon', date: null },
    { ...said(5, 5, 1, 'x'), date_unixtime: '0' },
    { ...said(6, 6, 1, 'x'), date_unixtime: undefined },
    {
      id: null,
      type: 'message',
      date_unixtime: '1767225610',
      from: null,
      from_id: null,
      text: 'bare',
      text_entities: null,
      reactions: null,
    },
    said(8, 8, 2, 'reply to nobody', { reply_to_message_id: 4000 }),
    said(9, 9, 2, '', {}),
  ];
  const { codes, summary } = await codesOf({ 'result.json': chat('private_supergroup', 9, rows) });
  expect(codes.toSorted()).toEqual([
    ['EXPORT.ROW_UNKNOWN', 3],
    ['ROW.TIME_INVALID', 3],
  ]);
  expect(summary.kinds).toMatchObject({
    messages: { read: 11, imported: 3, dropped: { unsupported: 1, unreadable: 3, timeInvalid: 3, empty: 1 } },
    replies: { read: 1, kept: 1 },
  });
});

test('null in place of what a chat has, and chats without anything, cost nobody a message', async () => {
  const bare = { name: null, type: null, id: null, messages: [said(1, 1, 1, 'a')] };
  const { texts, exitCode } = await run({
    'result.json': account(1, [
      bare,
      { messages: [said(1, 2, 2, 'b')] },
      { name: 'x' },
      chat('personal_chat', 2, [], null),
    ]),
    'other.json': { messages: [said(1, 3, 3, 'c')] },
  });
  expect([exitCode, texts]).toEqual([0, ['a', 'b', 'c']]);
});

test('a third one in a chat of two is rejected', async () => {
  const messages = [said(1, 1, 1, 'a'), said(2, 2, 2, 'b'), said(3, 3, 3, 'c')];
  const { codes } = await codesOf({ 'result.json': account(1, [chat('personal_chat', 2, messages)]) });
  expect(codes).toEqual([['EXPORT.SENDER_UNKNOWN', 1]]);
});

test('a file that is cut is refused alone; among others, what comes after the damage is missing', async () => {
  const whole = JSON.stringify(
    chat('private_supergroup', 9, [said(1, 1, 1, 'a'), said(2, 2, 1, 'b')]),
    undefined,
    1,
  );
  const cut = whole.slice(0, whole.indexOf('"b"'));
  await using alone = await ofFiles({ 'result.json': cut });
  const { exitCode, stderr } = await runHere(['validate', alone.pipeline]);
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('SOURCE.TRUNCATED')]);
  const { codes, summary } = await codesOf({
    '1.json': cut,
    '2.json': chat('private_group', 8, [said(1, 1, 2, 'c')]),
  });
  expect(codes).toEqual([['EXPORT.FILE_DAMAGED', 1]]);
  expect(summary.kinds.messages).toMatchObject({ read: 3, imported: 2 });
});

test('pages for people are refused, with what to export instead', async () => {
  const page =
    '<!DOCTYPE html><html><head><title>Exported Data</title></head><body><div class="page_wrap"><div class="page_header">';
  for (const system of ['auto', 'telegram']) {
    await using here = await serviceHere({
      files: { 'export/messages.html': page, 'export/messages2.html': page },
      rest: `  export: { system: ${system}, path: export }\n`,
    });
    const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('EXPORT.FORM_UNSUPPORTED')]);
    expect(stderr).toContain('Machine-readable JSON');
  }
});

test('forms that look like those of other systems are recognised as Telegram', async () => {
  const service = {
    ...said(2, 2, 1, 'x'),
    type: 'service',
    action: 'pin_message',
    text: '',
    text_entities: [],
  };
  for (const file of [
    { messages: [said(1, 1, 1, 'a'), service] },
    { chats: { list: [{ name: 'x', messages: [said(1, 1, 1, 'a')] }] } },
    account(1, [chat('personal_chat', 2, [said(1, 1, 1, 'a')])]),
    account(1, []),
  ]) {
    await using here = await serviceHere({
      files: { 'export/result.json': JSON.stringify(file) },
      rest: '  export: { system: auto, path: export }\n',
    });
    expect((await summaryOf(here)).summary.system).toBe('telegram');
  }
});

test('control characters that are no JSON stop no large file, wherever they stand', async () => {
  const many = Array.from({ length: 1_500 }, (_, at) => said(at + 2, at, 2, 'x'.repeat(700)));
  const file = JSON.stringify(chat('private_supergroup', 9, [said(1, 1, 1, 'a@b'), ...many]));
  expect(file.length).toBeGreaterThan(1_100_000);
  const written = file.replaceAll('@', String.raw`\x0B`);
  for (const text of [written, JSON.stringify(account(1, ['#'])).replace('"#"', () => written)]) {
    const { summary, codes } = await codesOf({ 'result.json': text });
    expect([codes, summary.kinds.messages]).toMatchObject([[], { read: 1_501, imported: 1_501 }]);
  }
});
