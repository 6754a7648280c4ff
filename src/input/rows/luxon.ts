import { createRequire } from 'node:module';

// Loaded where a time has a zone or a format of its own: most have none.
const load = createRequire(import.meta.url);

type Library = typeof import('luxon');
let library: Library | undefined;

/** The library for zones and declared time formats. */
export const luxon = (): Library => {
  library ??= load('luxon') as Library;
  return library;
};
