import type { InspectedColumn } from '../../../input/columns/column.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import { ROOM_WORDS } from '../../../inspection/words/languages.ts';
import { type Known, rowsText, UNANSWERED } from '../ask/answering.ts';

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
const wordsOf = (entity: EntityName, field: string): readonly string[] | undefined => {
  const words = WORDS[`${entity}.${field}`];
  return words && Object.keys(words);
};

/** The answers that give the least first: a private group, a member without rights. */
const leastFirst = (words: readonly string[]): readonly string[] =>
  words.toReversed().sort((a, b) => Number(b === 'private') - Number(a === 'private'));

/** A column with more words is not one of a few words. */
export const WORDS_MAX = 12;

/** A column of words, and in how many of the rows that were looked at each of them stands. */
type Words = Pick<InspectedColumn, 'name' | 'values'> & { readonly counts?: ReadonlyMap<string, number> };

/** The way a field with a fixed set of values reads its column; asks about values that it does not know. */
export function wordSource(
  entity: EntityName,
  field: string,
  { name, values, counts }: Words,
  { answers, ask }: Known,
  best?: (value: string) => string | undefined,
): FieldSource {
  const expected = wordsOf(entity, field);
  if (!expected) return name;
  const idOf = (value: string): string => `${entity}.${field}.${value}`;
  if (!values || values.length > WORDS_MAX) {
    const text = `${name}: more values than ${field} can have (${expected.join(', ')})`;
    ask({ id: `${entity}.${field}`, text, choices: [] });
    return name;
  }
  const meaning = (value: string): string | undefined =>
    translatedWord(entity, field, value) ?? (answers.get(idOf(value)) || undefined);
  const known = values.map((value) => [value, meaning(value) ?? UNANSWERED] as const);
  const unknown = values.filter((value) => !meaning(value));
  // A message can have a type that only the app knows.
  if (entity === 'messages' && field === 'type' && unknown.length > 0) return name;
  const rowsOf = (value: string): number => counts?.get(value) ?? 0;
  for (const value of unknown.toSorted((a, b) => rowsOf(b) - rowsOf(a))) {
    const likely = best?.(value);
    ask({
      id: idOf(value),
      text: `${name}: which ${field} does ${JSON.stringify(value)} mean${rowsText(counts?.get(value))}?`,
      choices: leastFirst(expected).map((each) => ({ value: each })),
      ...(likely === undefined ? {} : { best: likely }),
      word: { column: name, field: `${entity}.${field}`, value, rows: counts?.get(value) },
    });
  }
  const isAsNamed = unknown.length === 0 && known.every(([value, word]) => value === word);
  return known.length === 0 || isAsNamed ? name : { from: name, values: Object.fromEntries(known) };
}

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
