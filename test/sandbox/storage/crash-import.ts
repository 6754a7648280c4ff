/**
 * A sandbox that imports messages into itself without end, several batches at a time, and prints each batch that was
 * answered; killed by its test.
 */
import { importRows, message, openPopulated, users } from '../sandbox-client.ts';

const dataFile = process.argv[2] ?? '';
const first = Number(process.argv[3]);
const opened = await openPopulated({ dataFile });
await importRows(opened, 'users', users('ann', 'bob'));
let next = first;
async function importOn(): Promise<never> {
  for (;;) {
    const batch = next;
    next += 1;
    const rows = Array.from({ length: 50 }, (_, index) => `m${batch}-${index}`);
    const answer = await importRows(
      opened,
      'messages',
      Object.fromEntries(rows.map((muid) => [muid, message(muid)])),
    );
    if (answer.status === 200) process.stdout.write(`${batch}\n`);
  }
}
await Promise.all(Array.from({ length: 4 }, importOn));
