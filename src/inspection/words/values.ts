import type { EntityName } from '../../input/entities/entity.ts';
import { ROOM_WORDS } from './languages.ts';

/** Fields with a fixed set of values, and the words of other systems for each value. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'groups.type': { ...ROOM_WORDS, password: 'password protected passwort' },
  'members.scope': {
    admin:
      'admin administrator owner leader creator host besitzer leiter proprietaire administrateur dueño dono админ администратор 管理员 管理人 responsable responsabile responsavel responsável amministratore animateur 管理者 관리자',
    moderator: 'moderator mod deputy moderateur modérateur moderador moderatore модератор モデレーター',
    participant:
      'participant member user guest normal участник teilnehmer participante partecipante membre miembro membro mitglied membre miembro membro 成员 メンバー 회원',
  },
  'messages.receiverType': {
    user: 'user direct dm d personal private im person privat direkt prive directo direto',
    group: 'group room channel public team c p g stream gruppe raum kanal groupe salon canal grupo sala',
  },
  'messages.type': {
    text: 'text message msg plain chat normal txt post nachricht beitrag mensaje mensagem messaggio bericht сообщение 文本 文字 消息 メッセージ 메시지',
    image: 'image photo picture img bild foto imagen imagem 图片 画像 이미지',
    video: 'video 视频 動画 동영상',
    audio: 'audio voice sound 语音 音声 음성',
    file: 'file document attachment datei fichier archivo arquivo 文件 ファイル 파일',
  },
};

/** Translates a value of another system for a field; undefined if its word is not known, or the field takes any. */
export const translatedWord = (entity: EntityName, field: string, value: string): string | undefined => {
  const words = WORDS[`${entity}.${field}`] ?? {};
  const written = value.trim().toLowerCase();
  const known = Object.keys(words).find((word) => words[word]?.split(' ').includes(written));
  if (known === undefined && `${entity}.${field}` === 'groups.type')
    return /\b(?:direct|private|secret)/.test(written)
      ? 'private'
      : /\b(?:public|guild)/.test(written)
        ? 'public'
        : undefined;
  if (known !== undefined || field !== 'receiverType') return known;
  if (/group|guild|channel|room|public|team/.test(written)) return 'group';
  return /direct|one.?to.?one|private|personal/.test(written) ? 'user' : undefined;
};

/** The values that a field can have; undefined if it takes any. */
export const fieldValues = (entity: EntityName, field: string): readonly string[] | undefined => {
  const words = WORDS[`${entity}.${field}`];
  return words && Object.keys(words);
};

const NO = new Set('0 false f no n nein non nao não none null н нет いいえ 否 아니오'.split(' '));
const YES = new Set('1 true t yes y x j s o d ja oui si sí sim д да はい 是 예 deleted'.split(' '));

/** True if a word means no, in one of many languages. */
export const isNo = (word: string): boolean => NO.has(word.trim().toLowerCase());

/** True if a word means yes, in one of many languages. */
export const isYes = (word: string): boolean => YES.has(word.trim().toLowerCase());

const KEPT = new Set(
  'active aktiv actif activo ativo attivo visible shown public approved published open ok normal sent delivered received read seen new edited posted reply'.split(
    ' ',
  ),
);
const GONE = new Set(
  'deleted del removed trashed trash hidden spam rejected draft unapproved internal private note borrado eliminado supprime supprimé excluido cancellato geloescht gelöscht usunieta silindi'.split(
    ' ',
  ),
);

/** The meaning of a word for the state of a message: true if it is shown, false if it is not; undefined if nobody knows. */
export function isShown(word: string): boolean | undefined {
  const written = word.trim().toLowerCase();
  return KEPT.has(written) ? true : GONE.has(written) ? false : undefined;
}

/** Events in a room besides messages, in the words of many systems. */
const SYSTEM =
  /^(?:(?:user|member|channel|group|room|chat|system|event|m\.room)[ _.:-]?)?(?:join(?:ed|s)?|left|leave[sd]?|leaving|part(?:ed)?|quit|enter(?:ed)?|exit(?:ed)?|kick(?:ed)?|bann?(?:ed)?|invite[sd]?|add(?:ed)?|remove[sd]?|renamed?|topic|purpose|archive[d]?|create[d]?|system|service|notice|notification|info|membership|pinned|call|beitritt|beigetreten|austritt|verlassen|entr(?:ée|ee|ou|ó)|sorti[ea]?|sa(?:iu|lió|lida)|uni(?:ó|do)|rejoint|quitt(?:é|e)|arriv(?:ée|é|ee|al)|d(?:é|e)part|вошел|вошёл|вышел|вход|выход|entrada|sa[ií]da|salida|entrata|uscita|ingresso|ingreso|加入|退出|離開|参加|退室|입장|퇴장)(?:[ _.:-](?:user|member|channel|group|room|message|msg))?$/i;

/** True if a word is an event in a room, such as that somebody came. */
export const isEventWord = (word: string): boolean => SYSTEM.test(word.trim());

const EDIT =
  /edit|updat|chang|modif|renam|revis|correct|bearbeitet|ge(?:ä|ae)ndert|modifi|editad|actualiz|atualiz|aktualis/i;
const REMOVAL =
  /(?:^|[^a-z])del(?:[^a-z]|$)|delet|remov|redact|trash|(?:^|[^a-z])left(?:[^a-z]|$)|leave|kick|(?:^|[^a-z])ban|(?:^|[^a-z])(?:quit|exit)|(?:^|[^a-z])part(?:ed)?(?:[^a-z]|$)|unsubscrib|gel(?:ö|oe)scht|supprim|elimin|borrad|apagad|exclu(?:í|i)d|austritt|verlassen|sorti|salid|saiu|uscit|退出|退室|离开|删除|削除|удал|покин/i;

/** The change that a kind of event makes to a row before it; undefined if it makes none. */
export const changeIn = (kind: string): 'edit' | 'removal' | undefined =>
  EDIT.test(kind) ? 'edit' : REMOVAL.test(kind) ? 'removal' : undefined;

/** Times when somebody left a group. */
export const LEFT_AT =
  /^(?:left|leave|exit(?:ed)?|quit|austritt|ausgetreten|verlassen|sortie|salida|sa[ií]da|uscita|退出|退会|퇴장|탈퇴)(?:[_ -]?(?:at|on|date|dt|time|ts|am|le|el|em|日|日時|일))?$/i;

/** Words of columns in which yes means that everybody sees a message, and of those in which it means the opposite. */
export const SHOWING = /approv|visib|shown|publish|active|aktiv|freigegeben|aprob/i;

/** Names of columns by which yes means that not everybody sees a message. */
export const HIDING = /hid|spam|draft|intern|privat|note|whisper/i;

/** Columns that say that not everybody in a conversation may see a message, as help desks have them. */
export const INTERNAL =
  /^(?:is_?)?(?:internal(?:_?note)?|private(?:_?note)?|note|whisper|intern[oe]?|confidential|vertraulich|restricted|hidden|visible_?(?:to|for)|visibility|audience|sichtbar(?:keit)?)$/i;

/** Names of columns by which yes means that not everybody sees a message. */
export const SHOWN = /^(?:is_?)?(?:visi|audience|sichtbar)/i;

/** Kinds of rooms that are conversations of two people. */
export const DIRECT =
  /^(?:dms?|direct(?:[ _-]?(?:messages?|chat))?|direkt(?:nachricht)?|direc?to|diretto|личный|личная|ダイレクト|私聊|개인|im|one[ _-]?(?:to|on)[ _-]?one|1[:-]?(?:to-?)?1|d|personal|pv|privatechat)$/i;

/** Names of columns with the first names of people. */
export const FIRST_NAME =
  /^(?:first|given|fore)_?-? ?names?$|^(?:vorname|prenom|prénom|imie|imię|nombres?|nome)$/i;

/** Names of columns with the last names of people. */
export const LAST_NAME =
  /^(?:last|family|sur)_?-? ?names?$|^(?:surname|nachname|familienname|nazwisko|apellidos?|sobrenome|cognome|nom)$/i;
