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
