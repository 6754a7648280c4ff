import type { SourceSpec } from './source-schema.ts';

type Paths = string | readonly string[];

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

/** Every path that sources name, as they name it. */
export function pathsOf(specs: readonly SourceSpec[]): readonly string[] {
  const found: string[] = [];
  for (const spec of specs)
    withPaths(spec, (path) => {
      found.push(path);
      return path;
    });
  return found;
}
