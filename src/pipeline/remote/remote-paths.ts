import type { SourceSpec } from '../schema/source-schema.ts';
import { isRemote } from './is-remote.ts';
import { RemoteUrl, urlParts, withoutSecrets } from './remote-url.ts';

/** The addresses among the paths of a pipeline, by what they are called in it. */
export type Remotes = ReadonlyMap<string, RemoteUrl>;

type Paths = string | readonly string[];

/** Gives the addresses of a pipeline names without secrets. */
export class RemoteNames {
  readonly found = new Map<string, RemoteUrl>();

  /** The name of an address, which stands for it from then on; a path of this machine as it is. */
  readonly nameOf = (path: string): string => {
    if (!isRemote(path)) return path;
    const [url, inside] = urlParts(path);
    const shown = withoutSecrets(url);
    // Two addresses may differ by their query alone.
    for (let number = 1; ; number++) {
      const name = number === 1 ? shown : `${shown}#${number}`;
      const known = this.found.get(name);
      if (known !== undefined && known.reveal() !== url) continue;
      this.found.set(name, known ?? new RemoteUrl(url, name));
      return name + inside;
    }
  };
}

/** A source with other paths: of its rows, of joined files, of files that values are looked up in, of an export. */
export function withPaths(spec: SourceSpec, change: (path: string) => string): SourceSpec {
  const changed = <T extends Paths>(paths: T): T =>
    (typeof paths === 'string' ? change(paths) : paths.map(change)) as T;
  if ('export' in spec) return { export: { ...spec.export, path: changed(spec.export.path) } };
  if ('from' in spec) return spec;
  const { path, join, map } = spec;
  return {
    ...spec,
    ...(path === undefined ? {} : { path: changed(path) }),
    ...(join && {
      join: Object.fromEntries(
        Object.entries(join).map(([name, each]) => [name, { ...each, path: changed(each.path) }]),
      ),
    }),
    ...(map && { map: withLookups(map, change) as typeof map }),
  };
}

/** A form of a field may be a part of another one. */
function withLookups(value: unknown, change: (path: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withLookups(each, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    key === 'lookup' && typeof each?.file === 'string'
      ? { ...each, file: change(each.file) }
      : withLookups(each, change),
  ]);
  return Object.fromEntries(entries);
}

/** The addresses that these sources and this file of ids name. */
export function remotesIn(
  specs: readonly SourceSpec[],
  idMap: string | undefined,
  remotes: Remotes,
): readonly RemoteUrl[] {
  const named = new Set<RemoteUrl>();
  const add = (path: string): string => {
    const remote = remotes.get(urlParts(path)[0]);
    if (remote) named.add(remote);
    return path;
  };
  for (const spec of specs) withPaths(spec, add);
  if (idMap !== undefined) add(idMap);
  return [...named];
}
