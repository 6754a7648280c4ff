import { segment } from '../asked.ts';

/** A row that the app does not take. */
export class RefusedRow extends Error {
  override readonly name = 'RefusedRow';
}

/** An id as a part of a path. A row with one that no address can have is refused: it must not keep others waiting. */
export function part(id: string): string {
  try {
    return segment(id);
  } catch (error) {
    throw new RefusedRow((error as Error).message);
  }
}
