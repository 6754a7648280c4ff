import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { type Json, type Opened, openPopulated } from '../sandbox-client.ts';

/** What `act` sees without the switch and with it, each in a sandbox of its own. `always` are switches of both. */
export async function sides<T>(
  quirk: string,
  act: (opened: Opened) => Promise<T>,
  always = '',
): Promise<{ without: T; with: T }> {
  const see = async (quirks: string): Promise<T> => {
    await using opened = await openPopulated({ quirks: parseQuirks(quirks) });
    return await act(opened);
  };
  return { without: await see(always), with: await see(`${always},${quirk}`) };
}

/** Status and code of an answer, `200 ok` where it succeeded. */
export const said = ({ status, json }: { status: number; json: Json }): string =>
  `${status} ${json?.error?.code ?? 'ok'}`;

/** The id of a message that ann sends to bob, or to a group. */
export async function sent(opened: Opened, over: Record<string, unknown> = {}, as = 'ann'): Promise<string> {
  const body = { receiver: 'bob', receiverType: 'user', data: { text: 'hello' }, ...over };
  const { json } = await opened.post('/messages', body, { as });
  return json.data.id;
}

/** The message to the group that all tests have. */
export const TO_TEAM = { receiver: 'team', receiverType: 'group' };

/** Users as participants of the group team. */
export const join = (opened: Opened, ...uids: string[]) =>
  opened.post('/groups/team/members', { participants: uids });
