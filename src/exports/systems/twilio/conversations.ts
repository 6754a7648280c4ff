import type { ExportObject } from '../../files/export-rows.ts';
import { instant, record, textValue } from '../../files/values.ts';
import type { SourceConversation } from '../../neutral.ts';
import type { Attributes } from './attributes.ts';

/** The author of what a server wrote without a name, and the creator of what it made. */
export const SERVER = 'system';

/**
 * A conversation of Twilio, or a channel of Programmable Chat; undefined if it has no sid. One without a name is its
 * participants alone.
 */
export function conversationFrom(row: ExportObject, attributes: Attributes): SourceConversation | undefined {
  const id = textValue(row['sid']);
  if (id === undefined) return undefined;
  const name = textValue(row['friendly_name']);
  const isPublic = row['type'] === 'public';
  const owner = textValue(row['created_by']);
  const state = textValue(row['state']);
  return {
    id,
    type: isPublic ? 'public' : name === undefined ? 'direct' : 'private',
    name: name ?? (isPublic ? textValue(row['unique_name']) : undefined),
    hasChangingMembers: true,
    owner: owner === SERVER ? undefined : owner,
    createdAt: instant(row['date_created']),
    isArchived: state === 'closed',
    metadata: {
      ...kept('uniqueName', row['unique_name']),
      ...(state === 'inactive' ? { state } : {}),
      ...kept('timers', row['timers']),
      ...kept('bindings', row['bindings']),
      ...attributes.of(row),
    },
  };
}

/** A member that says something. */
function kept(name: string, value: unknown): Readonly<Record<string, unknown>> {
  const object = record(value);
  const isSaid = object
    ? Object.values(object).some((each) => each !== null && each !== '')
    : textValue(value) !== undefined;
  return isSaid ? { [name]: value } : {};
}
