import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

/**
 * A service that accepts every import and stores nothing: it answers for each key at once. It prints its address, a line
 * after `--notify-after` accepted rows, the time of the first import after a line on standard input, and its counts when
 * standard input ends. Between that many rows and the next line on standard input it answers nothing, so that the run cannot
 * end before it is killed.
 */

/** The last line of output. */
export type PeerCounts = { readonly requests: number; readonly rows: number; readonly refused: number };

const { values } = parseArgs({
  options: {
    /** Every Nth message is refused. */
    poison: { type: 'string', default: '0' },
    /** Whether such a message is refused alone or with its whole request. */
    refuse: { type: 'string', default: 'row' },
    'notify-after': { type: 'string', default: '0' },
    /** Gives each row its own id, as the service does for messages. */
    ids: { type: 'boolean', default: false },
  },
});
const poison = Number(values.poison);
const notifyAfter = Number(values['notify-after']) || Number.POSITIVE_INFINITY;
const wholeRequest = values.refuse === 'batch';

const GOOD = values.ids ? '{"success":true,"data":{"id":"1000001"}}' : '{"success":true,"data":{}}';
const BAD = '{"success":false,"error":{"code":"ERR_BAD_REQUEST","message":"refused"}}';
const REFUSED = '{"error":{"code":"ERR_BAD_REQUEST","message":"a row is refused"}}';
let requests = 0;
let rows = 0;
let refused = 0;
let announced = false;
let waitsForFirst = false;
let isSilent = false;

const say = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** The message `m-N` is the row N + 1 of its file. */
const isPoison = (key: string): boolean =>
  poison > 0 && key.startsWith('m-') && (Number(key.slice(2)) + 1) % poison === 0;

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

function take(response: ServerResponse, text: string): void {
  if (isSilent) return;
  requests++;
  if (waitsForFirst) {
    waitsForFirst = false;
    say({ firstAt: Date.now() });
  }
  const [batch = {}] = Object.values(JSON.parse(text) as Readonly<Record<string, object>>);
  const keys = Object.keys(batch);
  const bad = poison > 0 ? keys.filter(isPoison) : [];
  if (wholeRequest && bad.length > 0) {
    if (keys.length === 1) refused++;
    reply(response, 400, REFUSED);
    return;
  }
  rows += keys.length - bad.length;
  refused += bad.length;
  const result = (key: string): string =>
    `${JSON.stringify(key)}:${bad.length > 0 && isPoison(key) ? BAD : GOOD}`;
  reply(response, 200, `{"data":{${keys.map(result).join(',')}}}`);
  if (rows < notifyAfter || announced) return;
  announced = true;
  isSilent = true;
  say({ reached: rows });
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    request.resume();
    reply(response, 200, '{"data":[]}');
    return;
  }
  if (request.method === 'PUT') {
    // A change of one row.
    request.resume();
    requests++;
    rows++;
    request.on('end', () => reply(response, 200, '{"data":{}}'));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => take(response, Buffer.concat(chunks).toString()));
});
server.listen(0, '127.0.0.1', () => {
  say({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3` });
});
const input = createInterface({ input: process.stdin });
input.on('line', () => {
  isSilent = false;
  waitsForFirst = true;
});
input.on('close', () => {
  const counts: PeerCounts = { requests, rows, refused };
  say(counts);
  server.close();
  server.closeAllConnections();
});
