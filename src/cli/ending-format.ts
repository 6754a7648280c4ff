import type { RunError } from '../errors/run-error.ts';
import { endingText, isReportFormat } from '../report/formats/formats.ts';
import type { CommandContext } from '../terminal/context.ts';

/** An error that ended a command before it printed its result, in the format of the result; empty if there is no such format. */
export async function errorAs(format: string, error: RunError, context: CommandContext): Promise<string> {
  return isReportFormat(format) ? await endingText(format, error, context) : '';
}
