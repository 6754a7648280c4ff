import { type ExportInput, type MessageSink, type PeopleSink } from '../../../export-reader.ts';
import type { Channels } from '../channels.ts';
import { type MessageContext } from '../messages.ts';
import { type Bots } from '../people.ts';
import type { SlackdumpFiles } from './forms.ts';
type Input = Pick<ExportInput, 'files' | 'signal'>;
/** Hands on the people and conversations of slackdump's own formats. */
export declare function readPeopleOfSlackdump({ databases, chunks, dumps }: SlackdumpFiles, { channels, bots, sink }: {
    readonly channels: Channels;
    readonly bots: Bots;
    readonly sink: PeopleSink;
}, input: Input): Promise<void>;
/** Facts about all messages. */
type Common = Omit<MessageContext, 'conversation' | 'pins'>;
/** Hands on the messages of slackdump's own formats. */
export declare function readMessagesOfSlackdump({ databases, chunks, dumps, canvases }: SlackdumpFiles, { common, sink }: {
    readonly common: Common;
    readonly sink: MessageSink;
}, input: Input): Promise<void>;
export {};
