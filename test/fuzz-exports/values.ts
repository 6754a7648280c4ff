import { pick, type Random } from '../support/random.ts';

/** A document with some changed rows. */
export type ChangedRows = {
  readonly bytes: Buffer;
  /** The same document without those rows. */
  readonly without: Buffer;
  /** How many rows were changed. */
  readonly count: number;
};

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
/** A place in a row: what holds it, and its name or number. */
type Slot = { readonly holder: { [name: string]: Json }; readonly name: string };

/** How the rows of a document stand in it. */
type Rows = { readonly lists: readonly Json[][]; print(): string };

/** Values as they are written in JSON; no reader may take any of them for granted. */
const WRITTEN: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1',
  '0.1',
  '1e308',
  '1e999',
  '-1e999',
  '[]',
  '{}',
  '""',
  '12345678901234567890',
  '9007199254740993',
  '-1751328000000',
  '253402300800001',
  '8640000000000001',
  '1e18',
  '99999999999999',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\ud83d\\ud83d"',
  '"\\u202e"',
  '"-5"',
  '"NaN"',
  '"Infinity"',
  '"1e400"',
  '"2025-13-45T99:99:99Z"',
  '"0000-00-00"',
  '"0"',
  '"true"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"hasOwnProperty"',
  '"\\n\\r\\n"',
  '"a\\nb,\\"c\\""',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '[null]',
  '[[]]',
  '[{}]',
  '["a",1,null,{},[]]',
  '{"id":null}',
  '{"id":{"id":{}}}',
  '"javascript:alert(1)"',
  '"http://"',
  '"//x"',
  '"../../etc/passwd"',
  '"<@U1|x> <!here> &lt; *b _i ~s `c"',
  '"<script><b><i><a href=x>"',
  '"Ａ𝒜ﬁ"',
  `"${'i'.repeat(10_000)}"`,
  `"${'é😀\\n'.repeat(4_000)}"`,
  `"https://example.com/${'a'.repeat(5_000)}"`,
  `${'['.repeat(100)}${']'.repeat(100)}`,
  `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`,
  `[${'null,'.repeat(2_000)}null]`,
];
/** Values that take their time, so only some documents get one. */
const HUGE: readonly string[] = [
  `"${'h'.repeat(300_000)}"`,
  `"${'long word '.repeat(150_000)}"`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `[${'{"id":"x","user_id":"y"},'.repeat(20_000)}0]`,
];
const HUGE_SHARE = 0.01;

/**
 * Changes some rows of a JSON document or of JSON lines: their values, their members, the rows themselves.
 * @returns undefined if the document has no rows of JSON
 */
export function changedRows(
  bytes: Buffer,
  random: Random,
  { count: wanted, mayCopy }: { readonly count: number; readonly mayCopy: boolean },
): ChangedRows | undefined {
  const [rows, rest] = [rowsOf(bytes), rowsOf(bytes)];
  if (!rows || !rest) return undefined;
  // By its beginning, an export is recognised.
  const first = mayCopy ? 0 : 1;
  const places = rows.lists.flatMap((list, at) => list.map((_, index) => [at, index] as const).slice(first));
  if (places.length === 0) return undefined;
  const chosen = new Set(Array.from({ length: wanted }, () => pick(random, places)));
  const raw: string[] = [];
  const written = (text: string): Json => `⟦${raw.push(text) - 1}⟧`;
  for (const [at, index] of chosen) changeRow(rows.lists, [at, index], random, { written, mayCopy });
  for (const [at, list] of rest.lists.entries())
    list.splice(0, list.length, ...list.filter((_, index) => !isChosen(chosen, at, index)));
  const print = rows.print().replaceAll(/"⟦(\d+)⟧"/g, (_, index) => raw[Number(index)] ?? 'null');
  return { bytes: Buffer.from(print), without: Buffer.from(rest.print()), count: chosen.size };
}

const isChosen = (chosen: ReadonlySet<readonly [number, number]>, at: number, index: number): boolean =>
  chosen.values().some(([list, row]) => list === at && row === index);

/** A value that no reader expects, as it is written. */
const anyValue = (random: Random): string => pick(random, random() < HUGE_SHARE ? HUGE : WRITTEN);

function changeRow(
  lists: readonly Json[][],
  [at, index]: readonly [number, number],
  random: Random,
  { written, mayCopy }: { written(text: string): Json; readonly mayCopy: boolean },
): void {
  const list = lists[at] as Json[];
  const slots = slotsOf(list[index] as Json);
  if (slots.length === 0 || random() < 0.05) {
    list[index] = written(anyValue(random));
    return;
  }
  const { holder, name } = pick(random, slots);
  const roll = random();
  if (roll < 0.12) delete holder[name];
  else if (roll < 0.17 && !Array.isArray(holder)) holder['__proto__ '.trim()] = written('{"polluted":1}');
  else if (roll < 0.22) holder[name] = { [name]: holder[name] as Json };
  else if (roll < 0.27) holder[name] = [holder[name] as Json, holder[name] as Json];
  else if (roll < 0.45 && mayCopy)
    holder[name] = structuredClone(pick(random, slotsOf(pick(random, list), name)));
  else holder[name] = written(anyValue(random));
}

/** All places in a row, or the values under a name. */
function slotsOf(value: Json): Slot[];
function slotsOf(value: Json, named: string): Json[];
function slotsOf(value: Json, named?: string): Slot[] | Json[] {
  const slots: Slot[] = [];
  const walk = (each: Json): void => {
    if (typeof each !== 'object' || each === null) return;
    const holder = each as { [name: string]: Json };
    for (const name of Object.keys(holder)) {
      slots.push({ holder, name });
      walk(holder[name] as Json);
    }
  };
  walk(value);
  if (named === undefined) return slots;
  const values = slots.filter(({ name }) => name === named).map(({ holder, name }) => holder[name] as Json);
  return values.length > 0 ? values : [null];
}

/** The rows of a document: the lists of objects nearest to its top, or its lines. */
function rowsOf(bytes: Buffer): Rows | undefined {
  const text = bytes.toString();
  const document = parsed(text);
  if (document !== undefined) {
    const lists = listsOf(document, 3);
    // A row in a line of its own, as the exports have it.
    return { lists, print: () => JSON.stringify(document).replaceAll('},{"', '},\n{"') };
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const list = lines.map(parsed);
  if (lines.length === 0 || list.includes(undefined)) return undefined;
  const rows = list as Json[];
  return { lists: [rows], print: () => rows.map((row) => `${JSON.stringify(row)}\n`).join('') };
}

function listsOf(value: Json, depth: number): Json[][] {
  if (Array.isArray(value)) return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((each) => listsOf(each, depth - 1));
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
