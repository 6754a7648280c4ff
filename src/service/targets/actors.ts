import type { Data, Ref } from '../../input/entities/entity.ts';
import type { Route } from './target.ts';

/** Reads the users whom a call needs to be active from the fields of its row; a field without a value names nobody. */
export const actorsIn =
  (...fields: readonly string[]) =>
  (data: Data): readonly Ref[] =>
    fields.flatMap((field) => {
      const key = data[field];
      return typeof key === 'string' ? [{ entity: 'users', key, field }] : [];
    });

const NOBODY: readonly Ref[] = [];

/** The users whom the call of a reply needs to be active: its sender, and the user to whom it is sent. */
export const actorsOfReply = (data: Data): readonly Ref[] =>
  actorsIn('sender', ...(data['receiverType'] === 'user' ? ['receiver'] : []))(data);

/** Makes an ordinary message need nobody, and a reply those whom its own call needs. */
export const actorsOfReplies =
  (replies: Route): NonNullable<Route['actors']> =>
  (data, isNowhere) => {
    const root = data['parentMuid'] as string | undefined;
    return root === undefined || isNowhere?.(root) ? NOBODY : (replies.actors?.(data) ?? NOBODY);
  };
