import { htmlToMarkdown, htmlToText } from '../../../input/rows/markup/html.ts';
import type { Detected, ExportReader } from '../../export-reader.ts';
import { noteOthers } from '../../files/other-files.ts';
import { missing, notAnEntry } from '../../files/unreadable.ts';
import { record } from '../../files/values.ts';
import { intercomFiles } from './files.ts';
import { firstMessage, HTML, partMessage, withheldKind } from './messages.ts';
import { passConversations } from './parts.ts';
import { PeoplePass } from './people.ts';

/** Intercom: conversations as its REST API answers them, from version 2.0 on, and its contacts and admins. */
export const intercom: ExportReader = {
  system: 'intercom',
  label: 'Intercom',
  // Nobody says that those of a part are unique among all conversations.
  idsPerConversation: true,
  markups: { [HTML]: { markdown: htmlToMarkdown, plain: htmlToText } },

  async detect(files): Promise<Detected | undefined> {
    const found = await intercomFiles(files);
    const count = found.filter(({ holds }) => holds === 'conversations').length;
    if (count === 0) return undefined;
    return { variant: `JSON of its API, ${count} ${count === 1 ? 'file' : 'files'} with conversations` };
  },

  async readPeople(input, sink) {
    const found = await intercomFiles(input.files);
    await noteOthers(input.files, found, OTHERS, sink);
    await new PeoplePass(input, sink).read(found);
    return async (messages) => {
      const withheld = new Map<string, number>();
      for (const each of found)
        if (each.holds === 'conversations')
          await passConversations(
            each,
            {
              conversation: (row, id, place) => {
                const first = id === '' ? undefined : firstMessage(row, id);
                if (first) messages.message(first, place);
              },
              part: (value, id, place) => {
                const part = record(value);
                const message = part && partMessage(part, id);
                if (message) messages.message(message, place);
                else
                  messages.unreadable('messages', part ? missing('id', part) : notAnEntry({ value }), place);
                const kind = part && withheldKind(part);
                if (kind !== undefined) withheld.set(kind, (withheld.get(kind) ?? 0) + 1);
              },
              // The pass over people has said what is wrong with them.
              other: () => {},
              unreadable: () => {},
            },
            input,
          );
      if (withheld.size > 0) messages.note(noteOf(withheld));
    };
  },
};

const OTHERS = {
  others: "files that do not come from Intercom's API",
  error: /^\s*\{\s*"type"\s*:\s*"error\.list"[^\]]{0,2000}?"code"\s*:\s*"(\w{1,60})"/,
};

const noteOf = (withheld: ReadonlyMap<string, number>): string => {
  const sum = [...withheld.values()].reduce((all, count) => all + count, 0);
  const kinds = Array.from(withheld, ([kind, count]) => `${kind} ${count}`);
  return `texts and files of events, which may be notes and are not imported: ${sum} (${kinds.slice(0, 5).join(', ')}${kinds.length > 5 ? ', …' : ''})`;
};
