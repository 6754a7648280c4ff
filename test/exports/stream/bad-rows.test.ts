import { describe, expect, test } from 'vitest';
import { summaryOf } from '../expected.ts';
import { jsonl, messagesOf, ofFiles } from './files-of-stream.ts';

describe('rows that cannot be taken', () => {
  const user = (id: string) => ({ type: 'user', data: { id, name: id } });
  const channel = (data: object) => ({ type: 'channel', data: { type: 'messaging', ...data } });
  const message = (data: object) => ({
    type: 'message',
    data: {
      channel_type: 'messaging',
      channel_id: 'c',
      user: 'ann',
      text: 'hi',
      created_at: '2026-01-01T00:00:00Z',
      ...data,
    },
  });
  const of = async (lines: readonly object[], more = '', rest = '') => {
    await using here = await ofFiles({ 'export/a.jsonl': jsonl(...lines) + more }, rest);
    const { report, summary } = await summaryOf(here);
    return {
      report,
      kinds: summary.kinds,
      codes: report.problems.map(({ code, count }) => `${code} ${count}`),
    };
  };
  const FINE = [user('ann'), channel({ id: 'c' }), message({ id: 'm-1' })];

  test('are named with their place: broken, cut, without an id, of an unknown kind', async () => {
    const { codes, kinds, report } = await of(
      [
        ...FINE,
        user(''),
        channel({}),
        message({ id: null }),
        message({ id: 'm-2', channel_id: null }),
        { type: 'shelf', data: { id: 1 } },
      ],
      '{"type":"message","data":{"id":"m-9",}}\n{"type":"member","data":{"channel_id":"c","channel_type":"messaging"}}\n{"type":"user","da',
    );
    expect(codes.sort()).toEqual(['EXPORT.ROW_UNKNOWN 1', 'NDJSON.SYNTAX_INVALID 2', 'ROW.FIELD_MISSING 5']);
    expect(kinds).toMatchObject({
      users: { read: 3, imported: 1, dropped: { unreadable: 2 } },
      conversations: { read: 2, imported: 1, dropped: { unreadable: 1 } },
      members: { read: 1, dropped: { unreadable: 1 } },
      messages: { read: 5, imported: 1, dropped: { unreadable: 4 } },
    });
    expect(report.balanced).toBe(true);
    expect(report.problems.flatMap(({ samples }) => samples.map(({ line }) => line)).sort()).toEqual(
      expect.arrayContaining([4, 8, 9]),
    );
  });

  test('a channel of the same id under another type is another one, as is a copy of a message with a later change', async () => {
    const { kinds, codes } = await of([
      ...FINE,
      { type: 'channel', data: { type: 'livestream', id: 'c' } },
      message({ id: 'm-1', text: 'hello', updated_at: '2026-01-02T00:00:00Z' }),
      message({ id: 'm-3', channel_type: 'livestream' }),
    ]);
    expect([kinds.conversations?.imported, kinds.messages, codes]).toMatchObject([
      2,
      { read: 3, imported: 2, dropped: { repeated: 1 } },
      [],
    ]);
  });

  test('numbers beyond 2^53 in what an app has added keep their digits', async () => {
    await using here = await ofFiles({
      'export/a.jsonl': jsonl(...FINE).replace('"text":"hi"', '"text":"hi","order":12345678901234567890'),
    });
    await here.json('run', '--yes');
    expect((await messagesOf(here)).get('m-1')?.data).toMatchObject({
      metadata: { source: { order: '12345678901234567890' } },
    });
  });

  test('a file that ends in the middle of its array is refused, and one of another system too', async () => {
    await using cut = await ofFiles({ 'export/a.json': JSON.stringify(FINE).slice(0, -20) });
    await expect(cut.json('validate')).rejects.toThrow('SOURCE.TRUNCATED');
    await using other = await ofFiles({
      'export/a.json': '{"active_users":[{"user_id":"ann","nickname":"Ann"}]}',
    });
    await expect(other.json('validate')).rejects.toThrow('EXPORT.OTHER_SYSTEM');
  });
});
