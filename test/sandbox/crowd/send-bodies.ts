import { request } from 'node:http';
import { argv, stdout } from 'node:process';

/** Sends large bodies at once, as a process of its own: `send-bodies.ts KIND COUNT ORIGIN KEY`. Ends when all are answered. */

const [kind = '', count = '', origin = '', apikey = ''] = argv.slice(2);
const BYTES = 9_500_000;

/** The bodies by their kind: rows that a batch may have, and two that cost a parser most. */
const BODIES: Readonly<Record<string, () => string>> = {
  rows: () => `{"messages":{${Array.from({ length: 9_500 }, (_, index) => row(`m${index}`)).join(',')}}}`,
  objects: () => `{"messages":[${'{"a":[1]},'.repeat(BYTES / 10)}1]}`,
  levels: () => '['.repeat(BYTES / 2) + ']'.repeat(BYTES / 2),
};

const row = (muid: string): string =>
  `"${muid}":${JSON.stringify({
    muid,
    sender: 'a',
    receiver: 'b',
    receiverType: 'user',
    category: 'message',
    type: 'text',
    sentAt: 1_700_000_000,
    data: { text: 'x'.repeat(900) },
  })}`;

const body = Buffer.from(BODIES[kind]?.() ?? '');

function send(): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { apikey, 'content-type': 'application/json', 'content-length': body.length };
    const sent = request(
      `${origin}/data_import/messages`,
      { method: 'POST', headers, agent: false },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const statuses = await Promise.all(Array.from({ length: Number(count) }, send));
stdout.write(JSON.stringify([...new Set(statuses)]));
