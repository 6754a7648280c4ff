import { htmlToMarkdown, htmlToText } from '../../input/rows/markup/html.ts';
import { slackToMarkdown } from '../../input/rows/markup/slack.ts';
import type { ExportInput, ExportReader } from '../export-reader.ts';
import { KeyedIds, Lookups } from './rows/lookups.ts';
import { readMessages } from './rows/messages.ts';
import { readPeople } from './rows/people.ts';
import { recognisedPreset } from './shape/fitted-preset.ts';
import { resolveShape } from './shape/resolve-shape.ts';
import { parsedShape } from './shape/shape-schema.ts';
import { tablesOfDatabase } from './shape/shape-section.ts';
import { WhoseIds } from './shape/whose-ids.ts';
import type { FoundTables } from './table.ts';

/** Finds the tables in the files of an export. */
type TablesOf = (input: Pick<ExportInput, 'files' | 'signal'>) => Promise<FoundTables>;

/** Reads the tables of a chat as their shape says, whatever files they come from. */
export const readerOfTables = (
  tablesOf: TablesOf,
): Pick<ExportReader, 'draftShape' | 'markups' | 'readPeople'> => ({
  markups: {
    html: { markdown: htmlToMarkdown, plain: htmlToText },
    // Plain texts with `&lt;` for `<`.
    entities: { markdown: htmlToText, plain: htmlToText },
    slack: { markdown: slackToMarkdown },
  },

  async draftShape(input) {
    const { tables } = await tablesOf(input);
    const shape = parsedShape(input.shape);
    const own = tablesOfDatabase(tables, shape.database);
    // Databases with the same tables are told apart first, and known products need no look.
    if (
      own.length === 0 ||
      new Set(own.map(({ name }) => name)).size < own.length ||
      (shape.preset ?? recognisedPreset(shape, own)) !== undefined
    )
      return void resolveShape(shape, tables);
    const { namedDrafterOf } = await import('./draft/named-draft.ts');
    const named = await namedDrafterOf(own, shape, input.signal);
    if (named) return named === 'clear' ? undefined : named;
    const { shapeDrafterOf } = await import('./draft/draft-shape.ts');
    return await shapeDrafterOf(own, input.signal);
  },

  async readPeople(input, sink) {
    const { tables, notes } = await tablesOf(input);
    for (const note of notes) sink.note(note);
    const shape = resolveShape(parsedShape(input.shape), tables);
    for (const note of shape.notes) sink.note(note);
    const keys = new KeyedIds();
    const { zone, signal } = input;
    const roles = { shape, lookups: new Lookups(), whose: new WhoseIds(), zone, signal };
    await readPeople({ sink, keys, input: roles });
    return (messages) => readMessages({ sink: messages, keys, input: roles });
  },
});
