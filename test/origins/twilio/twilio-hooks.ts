import { createHmac } from 'node:crypto';
import type { Row } from './twilio-data.ts';

const FORM = 'application/x-www-form-urlencoded';

/** The members of an event about a record, as Twilio sends them: with finer times than the API has. */
export function eventOf(
  type: string,
  row: Row,
  more: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const form = new URLSearchParams({ EventType: type, Source: 'SDK', RetryCount: '0' });
  const add = (name: string, value: unknown): void => {
    if (value !== null && value !== undefined) form.append(name, String(value));
  };
  const fine = (time: unknown): unknown => (typeof time === 'string' ? time.replace(/Z$/, '.617Z') : time);
  const [, about = ''] = /^on(Message|Participant|Conversation|User)/.exec(type) ?? [];
  add('AccountSid', row['account_sid']);
  add('ChatServiceSid', row['chat_service_sid']);
  add(`${about}Sid`, row['sid']);
  add('ConversationSid', about === 'Conversation' ? undefined : row['conversation_sid']);
  add('Attributes', row['attributes']);
  add('DateCreated', fine(row['date_created']));
  if (!type.endsWith('Added')) add('DateUpdated', fine(row['date_updated']));
  if (type.endsWith('Removed')) form.append('DateRemoved', new Date().toISOString());
  for (const [name, value] of Object.entries(row))
    if (OWN.has(name))
      add(
        name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        value,
      );
  if (Array.isArray(row['media']))
    form.append(
      'Media',
      JSON.stringify(
        (row['media'] as readonly Row[]).map(({ sid, size, content_type, filename, category }) => ({
          Sid: sid,
          Size: size,
          ContentType: content_type,
          Filename: filename,
          Category: category,
        })),
      ),
    );
  const binding = row['messaging_binding'] as Row | null | undefined;
  for (const [name, value] of Object.entries({
    Address: binding?.['address'],
    ProxyAddress: binding?.['proxy_address'],
    Type: binding?.['type'],
  }))
    add(`MessagingBinding.${name}`, value);
  for (const [name, value] of Object.entries(more)) form.set(name, value);
  return form;
}

/** Members of records that stand in events by the same names, written otherwise. */
const OWN = new Set([
  'index',
  'author',
  'body',
  'participant_sid',
  'content_sid',
  'identity',
  'role_sid',
  'friendly_name',
  'unique_name',
  'state',
]);

/** The webhook of an account, as Twilio has it: events are sent once, and those that nobody takes are lost. */
export class TwilioHooks {
  readonly token = '12345678901234567890123456789012';
  /** As the API answers it. */
  config: Row = {
    pre_webhook_url: null,
    post_webhook_url: null,
    method: 'POST',
    filters: null,
  };
  /** Answers to events, such as 200; 0 for none. */
  readonly answers: number[] = [];
  readonly #underWay = new Set<Promise<void>>();

  /** Changes the webhook; members that are not there stay as they are. */
  change(form: URLSearchParams): Row {
    const given = { PreWebhookUrl: 'pre_webhook_url', PostWebhookUrl: 'post_webhook_url', Method: 'method' };
    for (const [name, member] of Object.entries(given))
      if (form.has(name)) this.config = { ...this.config, [member]: form.get(name) || null };
    if (form.has('Filters'))
      this.config = { ...this.config, filters: form.getAll('Filters').filter((each) => each !== '') };
    return this.config;
  }

  send(event: URLSearchParams): void {
    const { post_webhook_url: url, filters } = this.config;
    if (
      typeof url !== 'string' ||
      !(filters as readonly string[] | null)?.includes(event.get('EventType') ?? '')
    )
      return;
    const work = this.#deliver(url, event);
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  async quiet(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  /** The headers of an event. */
  signed(url: string, event: URLSearchParams): Readonly<Record<string, string>> {
    const names = [...new Set(event.keys())].sort();
    const data = names.map((name) => name + event.get(name)).join('');
    return {
      'content-type': FORM,
      'x-twilio-signature': createHmac('sha1', this.token)
        .update(url + data)
        .digest('base64'),
    };
  }

  async #deliver(url: string, event: URLSearchParams): Promise<void> {
    const status = await fetch(url, {
      method: 'POST',
      headers: this.signed(url, event),
      body: event.toString(),
      signal: AbortSignal.timeout(5_000),
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    this.answers.push(status);
  }
}
