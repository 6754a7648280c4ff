import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCallsFaults } from './all-calls.ts';
import type { Entry, Example } from './entry.ts';
import { judge } from './judge.ts';
import { type World, worldOf } from './peer.ts';
import { RESOURCES } from './resources.ts';
import { faultsOf } from './shape.ts';
import { SOURCES } from './sources.ts';
import { WORLD } from './world.ts';

/** Calls that are ours, or that no newer source names, with the reason. */
const OWN: Readonly<Record<string, string>> = {
  'POST /messages/{id}/reactions':
    'an older page prints it without a body; the newest document has the reaction in the path',
  'POST /calls': 'puts a record there to be read; the data uses it, since no documented call makes one',
  'GET /apps/{appId}/webhooks/{webhookId}/deliveries': 'the log of what was sent, for the web view',
};

/** An entry with one example of `GET /users/{uid}`. */
const of = (example: Example): Entry => ({ call: 'GET /users/{uid}', source: 'N', examples: [example] });

const entries = Object.values(RESOURCES).flatMap(({ entries }) => entries);
const calls = entries.map(({ call }) => call);

/** A call without the names of the places in its path, which are not documented alike. */
const unnamed = (call: string): string => call.replaceAll(/\{\w+\}/g, '{}');

let world: World;
/** Every call that the service lists. */
let listed: readonly string[] = [];
/** Documented calls that it does not list. */
const missing = new Set<string>();

beforeAll(async () => {
  world = await worldOf(WORLD);
  await using peer = await world.open();
  listed = await peer.listed();
  const known = new Set(listed.map(unnamed));
  for (const call of calls) if (!known.has(unnamed(call))) missing.add(call);
});

afterAll(() => world[Symbol.dispose]());

describe('the documentation, as a second reader has it,', () => {
  test('is answered by the sandbox, apart from what is listed as found', async () => {
    const found: string[] = [];
    const note = (of: string, faults: readonly string[]): void => {
      if (faults.length > 0) found.push(`${of}\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
    };
    {
      await using peer = await world.open();
      note('all calls', await allCallsFaults(peer));
    }
    for (const [resource, { at, entries }] of Object.entries(RESOURCES)) {
      const faults: string[] = [];
      for (const entry of entries)
        if (!missing.has(entry.call))
          faults.push(...(await judge({ open: () => world.open(), missing }, at, entry)));
      note(resource, faults);
    }
    await expect(found.join('\n')).toMatchFileSnapshot('findings.txt');
  });

  test('has no call that the sandbox lacks, apart from those listed as missing', async () => {
    await expect([...missing, ''].join('\n')).toMatchFileSnapshot('missing.txt');
  });

  test('names every call of the sandbox, or a reason is given here', () => {
    const judged = new Set(calls.map(unnamed));
    expect(listed.length).toBeGreaterThan(90);
    const own = Object.keys(OWN).map(unnamed);
    expect(listed.filter((call) => !judged.has(unnamed(call)) && !own.includes(unnamed(call)))).toEqual([]);
    expect(own.filter((call) => judged.has(call))).toEqual([]);
  });
});

describe('the judge', () => {
  const ann = { path: { uid: 'ann' } };
  const planted: readonly (readonly [what: string, entry: Entry, found: RegExp])[] = [
    [
      'a field that is not there',
      of({ ...ann, answer: { data: { age: 'integer' } } }),
      /answer\.data\.age is missing/,
    ],
    [
      'another type',
      of({ ...ann, answer: { data: { uid: 'integer' } } }),
      /answer\.data\.uid is "ann", not integer/,
    ],
    [
      'a time in another unit',
      of({ ...ann, answer: { data: { createdAt: 'milliseconds' } } }),
      /createdAt is N, not milli/,
    ],
    [
      'a word outside an enumeration',
      of({ ...ann, answer: { data: { status: 'busy|away' } } }),
      /status is "offline", not busy/,
    ],
    [
      'another text',
      of({ ...ann, answer: { data: { name: '~Dear {}' } } }),
      /name is "Name of ann", not ~Dear/,
    ],
    [
      'an object that is documented as a list',
      of({ ...ann, answer: { data: [{}] } }),
      /answer\.data is .* not a list/,
    ],
    ['another status', of({ ...ann, answer: 'any', status: 201 }), /has the status 200, not 201/],
    ['a refusal', of({ path: { uid: 'none' }, answer: 'any' }), /is answered 404 ERR_UID_NOT_FOUND/],
    [
      'a success',
      { ...of({ ...ann, answer: 'any' }), refusals: [{ ...ann, code: 'ERR_X' }] },
      /is answered 200, not ERR_X/,
    ],
    [
      'another code',
      { ...of({ ...ann, answer: 'any' }), unknown: { uid: 'ERR_X' } },
      /has the code ERR_UID_NOT_FOUND, not ERR_X/,
    ],
    [
      'a header that is not required',
      { ...of({ ...ann, as: 'bob', answer: 'any' }), onBehalfOf: 'required' },
      /with no onBehalfOf: is answered 200/,
    ],
    [
      'a key that suffices',
      { ...of({ answer: 'any' }), call: 'POST /users', fields: { uid: 'string' } },
      /with no uid|scope authOnly/,
    ],
    [
      'steps that fail',
      of({ ...ann, given: [{ call: 'GET /groups/{guid}', path: { guid: 'none' } }], answer: 'any' }),
      /cannot be judged: GET/,
    ],
  ];

  test.for(planted)('finds %s', async ([_what, entry, found]) => {
    const faults = await judge({ open: () => world.open(), missing: new Set() }, 'chat', entry);
    expect(faults).toContainEqual(expect.stringMatching(found));
  });
});

describe('the data', () => {
  test('has every call once, its source, and a value for each place in its path', () => {
    expect(calls.filter((call, n) => calls.map(unnamed).indexOf(unnamed(call)) !== n)).toEqual([]);
    const sources = entries.flatMap(({ source, refusals = [] }) => [
      source,
      ...refusals.flatMap((refusal) => refusal.source ?? []),
    ]);
    const keys = sources.map((source) => source.replace(/[ ,].*/, ''));
    expect(keys.filter((key) => !(key in SOURCES))).toEqual([]);
    for (const { call, examples, refusals = [], unknown = {} } of entries) {
      const places = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { path = {} } of [...examples, ...refusals])
        expect([call, ...Object.keys(path).sort()]).toEqual([
          call,
          ...places.filter((name) => name !== 'appId' || 'appId' in path).sort(),
        ]);
      expect(places, call).toEqual(expect.arrayContaining(Object.keys(unknown)));
    }
  });

  test('sends what it says that the fields of a body are', () => {
    const faults = entries.flatMap(({ call, fields = {}, examples }) =>
      examples.flatMap(({ body }) => (body ? faultsOf(body, fields, call) : [])),
    );
    expect(faults).toEqual([]);
    const undocumented = entries.flatMap(({ call, fields = {}, examples }) => {
      const names = Object.keys(fields).map((name) => name.replace(/\?$/, ''));
      return examples.flatMap(({ body = {} }) =>
        Object.keys(body).flatMap((name) => (names.includes(name) ? [] : `${call} ${name}`)),
      );
    });
    expect(undocumented).toEqual([]);
  });
});
