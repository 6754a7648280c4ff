import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { openPipelineFile } from '../../pipeline/code/open-pipeline.ts';
import { isCode } from '../../pipeline/reference.ts';
import type { Runtime, Stdout } from '../../terminal/context.ts';
import { printable, printableJson } from '../../terminal/printable.ts';
import { effectiveSettings, type Setting } from './settings.ts';

const DEFAULT = 'default';
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/;

/**
 * Shows every effective setting of a pipeline and where it comes from: a line of the file, an environment variable named
 * there, or the default. Sends nothing, and shows no key.
 * @throws RunError `CONFIG.*`
 */
export async function showConfig(
  { pipeline: named }: { readonly pipeline: string },
  context: Runtime & Stdout,
): Promise<number> {
  const pipeline = await openPipelineFile(named, context);
  const originOf = originsIn(pipeline.file);
  const settings = effectiveSettings(pipeline).map((each) => ({
    name: each.name,
    value: each.value,
    from: originOf(each),
  }));
  context.out(
    context.json ? printableJson({ version: 1, command: 'config show', settings }) : table(settings, context),
  );
  return 0;
}

/** Finds the origins of the settings of a file. */
function originsIn(file: string): (setting: Setting) => string {
  // Code may compute any of them.
  if (isCode(file)) return () => file;
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  return ({ paths }) => {
    for (const path of paths) {
      const node = document.getIn(path, true) as {
        readonly range?: readonly number[] | null;
        toJSON?(): unknown;
      };
      if (!node?.range) continue;
      const [, variable] = VARIABLE.exec(JSON.stringify(node)) ?? [];
      const place = `${file}:${lines.linePos(node.range[0] as number).line}`;
      return variable === undefined ? place : `${place}, environment variable ${variable}`;
    }
    return DEFAULT;
  };
}

type Shown = { readonly name: string; readonly value: string; readonly from: string };

function table(settings: readonly Shown[], { style }: Pick<Stdout, 'style'>): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  return settings
    .map(({ name, value, from }) => {
      const origin = from === DEFAULT ? style.dim(from) : from;
      return `  ${name.padEnd(width)}  ${printable(value)}  ${style.dim('←')} ${printable(origin)}\n`;
    })
    .join('');
}
