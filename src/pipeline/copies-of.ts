import { join } from 'node:path';
import type { Workplace } from './open/opening.ts';
import type { Pipeline } from './pipeline.ts';
import type { Copies } from './remote/copies.ts';
import { urlParts } from './remote/remote-url.ts';
import { pathsOf } from './schema/source-paths.ts';
import { COPIES_NAME } from './state-place.ts';

const NONE: Copies = new Map();

/**
 * Makes the sources of a pipeline that are on servers files of this machine, before anything opens them; a copy that is there
 * is asked about, and kept if it is still what the server has.
 * @throws RunError `SOURCE.*`; the reason of the signal
 */
export async function copiesOf(
  { sources, idMap, remotes, stateFolder }: Pipeline,
  workplace: Workplace,
): Promise<Copies> {
  if (!remotes) return NONE;
  const paths = [...pathsOf(Object.values(sources).flat()), ...(idMap === undefined ? [] : [idMap])];
  const urls = new Set(paths.flatMap((path) => remotes.get(urlParts(path)[0]) ?? []));
  if (urls.size === 0) return NONE;
  // Loaded here: no other pipeline needs it.
  const { copySources } = await import('./remote/copy-sources.ts');
  return await copySources([...urls], {
    own: join(await workplace.ownFolder(), COPIES_NAME),
    beside: join(workplace.preparedIn(stateFolder), COPIES_NAME),
    named: [...remotes.keys()],
    system: workplace.system,
    signal: workplace.signal,
    say: (sentence) => workplace.say(sentence),
  });
}
