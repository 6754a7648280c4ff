/** The values of a row that a sample shows; read only for the few samples that are kept. */
export interface Shown {
  /** The row's key. */
  key(): string;
  /** A field's cell as written in the file. */
  cell(field: string): unknown;
  /** A field's value as the service will store it. */
  text(field: string): string;
}
