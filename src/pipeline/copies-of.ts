import { join } from 'node:path';
import { hasServiceRows } from './app-rows.ts';
import type { Workplace } from './open/opening.ts';
import type { Pipeline } from './pipeline.ts';
import type { Copies } from './remote/copies.ts';
import { urlParts } from './remote/remote-url.ts';
import { pathsOf } from './schema/source-paths.ts';
import { COPIES_NAME } from './state-place.ts';

const NONE: Copies = new Map();

/**
 * Makes the sources of a pipeline that are on servers files of this machine, before anything opens them; a copy that is there
 * is asked about, and kept if it is still what the server has. The copy of the API of an old system is a folder of its records.
 * @throws RunError `SOURCE.*`, `PULL.*`; the reason of the signal
 */
export async function copiesOf(
  pipeline: Pick<Pipeline, 'sources' | 'idMap' | 'remotes' | 'stateFolder' | 'pull' | 'policies' | 'sync'>,
  workplace: Workplace,
): Promise<Copies> {
  const { sources, idMap, remotes, pull } = pipeline;
  if (!remotes && !pull) return NONE;
  const paths = [...pathsOf(Object.values(sources).flat()), ...(idMap === undefined ? [] : [idMap])];
  const isPulled = pull && (paths.includes(pull.shown) || hasServiceRows(pull, paths));
  const pulled = isPulled ? await pulledCopies(pull, pipeline, workplace) : [];
  const urls = new Set(paths.flatMap((path) => remotes?.get(urlParts(path)[0]) ?? []));
  if (urls.size === 0) return pulled.length > 0 ? new Map(pulled) : NONE;
  // Loaded here: no other pipeline needs it.
  const { copySources } = await import('./remote/copy-sources.ts');
  const copied = await copySources([...urls], {
    own: join(await workplace.ownFolder(), COPIES_NAME),
    beside: join(workplace.preparedIn(pipeline.stateFolder), COPIES_NAME),
    named: [...(remotes?.keys() ?? [])],
    system: workplace.system,
    signal: workplace.signal,
    say: (sentence) => workplace.say(sentence),
  });
  return new Map([...pulled, ...copied]);
}

/** The folder with the records of an old system, which are asked for as the command wants it, or files of rows. */
async function pulledCopies(
  spec: NonNullable<Pipeline['pull']>,
  pipeline: Pick<Pipeline, 'stateFolder' | 'policies' | 'sync'>,
  workplace: Workplace,
): Promise<readonly (readonly [string, string])[]> {
  // Loaded here: no other pipeline needs it.
  const { pullInto } = await import('./pull/pull-into.ts');
  const pulled = await pullInto(spec, pipeline.stateFolder, workplace);
  if (spec.system !== 'service') return [[spec.shown, pulled.folder]];
  const { serviceCopies } = await import('./pull/app-copies.ts');
  return [...(await serviceCopies(spec, pulled, pipeline, workplace))];
}
