import { RETENTION_DAYS } from '../../pipeline/pipeline-schema.ts';
import { type OldMessages, oldMessages } from '../../report/result/old-messages.ts';
import type { Table } from './files/tables.ts';
import { fieldsOf } from './guess/proposal.ts';

/**
 * The messages among the rows read that a hosted service would refuse because of their age; undefined if there are none.
 * @param before epoch seconds, as given to the inspection
 */
export function oldMessagesIn(tables: readonly Table[], before: number): OldMessages | undefined {
  const times = tables.flatMap(({ columns }) => {
    const sentAt = fieldsOf('messages', columns).get('sentAt');
    const time = columns.find(({ name }) => name === sentAt)?.time;
    return time?.older ? [time] : [];
  });
  const count = times.reduce((sum, { older = 0 }) => sum + older, 0);
  const oldest = Math.min(...times.map(({ first }) => Date.parse(first.endsWith('Z') ? first : `${first}Z`)));
  return oldMessages(
    { count, oldest: oldest / 1_000 },
    { days: RETENTION_DAYS, policy: 'reject', hosted: true, before },
  );
}
