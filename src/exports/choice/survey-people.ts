import type { ExportInput, ExportReader, PeopleSink } from '../export-reader.ts';
import type { SourceConversation, SourceMember, SourceUser } from '../neutral.ts';
import { WaitingMembers } from '../waiting-members.ts';

/** Looks at the people of an export before any of them is converted. Records without their ids are not passed to it. */
export type PeopleLook = {
  user?(user: SourceUser): void;
  conversation?(conversation: SourceConversation): void;
  member?(member: SourceMember): void;
};

/**
 * Passes the people of an export to several who need all of them before the first one is converted.
 * @throws RunError as the reader does
 */
export async function surveyPeople(
  reader: ExportReader,
  input: ExportInput,
  looks: readonly PeopleLook[],
): Promise<void> {
  const member = (each: SourceMember): void => {
    if (each.conversation !== '' && each.user !== '') for (const look of looks) look.member?.(each);
  };
  const sink: PeopleSink = {
    user: (user) => {
      if (user.id !== '') for (const look of looks) look.user?.(user);
    },
    conversation: (conversation) => {
      const { id, members = [] } = conversation;
      if (id === '') return;
      for (const look of looks) look.conversation?.(conversation);
      for (const user of members) member({ conversation: id, user });
    },
    member,
    topic: () => {},
    // All of this is said in the pass that converts.
    unreadable: () => {},
    dropped: () => {},
    note: () => {},
  };
  const listed = new WaitingMembers(sink);
  await reader.readPeople(input, listed.sink);
  listed.finish();
}
