import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { serviceHere } from '../../support/service-here.ts';

const MAP = 'sentAt: { from: sentAt, time: "yyyy-MM-dd HH:mm", zone: Europe/Berlin }';

/** What a dry run says of messages that were sent at these local times. */
async function checked(times: readonly string[]): Promise<{ order: string | undefined; notices: string[] }> {
  const messages = times.map((time, row) => `m${row},ann,ben,user,${time},hi ${row}\n`).join('');
  await using here = await serviceHere({
    files: {
      'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
      'messages.csv': `muid,sender,receiver,receiverType,sentAt,text\n${messages}`,
    },
  });
  const { writeFileSync, readFileSync } = await import('node:fs');
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, text.replace('path: messages.csv', `path: messages.csv, map: { ${MAP} }`));
  const { result } = await here.json<Report>('validate');
  return {
    order: result.warnings.find((each) => each.includes('order:')),
    notices: (result.notices ?? []).map(({ code }) => code),
  };
}

test('messages of the hour that comes twice keep the order of the file, and no order is advised', async () => {
  const { order, notices } = await checked([
    '2024-10-27 01:50',
    '2024-10-27 02:10',
    '2024-10-27 02:50',
    '2024-10-27 02:05',
    '2024-10-27 02:40',
    '2024-10-27 03:10',
  ]);
  expect(order).toBeUndefined();
  expect(notices).toContain('TIME.AMBIGUOUS');
  expect(notices).not.toContain('MESSAGE.OUT_OF_ORDER');
});

test('where other messages stand out of order too, the advice says what comes before it', async () => {
  const { order, notices } = await checked([
    '2024-10-27 02:50',
    '2024-10-27 02:05',
    '2024-10-27 12:00',
    '2024-10-27 11:00',
  ]);
  expect(order).toMatch(
    /50 % .* to sort them, after you add the offset from UTC to the times of the hour .*: {2}order: byTime$/,
  );
  expect(notices).toContain('MESSAGE.OUT_OF_ORDER');
});
