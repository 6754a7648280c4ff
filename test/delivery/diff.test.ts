import { expect, test } from 'vitest';
import { diff } from '../../src/delivery/diff.ts';
import { InFlight } from '../../src/delivery/in-flight.ts';
import { entities } from '../../src/input/entities/entities.ts';
import type { Data, Item } from '../../src/input/entities/entity.ts';
import { versionsWith } from '../../src/input/entities/row-version.ts';
import { WHOLE_ROWS } from '../../src/input/rows/owned-fields.ts';
import type { LedgerEntry } from '../../src/ledger/entry.ts';
import { isIntentRecord } from '../../src/ledger/log/intent.ts';
import type { PendingEntry } from '../../src/ledger/pending-entry.ts';

const { messages } = entities;
const versions = versionsWith('secret', 'siphash');
const versionOf = versions.of;
const row = { file: 0, row: 0, line: 1, byte: 0, endLine: 2, endByte: 1, values: {} };
const message = (muid: string, text = 'hi', sentAt = 1_700_000_000): Data => ({
  muid,
  sender: 'u1',
  receiver: 'u2',
  receiverType: 'user',
  category: 'message',
  type: 'text',
  data: { text },
  sentAt,
});
const entry = (number: number, data: Data, origin: LedgerEntry['origin'] = 'created'): LedgerEntry => ({
  row: number,
  key: messages.key(data),
  version: versionOf(messages, data),
  active: true,
  origin,
});

/** Compares rows with a ledger that contains `entries`; rows to send are settled at once, so that all can leave. */
async function compared(rows: readonly Data[], entries: readonly LedgerEntry[]) {
  const window = new InFlight(100, 0);
  const intents: PendingEntry[] = [];
  const held = new Map(entries.map((one) => [one.key, one]));
  async function* chunks(): AsyncGenerator<readonly Item[]> {
    for (const data of rows) {
      const key = messages.key(data);
      const seq = window.enter({ row, key, valid: true });
      yield [{ key, data, json: JSON.stringify(data), seq, owned: WHOLE_ROWS }];
    }
  }
  const sent: Item[] = [];
  const isRecordedBefore: boolean[] = [];
  const items = diff(chunks(), window, {
    entity: messages,
    versions,
    find: (key) => held.get(key),
    createsInactive: true,
    recordIntent: (pending) =>
      void intents.push(...pending.filter((intent): intent is PendingEntry => !isIntentRecord(intent))),
  });
  for await (const chunk of items)
    for (const item of chunk) {
      sent.push(item);
      isRecordedBefore.push(intents.some(({ key }) => key === item.key));
      window.settle(item.seq, { status: 'created' });
    }
  return { sent, intents, isRecordedBefore, settled: window.take() };
}

test('a row that is not in the ledger is sent, and its intent is recorded before', async () => {
  const { sent, intents, isRecordedBefore, settled } = await compared([message('m1')], []);
  expect(sent).toEqual([expect.not.objectContaining({ remote: expect.anything() })]);
  expect(sent[0]?.maybeSent).toBeUndefined();
  expect(isRecordedBefore).toEqual([true]);
  expect(intents).toEqual([expect.objectContaining({ key: 'm1', sentAt: 1_700_000_000 })]);
  expect(settled[0]?.pending).toBe(intents[0]);
});

test('a row that is unchanged in the service is not sent', async () => {
  const { sent, intents, settled } = await compared([message('m1')], [entry(7, message('m1'))]);
  expect(sent).toEqual([]);
  expect(intents).toEqual([]);
  expect(settled.map(({ outcome, pending }) => ({ outcome, pending }))).toEqual([
    { outcome: { status: 'unchanged' }, pending: undefined },
  ]);
});

test('a row with other content is sent as a change of the entry, with its number', async () => {
  const before = entry(7, message('m1'));
  const { sent, intents } = await compared([message('m1', 'bye')], [before]);
  expect(sent).toEqual([
    expect.objectContaining({ key: 'm1', remote: expect.objectContaining({ active: true }) }),
  ]);
  expect(intents).toEqual([expect.objectContaining({ key: 'm1', row: 7 })]);
});

test('a row that would change a fixed field is rejected, and the others continue', async () => {
  const rows = [message('m1', 'hi', 1_700_000_001), message('m2')];
  const { sent, settled } = await compared(rows, [entry(7, message('m1'))]);
  expect(sent.map(({ key }) => key)).toEqual(['m2']);
  expect(settled.map(({ outcome }) => outcome)).toEqual([
    { status: 'rejected', problems: [expect.objectContaining({ code: 'SYNC.FIXED_FIELD' })] },
    { status: 'created' },
  ]);
});

test('a row that an earlier process may have sent is sent again, with what is known about the first time', async () => {
  const { sent } = await compared([message('m1')], [entry(7, message('m1'), 'sent')]);
  expect(sent.map(({ maybeSent }) => maybeSent)).toEqual([
    expect.objectContaining({ isSame: true, isFixedSame: true, wasOurs: false }),
  ]);
});
