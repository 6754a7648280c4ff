import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** A library that is loaded when it is first asked for: most pipelines need none of these, and loading one takes time. */
export function libraryOf<T>(name: string): () => T {
  let library: T | undefined;
  return () => {
    library ??= load(name) as T;
    return library;
  };
}
