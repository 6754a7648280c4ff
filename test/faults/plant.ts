import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CoreName, coreNames } from '../../src/input/entities/entity.ts';
import { type Random, seeded } from '../support/random.ts';
import { amountsOf, baseRows, largeGroupOf } from './base-rows.ts';
import { Cast, COLUMNS, lineOf } from './cast.ts';
import { csvKinds } from './csv-kinds.ts';
import { fieldKinds } from './field-kinds.ts';
import { historyKinds } from './history-kinds.ts';
import type { Finding, Format, Kind, Place, Planted } from './kind.ts';
import { ndjsonKinds } from './ndjson-kinds.ts';
import { referenceKinds } from './reference-kinds.ts';
import { textKinds } from './text-kinds.ts';
import { TIME_MAP, timeKinds } from './time-kinds.ts';

/** What must be found, and where. */
export type Expected = {
  readonly kind: string;
  readonly entity: CoreName;
  readonly place: Place;
  /** The place of the first row that was planted for the kind. */
  readonly first: Place;
  readonly finding: Finding;
};

type Outcomes = Record<'read' | 'pending' | 'rejected' | 'blocked' | 'skipped', number>;

/** An export with faults in it. */
export type PlantedExport = {
  readonly pipeline: string;
  readonly kinds: readonly string[];
  readonly expected: readonly Expected[];
  readonly counts: Readonly<Record<CoreName, Outcomes>>;
};

/** Examples of one code and entity that a report keeps: no more are planted. */
const SAMPLES_MAX = 10;
/** Good rows at least between two planted ones. */
const GAP = 4;
const FLUSH_CHARS = 65_536;

/** Rows that stand together. */
type Chain = { readonly kind: number; readonly rows: readonly Planted[] };

/** Writes users, groups, members and messages with every kind of fault put at seeded places, and a pipeline. */
export async function plant(options: {
  readonly out: string;
  readonly format: Format;
  /** Good rows, beside the planted ones. */
  readonly rows: number;
  readonly seed: number;
}): Promise<PlantedExport> {
  const { out, format, seed } = options;
  const random = seeded(seed);
  const kinds = kindsOf(format);
  const chains = { users: [], groups: [], members: [], messages: [] } as Record<CoreName, Chain[]>;
  const supporting: Planted[] = [];
  kinds.forEach((kind, index) => {
    const entity = coreNames[(index + seed) % coreNames.length] as CoreName;
    const cast = new Cast(format, index, entity, largeGroupOf(options.rows));
    supporting.push(...cast.supporting());
    for (const row of kind.rows(cast)) {
      const chain = chains[row.entity].at(-1);
      if (row.glued && chain)
        chains[row.entity][chains[row.entity].length - 1] = { kind: index, rows: [...chain.rows, row] };
      else chains[row.entity].push({ kind: index, rows: [row] });
    }
  });

  const amounts = amountsOf(options.rows);
  const cells = baseRows(amounts, random);
  const places: (Place & { readonly kind: number; readonly row: Planted })[] = [];
  const counts = {} as Record<CoreName, Outcomes>;
  await mkdir(out, { recursive: true });
  for (const entity of coreNames) {
    const good = amounts[entity];
    const at = placesFor(chains[entity], good, random);
    const support = supporting.filter((row) => row.entity === entity);
    counts[entity] = { read: good, pending: good, rejected: 0, blocked: 0, skipped: 0 };
    for (const row of [...support, ...chains[entity].flatMap(({ rows }) => rows)]) {
      if (row.outcome === undefined) continue;
      counts[entity].read += 1;
      counts[entity][row.outcome] += 1;
    }
    // Messages are split over two files.
    const files = entity === 'messages' ? [`${entity}-1`, `${entity}-2`] : [entity];
    for (const [part, name] of files.entries()) {
      const from = Math.floor((part * good) / files.length);
      const to = Math.floor(((part + 1) * good) / files.length);
      const file = new PlantedFile(`${name}.${format}`, random() < 0.5 ? '\n' : '\r\n');
      await file.write(out, async (put) => {
        if (format === 'csv') await put(`${COLUMNS[entity].join(',')}${file.lineEnd}`);
        if (part === 0) for (const row of support) await put(row.bytes);
        for (let index = from; index <= to; index++) {
          const chain = at.get(index);
          const isHere = index < to || part === files.length - 1;
          for (const row of isHere ? (chain?.rows ?? []) : []) {
            places.push({ ...file.place(), kind: chain?.kind ?? 0, row });
            await put(row.bytes);
          }
          if (index < to) await put(`${lineOf(format, entity, cells[entity](index))}${file.lineEnd}`);
        }
      });
    }
  }
  const pipeline = join(out, 'pipeline.yaml');
  await writeFile(pipeline, pipelineText(format));
  const planted = kinds.filter((_, index) => places.some(({ kind }) => kind === index));
  return { pipeline, kinds: planted.map(({ name }) => name), expected: expectedOf(places, kinds), counts };
}

function kindsOf(format: Format): readonly Kind[] {
  const all = [
    ...csvKinds,
    ...ndjsonKinds,
    ...textKinds,
    ...fieldKinds,
    ...timeKinds,
    ...referenceKinds,
    ...historyKinds,
  ];
  return all.filter((kind) => kind.format === undefined || kind.format === format);
}

/** A base row's number for each chain, before which it stands: ascending, apart, what must be last at the end. */
function placesFor(chains: readonly Chain[], good: number, random: Random): ReadonlyMap<number, Chain> {
  const ends = chains.filter(({ rows }) => rows[0]?.last);
  if (ends.length > 1) throw new RangeError('two rows cannot both be the last of a file');
  const inside = shuffled(
    chains.filter(({ rows }) => !rows[0]?.last),
    random,
  );
  const slot = Math.floor((good - GAP) / inside.length);
  if (slot <= GAP) throw new RangeError(`${good} rows are too few for ${inside.length} faults`);
  const at = new Map<number, Chain>();
  inside.forEach((chain, index) => {
    at.set(GAP + index * slot + Math.floor(random() * (slot - GAP)), chain);
  });
  for (const chain of ends) at.set(good, chain);
  return at;
}

/** In any order, the chains of one kind among each other in theirs. */
function shuffled(chains: readonly Chain[], random: Random): readonly Chain[] {
  const order = chains.map(({ kind }) => ({ kind, at: random() })).sort((a, b) => a.at - b.at);
  const waiting = new Map(Map.groupBy(chains, ({ kind }) => kind));
  return order.map(({ kind }) => {
    const [first, ...rest] = waiting.get(kind) as [Chain, ...Chain[]];
    waiting.set(kind, rest);
    return first;
  });
}

/** Counts bytes and lines while a file is written. */
class PlantedFile {
  readonly name: string;
  readonly lineEnd: string;
  #byte = 0;
  #line = 1;

  constructor(name: string, lineEnd: string) {
    this.name = name;
    this.lineEnd = lineEnd;
  }

  place(): Place {
    return { file: this.name, line: this.#line, byte: this.#byte };
  }

  async write(
    folder: string,
    rows: (put: (row: string | Buffer) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    await using file = await open(join(folder, this.name), 'w', 0o600);
    let waiting: Buffer[] = [];
    let size = 0;
    await rows(async (row) => {
      const bytes = typeof row === 'string' ? Buffer.from(row) : row;
      waiting.push(bytes);
      size += bytes.length;
      this.#byte += bytes.length;
      this.#line += linesIn(bytes);
      if (size < FLUSH_CHARS) return;
      await file.writeFile(Buffer.concat(waiting));
      waiting = [];
      size = 0;
    });
    await file.writeFile(Buffer.concat(waiting));
  }
}

const [CR, LF] = [0x0d, 0x0a];

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) lines += 1;
  for (let at = bytes.indexOf(CR); at !== -1; at = bytes.indexOf(CR, at + 1))
    if (bytes[at + 1] !== LF) lines += 1;
  return lines;
}

function expectedOf(
  places: readonly (Place & { readonly kind: number; readonly row: Planted })[],
  kinds: readonly Kind[],
): readonly Expected[] {
  const firsts = new Map<number, Place>();
  for (const { kind, file, line, byte } of places)
    if (!firsts.has(kind)) firsts.set(kind, { file, line, byte });
  const expected = places.flatMap(({ kind, row, file, line, byte }) =>
    row.finds.map((finding) => ({
      kind: kinds[kind]?.name ?? '',
      entity: row.entity,
      place: { file, line, byte },
      first: firsts.get(kind) ?? { file, line, byte },
      finding,
    })),
  );
  for (const [name, group] of Map.groupBy(expected, ({ entity, finding }) => `${finding.code} of ${entity}`))
    if (group.length > SAMPLES_MAX)
      throw new RangeError(`${group.length} times ${name}: a report shows ${SAMPLES_MAX}`);
  return expected;
}

function pipelineText(format: Format): string {
  const { users, messages } = TIME_MAP;
  return [
    'version: 1',
    'name: planted',
    'sources:',
    `  users: { path: users.${format}, map: { role: { from: role, values: { staff: default } }, ${users} } }`,
    `  groups: { path: groups.${format} }`,
    `  members: { path: members.${format} }`,
    `  messages: { path: "messages-*.${format}", map: { ${messages} } }`,
    'retention: { messagesOlderThanDays: 7300, policy: reject }',
    '',
  ].join('\n');
}
