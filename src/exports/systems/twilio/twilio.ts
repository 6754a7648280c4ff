import { type Detected, type ExportReader, rejectedAs } from '../../export-reader.ts';
import { pulledFiles } from '../../files/pulled-rows.ts';
import { Attributes } from './attributes.ts';
import { OneService } from './instance.ts';
import { MessagePass } from './messages.ts';
import { twilioFiles } from './pages.ts';
import { PeoplePass } from './people.ts';
import { TwilioRecords } from './records.ts';

/** Twilio Conversations and Programmable Chat: the answers of their REST API, saved as files, or the records of a pull. */
export const twilio: ExportReader = {
  system: 'twilio',
  label: 'Twilio',

  async detect(files): Promise<Detected | undefined> {
    const pulled = await pulledFiles(files, 'twilio');
    const { files: found } = await twilioFiles(files, pulled, true);
    if (found.length + pulled.length === 0) return undefined;
    const pages = found.filter(({ lists }) => lists && lists.size > 0);
    const errors = found.filter(({ lists }) => lists?.size === 0);
    const records = found.filter(({ lists }) => !lists);
    const parts = [
      ...(pulled.length > 0 ? ['records of the API'] : []),
      ...(pages.length > 0 ? [`${pages.length} × pages of the REST API`] : []),
      ...(records.length > 0 ? [`${records.length} × records of the REST API`] : []),
      ...(errors.length > 0 ? [`${errors.length} × errors of the REST API`] : []),
    ];
    return { variant: parts.join(', ') };
  },

  async readPeople(input, sink) {
    const pulled = await pulledFiles(input.files, 'twilio');
    const { files, notes } = await twilioFiles(input.files, pulled);
    const others = input.files.without([...files, ...pulled.map((file) => ({ file }))]);
    if (others !== undefined) sink.note(`files that do not come from Twilio were skipped: ${others}`);
    for (const note of notes) sink.note(note);
    const records = new TwilioRecords(files, pulled, input);
    const service = new OneService(input.shape);
    const attributes = new Attributes();
    const people = new PeoplePass(sink, service, attributes);
    await people.read(records);
    return async (messages) => {
      const pass = new MessagePass(messages, { people, service, attributes });
      const unreadable = rejectedAs('messages', messages);
      await records.pass('messages', {
        record: (_, row, place) => pass.take(row, place),
        gone: (...row) => pass.takeGone(...row),
        unreadable,
      });
      pass.finish();
    };
  },
};
