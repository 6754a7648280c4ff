/**
 * Returns the thing that `make` makes, made when it is asked for first: schemas take longer to compile than most
 * commands take to start.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
