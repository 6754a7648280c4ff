import type { SourceSpec } from './source-schema.ts';
/** A source with other paths: of its rows, of joined files, of files that values are looked up in, of an export. */
export declare function withPaths(spec: SourceSpec, change: (path: string) => string): SourceSpec;
/** Every path that sources name, as they name it. */
export declare function pathsOf(specs: readonly SourceSpec[]): readonly string[];
