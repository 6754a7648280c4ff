/** The members of a source, or of a notification, that hold paths. */
const NAMED = ['path', 'file'];

/**
 * The paths in a part of a pipeline, at any depth. A name of a column that is taken for one is below the folder of the pipeline
 * in any case.
 */
export function pathsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    NAMED.includes(key) ? [member].flat().filter((each) => typeof each === 'string') : pathsIn(member),
  );
}
