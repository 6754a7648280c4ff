import { basename, dirname, resolve } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import { checkPipeline, loadPipeline, type Pipeline, parsePipeline, readPipelineText } from '../pipeline.ts';
import { isCode, readReference } from '../reference.ts';
import type { KeyAccess } from '../target.ts';
import { codeFilesOf } from './code-files.ts';
import { loadModule } from './load-module.ts';

/**
 * Reads and checks a pipeline file: YAML or JSON, or code (`.ts`, `.mts`, `.js`, `.mjs`) whose default export is the
 * pipeline. Code is run only if nobody else may change it.
 * @param reference the path of the file; with ` --to NAME` after it, one of its `targets` is used
 * @throws RunError `CONFIG.*`
 */
export async function openPipelineFile(reference: string, access: KeyAccess): Promise<Pipeline> {
  const { file, to } = readReference(reference);
  const { pipelineText } = access;
  if (pipelineText !== undefined)
    return await withTransforms(parsePipeline(pipelineText, file, access.env, to), {}, access);
  if (!isCode(file)) return await withTransforms(loadPipeline(file, access.env, to), {}, access);
  readPipelineText(file);
  const place = { file, folder: dirname(resolve(file)) };
  const { exported, digest } = await loadModule(resolve(file), place, access, 'CONFIG.SYNTAX');
  const value = await exported['default'];
  if (typeof value !== 'object' || value === null)
    throw new RunError('CONFIG.INVALID', 'the default export of the file is not a pipeline', {
      hint: 'export default definePipeline({ version: 1, name: …, sources: … })',
      where: { file },
    });
  return await withTransforms(
    checkPipeline(value, file, access.env, to),
    { [basename(file)]: digest },
    access,
  );
}

/** The pipeline with the digests of its code. A transform that cannot be read is told when it is needed. */
async function withTransforms(
  pipeline: Pipeline,
  own: Readonly<Record<string, string>>,
  { hideVariables }: KeyAccess,
): Promise<Pipeline> {
  const code: Record<string, string> = { ...own };
  for (const spec of Object.values(pipeline.sources).flat()) {
    if (!('transform' in spec) || spec.transform === undefined) continue;
    const found = await codeFilesOf(resolve(pipeline.folder, spec.transform)).catch(() => undefined);
    if (found) code[spec.transform] = found.digest;
    hideVariables?.(pipeline.secrets);
  }
  return { ...pipeline, code };
}
