import type { Route } from './target.ts';
/**
 * The fewest requests that new rows need: full batches, and one for each row that is written after the message it hangs on.
 * @param rows the new rows, those that hang included
 * @param values how many of them have a value in a field, by field
 */
export declare function requestFloor({ maxItems, hanging }: Pick<Route, 'maxItems' | 'hanging'>, rows: number, values: Readonly<Record<string, number>>): number;
