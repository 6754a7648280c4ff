import { join } from 'node:path';
import type { Plan } from '../../delivery/plan.ts';
import { mapLogLines } from '../../pipeline/files/map/map-log.ts';
import { MAP_START, type MapObject } from '../../pipeline/files/map/map-record.ts';
import { MAP_LOG } from '../../pipeline/files/map/open-file-map.ts';
import { NamedFiles } from '../../pipeline/files/named-objects.ts';
import { SPOOL_NAME } from '../../pipeline/state-place.ts';
import type { KeptCopies } from '../../session/kept-copies.ts';
import type { State } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { Runtime } from '../../terminal/context.ts';
import { amount, sizeText } from '../../terminal/printable.ts';
import type { KeptTrace } from './kept-traces.ts';
import { hasFilesOf, nameTest, type Traces } from './traces.ts';

/** What the files of a person are found with. */
type Forgetting = {
  readonly copies: KeptCopies;
  readonly state: State;
  /** The store as the pipeline names it. */
  readonly to: string;
  readonly traces: Traces;
};

/** Adds the addresses that only rows of the person name. @throws RunError `SOURCE.*` */
export async function addAddresses(
  plan: Plan,
  { map }: KeptCopies,
  traces: Traces,
  { system: { files }, signal }: Runtime,
): Promise<void> {
  const isTheirs: Parameters<typeof NamedFiles.read>[2] = (entity, fields) =>
    hasFilesOf(entity, fields, traces);
  using named = await NamedFiles.read(plan, map, isTheirs, { files, signal });
  for (const address of named.theirs()) traces.addresses.add(address);
  const inText = nameTest(traces);
  for (const { address } of map.entries())
    if (inText(Buffer.from(address).toString('latin1')) && !named.isOfOthers(address))
      traces.addresses.add(address);
}

/** Traces of a person in the store of copies and in the map of them. */
export function copiesTraces(
  { copies, state, to, traces: { addresses } }: Forgetting,
  signal: AbortSignal,
): KeptTrace[] {
  const { map } = copies;
  const known = [...addresses].filter((address) => map.find(address) !== undefined);
  const objects = objectsOf(addresses, state).flatMap((object) => map.findObject(object) ?? []);
  const own = objects.filter(({ origin, object }) => origin === 'created' && !copies.isNamedBeside(object));
  if (known.length + objects.length === 0) return [];
  const bytes = own.reduce((sum, each) => sum + each.bytes, 0);
  const parts = [
    ...(own.length > 0 ? [`${amount(own.length, 'copy', 'copies')} (${sizeText(bytes)}) in ${to}`] : []),
    ...(known.length > 0 ? [amount(known.length, 'address', 'addresses')] : []),
  ];
  const removed = new Set(own.map(({ object }: MapObject) => object));
  return [
    {
      file: MAP_LOG,
      count: own.length + known.length,
      what: parts.join(', '),
      async remove() {
        await copies.remove((object) => removed.has(object), signal);
        await map.forgetEntries(addresses);
      },
    },
  ];
}

/** Objects that were the copy of such an address at any time, and never of another one. */
function objectsOf(addresses: ReadonlySet<string>, { kept }: State): readonly string[] {
  const objects = new Set<string>();
  const each = (take: (object: string, isTheirs: boolean) => void): void => {
    using log = kept.read(MAP_LOG);
    if (!log) return;
    for (const { record } of mapLogLines(log, MAP_START))
      if (record.is === 'entry' && record.outcome !== 'failed')
        take(record.object, addresses.has(record.address));
  };
  each((object, isTheirs) => isTheirs && objects.add(object));
  each((object, isTheirs) => !isTheirs && objects.delete(object));
  return [...objects];
}

/** The folder of files that were under way when a process ended. */
export function spoolTraces({ paths: { prepared } }: State, files: Files): KeptTrace[] {
  const folder = join(prepared, SPOOL_NAME);
  if (!files.existsSync(folder)) return [];
  const remove = (): Promise<void> => files.rm(folder, { recursive: true, force: true });
  return [{ file: `prepared/${SPOOL_NAME}/`, count: 1, what: 'the folder', remove }];
}
