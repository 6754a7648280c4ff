import type { ExportPolicies } from '../export-rules.ts';
import type { SourceMessage } from '../neutral.ts';

/** The id of the conversation that a topic becomes where each is a group. */
export const topicConversation = (conversation: string, topic: string): string =>
  `${conversation}/topic-${topic}`;

/**
 * A message as the policy for topics says. As a tag, its topic stands beside it; as a group, it is of another conversation;
 * as a thread, it answers the message that opened the topic, which then is a message with the name of that.
 */
export function withTopic(message: SourceMessage, policy: ExportPolicies['topics']): SourceMessage {
  const { topic, conversation, parent, tags = [] } = message;
  if (!topic) return message;
  const { id, name } = topic;
  switch (policy) {
    case 'tag':
      return { ...message, tags: [...tags, `topic:${name}`] };
    case 'group':
      return { ...message, conversation: topicConversation(conversation, id) };
    case 'thread':
      if (topic.isFirst) return { ...message, system: undefined, text: name, pieces: undefined };
      return { ...message, parent: parent ?? id };
  }
}
