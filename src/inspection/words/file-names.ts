import { basename } from 'node:path';
import { entities } from '../../input/entities/entities.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { conceptsAmong } from './concepts.ts';

/** In this order: `channel-members` are members, `user-messages` are messages. */
const FILE_NAMES: readonly (readonly [EntityName, RegExp])[] = [
  ['members', /member|participant|subscription|mitglied|membre|miembro|membro|成员|メンバー|회원/i],
  [
    'messages',
    /message|chat(?!room)|post|history|msg|(?:^|[^a-z])dms?(?:[^a-z]|$)|nachricht|mensaje|mensage|消息|聊天|メッセージ|메시지/i,
  ],
  [
    'groups',
    /group|room|channel|conversation|gruppe|r(?:ä|ae?)ume?|kan(?:ä|ae?)l|salon|groupe|grupo|sala|canal|群|房间|ルーム|グループ|チャンネル|채널|방/i,
  ],
  [
    'users',
    /user|people|person|account|employee|contact|benutzer|nutzer|mitarbeiter|utilisateur|usuario|utilizador|用户|ユーザー|사용자/i,
  ],
];

/** The entity that the name of a file says; undefined if it says none. */
export function entityByName(path: string): EntityName | undefined {
  const name = basename(path);
  const other = entityNames.find(
    (entity) =>
      !FILE_NAMES.some(([known]) => known === entity) && name.toLowerCase().includes(entities[entity].noun),
  );
  if (other) return other;
  const about = conceptsAmong(name.replace(/\..*$/, ''));
  const has = (concept: string): boolean => about.has(concept);
  if (has('message') || has('text')) return 'messages';
  if (has('room') && has('person')) return 'members';
  const found = FILE_NAMES.find(([, pattern]) => pattern.test(name))?.[0];
  return found ?? (has('room') ? 'groups' : has('person') ? 'users' : undefined);
}
