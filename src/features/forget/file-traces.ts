import { join } from 'node:path';
import type { Plan } from '../../delivery/plan.ts';
import { MAP_LOG } from '../../pipeline/files/map/open-file-map.ts';
import { NamedFiles, objectsOnlyOf } from '../../pipeline/files/named-objects.ts';
import { SPOOL_NAME } from '../../pipeline/state-place.ts';
import type { KeptCopies } from '../../session/kept-copies.ts';
import type { State } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { Runtime } from '../../terminal/context.ts';
import { amount, sizeText } from '../../terminal/printable.ts';
import type { KeptTrace } from './kept-traces.ts';
import { hasFilesOf, nameTest, type Traces } from './traces.ts';

/** Things that the files of a person are found with. */
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
  const objects = objectsOnlyOf(addresses, state.kept).flatMap((object) => map.findObject(object) ?? []);
  const own = objects.filter(({ origin, object }) => origin === 'created' && !copies.isNamedBeside(object));
  if (known.length + objects.length === 0) return [];
  const bytes = own.reduce((sum, each) => sum + each.bytes, 0);
  const parts = [
    ...(own.length > 0 ? [`${amount(own.length, 'copy', 'copies')} (${sizeText(bytes)}) in ${to}`] : []),
    ...(known.length > 0 ? [amount(known.length, 'address', 'addresses')] : []),
  ];
  const removed = new Set(own.map(({ object }) => object));
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

/** The folder of files that were under way when a process ended. */
export function spoolTraces({ paths: { prepared } }: State, files: Files): KeptTrace[] {
  const folder = join(prepared, SPOOL_NAME);
  if (!files.existsSync(folder)) return [];
  const remove = (): Promise<void> => files.rm(folder, { recursive: true, force: true });
  return [{ file: `prepared/${SPOOL_NAME}/`, count: 1, what: 'the folder', remove }];
}
