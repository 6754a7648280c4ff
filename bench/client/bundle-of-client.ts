import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** One file that holds a program and all that it imports, but for modules of Node.js. */
export type ClientBundle = {
  readonly code: string;
  /** Bytes of the code, minified. */
  readonly minified: number;
  /** Bytes of the same, gzipped. */
  readonly gzipped: number;
  /** Names of the modules that it still imports. */
  readonly imports: readonly string[];
};

/** Bundles a program that uses `chatferry/client`, as rolldown does for Node.js. */
export async function bundleOfClient(input: string): Promise<ClientBundle> {
  await using bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    comments: false,
    codeSplitting: false,
  });
  const [{ fileName, code, imports, dynamicImports }] = output;
  const bytes = Buffer.from(code);
  return {
    code,
    minified: bytes.length,
    gzipped: gzipSync(bytes).length,
    // What is imported later and is inside is listed as the file itself.
    imports: [...imports, ...dynamicImports].filter((name) => name !== fileName),
  };
}
