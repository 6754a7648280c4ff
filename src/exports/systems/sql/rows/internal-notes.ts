import { RunError } from '../../../../errors/run-error.ts';
import type { Role } from '../shape/resolve-shape.ts';
import { internalFields } from '../shape/usual-names.ts';
import type { Cells } from './role-rows.ts';

const YES_OR_NO = /^(?:0+|1|t|true|f|false|y|yes|n|no|on|off)$/i;

/**
 * Tells which messages only some of those inside may see: those of which any of the columns for it says yes.
 * @throws RunError `EXPORT.SHAPE_UNCLEAR` when called, if a column that is recognised by its name alone says something else
 */
export function internalNotes({ fields }: Role): (cells: Cells) => boolean {
  const asked = internalFields.flatMap((name) => {
    const field = fields[name];
    return field ? [{ name, ...field }] : [];
  });
  return (cells) =>
    asked.some(({ name, column, isGuessed }) => {
      const text = cells.text(name);
      if (isGuessed && text !== undefined && !YES_OR_NO.test(text)) throw unclear(column, text);
      return cells.flag(name);
    });
}

const unclear = (column: string, value: string): RunError =>
  new RunError(
    'EXPORT.SHAPE_UNCLEAR',
    `messages.${column}: does it say that only some may see a message? Its values are no yes and no, such as ${JSON.stringify(value.slice(0, 40))}`,
    {
      hint: `say which messages are taken:  shape: { messages: { internal: false, where: { ${column}: … } } } , or  internal: ${column}  if every value but no means so, or  internal: false  alone if none does`,
    },
  );
