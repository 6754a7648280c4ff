import type { Entry, Example, Refusal, Request, Resource, Step } from './entry.ts';
import type { Answer, Credentials, Peer } from './peer.ts';
import { type DerivedRefusal, derivedRefusals } from './refusals.ts';
import { faultsOf, nullsIn } from './shape.ts';
import { STATUSES } from './sources.ts';

/** A service to be judged. */
export type Judged = {
  /** Opens one that holds what every entry may count on. */
  open(): Promise<Peer>;
  /** Calls that it does not have yet: what needs one of them cannot be judged. */
  readonly missing: ReadonlySet<string>;
};

const ERROR = { error: { message: 'string', code: 'string', 'devMessage?': 'string', 'source?': 'string' } };

/** A part of the judgement of an entry, and what it needs to be there. */
type Judgement = {
  readonly given?: readonly Step[];
  /** It changes something, so nothing else may be judged on the same service. */
  readonly alone: boolean;
  of(peer: Peer): Promise<readonly string[]>;
};

/**
 * Makes every documented request of an entry; returns what differs from the documentation, each text once. Places in a
 * list have no number, and long numbers, such as times, are an N: `answer.data[].uid is missing`.
 */
export async function judge(
  { open, missing }: Judged,
  at: Resource['at'],
  entry: Entry,
): Promise<readonly string[]> {
  const judgements = judgementsOf(at, entry).filter(
    ({ given = [] }) => !given.some(({ call }) => missing.has(call)),
  );
  const services = Object.groupBy(judgements, ({ given = [], alone }, n) =>
    alone ? `${n}` : JSON.stringify(given),
  );
  const faults: string[] = [];
  for (const together of Object.values(services)) {
    const [first, ...others] = together ?? [];
    if (first === undefined) continue;
    await using peer = await open();
    const fault = await peer.prepare(at, first.given ?? []);
    if (fault !== undefined) faults.push(`cannot be judged: ${fault}`);
    else for (const judgement of [first, ...others]) faults.push(...(await judgement.of(peer)));
  }
  const placeless = faults.map(
    (fault) =>
      `${entry.call} ${fault.replaceAll(/\[\d+\]/g, '[]').replaceAll(/\d{9,}/g, 'N')} (${entry.source})`,
  );
  return [...new Set(placeless)];
}

function judgementsOf(at: Resource['at'], entry: Entry): readonly Judgement[] {
  const [first] = entry.examples;
  return [
    ...entry.examples.map((example) => ({
      ...example,
      alone: !entry.call.startsWith('GET '),
      of: (peer: Peer) => judgeExample(peer, at, entry, example),
    })),
    ...derivedRefusals(at, entry).map((refusal) => ({
      ...(first.given && { given: first.given }),
      alone: false,
      of: (peer: Peer) => judgeRefusal(peer, at, entry, refusal),
    })),
    ...(entry.refusals ?? []).map((refusal) => ({
      ...refusal,
      alone: false,
      of: (peer: Peer) => judgeRefusal(peer, at, entry, refusal),
    })),
  ];
}

async function judgeExample(peer: Peer, at: Resource['at'], entry: Entry, example: Example) {
  const { status, json } = await peer.send(at, entry.call, example, ownCredentials(entry));
  if (status >= 300) return [`is answered ${outcome({ status, json })}`];
  const expected = example.status ?? 200;
  return [
    ...(status === expected ? [] : [`has the status ${status}, not ${expected}`]),
    ...faultsOf(json, example.answer, 'answer'),
    ...countFaults(entry, example, (json as { data?: unknown }).data),
    ...nullsIn(json, 'answer', entry.nulls ?? []),
  ];
}

async function judgeRefusal(peer: Peer, at: Resource['at'], entry: Entry, refusal: DerivedRefusal | Refusal) {
  const isDerived = 'what' in refusal;
  const answer = await peer.send(
    at,
    entry.call,
    refusal,
    isDerived ? refusal.credentials : ownCredentials(entry),
  );
  const what = isDerived ? refusal.what : requestOf(refusal);
  const source = isDerived || refusal.source === undefined ? '' : `, ${refusal.source}`;
  return refusalFaults(answer, refusal.code).map((fault) => `with ${what}: ${fault}${source}`);
}

function countFaults({ call }: Entry, { count }: Example, data: unknown): readonly string[] {
  if (!Array.isArray(data)) return [];
  if (count === undefined)
    return data.length === 0 && call.startsWith('GET ') ? ['answer.data is empty'] : [];
  return data.length === count ? [] : [`answer.data has ${data.length} entries, not ${count}`];
}

const ownCredentials = ({ basicAuth }: Entry): Credentials => (basicAuth ? 'basic' : 'full');

function refusalFaults({ status, json }: Answer, code: string): readonly string[] {
  if (status < 400) return [`is answered ${status}, not ${code}`];
  const shape = faultsOf(json, ERROR, 'answer');
  if (shape.length > 0) return shape;
  const got = (json as { error: { code: string } }).error.code;
  if (!code.split('|').includes(got)) return [`has the code ${got}, not ${code}`];
  const documented = STATUSES[got];
  return (documented === undefined ? status < 500 : status === documented)
    ? []
    : [`${got} has the status ${status}, not ${documented ?? '4xx'}`];
}

const requestOf = ({ path, query, as, body, form }: Request): string =>
  JSON.stringify({ ...(as && { as }), ...path, ...query, ...body, ...form }).slice(0, 90);

/** A refusal in short: its status, code and details; the texts of messages are not documented. */
function outcome({ status, json }: Answer): string {
  const error = (json as { error?: { code?: string; details?: unknown } }).error;
  return `${status} ${error?.code ?? ''}${error?.details ? ` ${JSON.stringify(error.details)}` : ''}`.slice(
    0,
    200,
  );
}
