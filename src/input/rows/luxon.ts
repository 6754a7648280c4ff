import { libraryOf } from './library.ts';

/** The library for zones and declared time formats; most times have neither. */
export const luxon = libraryOf<typeof import('luxon')>('luxon');
