import type { App } from '../app/app.ts';
import { ApiError } from '../wire/api-error.ts';
import type { Fields } from '../wire/validation.ts';

/**
 * Imports one row and returns its JSON. Throws an ApiError if it refuses the row. `checkKey` checks the row's key
 * against its id.
 */
export type ImportRow = (app: App, fields: Fields, checkKey: (id: string) => void) => string;

/** A refusal that `poison=batch500` turns into a failure of the whole request. */
export class PoisonError extends ApiError {}
