/** A thing that the words of column names are about, whatever their language. */
type Concept =
  | 'person'
  | 'author'
  | 'to'
  | 'room'
  | 'message'
  | 'id'
  | 'name'
  | 'display'
  | 'mail'
  | 'time'
  | 'created'
  | 'sent'
  | 'text'
  | 'type'
  | 'role'
  | 'joined'
  | 'deleted'
  | 'flag'
  | 'parent'
  | 'file'
  | 'owner'
  | 'avatar'
  | 'about'
  | 'read'
  | 'edited'
  | 'active'
  | 'emoji'
  | 'private'
  | 'public'
  | 'by'
  | 'noise';

/**
 * Words and abbreviations of column names in English, German, French, Spanish, Portuguese, Italian and Dutch,
 * lower case without accents. A word stands under one concept.
 */
const VOCABULARY: Readonly<Record<Concept, string>> = {
  person:
    'user users usr person people member mitglied mitgl benutzer ben nutzer teilnehmer mitarbeiter employee emp konto account utilisateur util usager membre personne participant usuario usu persona miembro participante utilizador membro pessoa utente membri gebruiker lid deelnemer polzovatel uchastnik logon signon ma personal matricule matricola matricula personale compte cuenta conta contas mandant agent colaborador dipendente kurzzeichen legajo pers utenza login',
  author:
    'author autor auteur autore sender absender abs verfasser writer poster actor from von expediteur emetteur remitente emisor remetente emissor mittente afzender otpravitel who wer nadawca gonderen',
  to: 'to an empfaenger empf receiver recipient rcpt destinataire dest destinatario ontvanger poluchatel pour receptor ricevente recep',
  room: 'room raum raeume channel chan kanal group grp gruppe gruppen conversation conv chat salon salle canal groupe sala grupo stanza gruppo kamer groep komnata rm kanaele canali sale saloni canale forum thread topicid pokoj oda',
  message:
    'message messages msg nachricht nachrichten nachr post posts mensaje mensajes mens mensagem mensagens messaggio messaggi bericht soobshchenie',
  id: 'id ids nr num nro number nummer numero numer key schluessel code cod codigo codice kennung guid uuid uid pk fk ref ident identifiant identificador clave chave lfd seq lauf progressivo no',
  name: 'name nm nom nombre nome naam bez bezeichnung titel title titre titulo titolo label libelle denominazione denominacion designation nominativo nazwa isim ad imie nazwisko',
  display:
    'display disp anzeige angezeigter full voll complet complete completo affiche affichage mostrar visible visualizzato exibicao nick nickname pseudo alias spitzname apodo apelido soprannome anz aff affich',
  mail: 'mail email emails courriel correo posta addr adr correio mel electronico eletronico electronique elettronica indirizzo',
  time: 'time zeit uhrzeit zeitpunkt zeitstempel dt date datum day tag ts tstamp timestamp datetime horodatage heure hora ora orario fecha data stamp tijd vremya jour dia giorno d fec when wann quando czas zaman',
  created:
    'created crea creat create creation erstellt erst erstellung angelegt anlage cree creee creacion creado criado criacao creato creazione registered registriert registration inscrit inscription registro registrado cadastro iscritto registrato opened eroeffnet aangemaakt',
  sent: 'sent gesendet versand versendet envoye envoi enviado envio inviato invio posted written geschrieben verzonden snd send env enviar spedito absende',
  text: 'text txt body inhalt content contents contenu contenido conteudo contenuto texte texto testo corps cuerpo corpo html plain markdown wortlaut tekst inhoud said gesagt tresc mesaj',
  type: 'type typ tipo art kind genre sorte klasse visibility sichtbarkeit clase classe genere visibilita visibilite visibilidad visibilidade',
  role: 'role roles rolle rol ruolo papel scope funktion fonction funcion funcao perfil profil ruoli papeis permiso permission funzione profilo',
  joined:
    'joined join beitritt beigetreten seit since rejoint adhesion ingreso unido entrada entrou adesione ingresso toegetreden depuis desde alta entree entrata dal iscrizione entrato entre',
  deleted:
    'deleted delete loesch geloescht geloscht removed supprime suppr suppression borrado eliminado excluido apagado cancellato eliminato verwijderd exclusao excluida eliminacion eliminazione cancellazione borrada borr supprimee elim canc usunieta usunieto usuniety silindi silinen gel smazano',
  flag: 'flg flag kz kennzeichen is ist est es bool ind indicator isnot fl s',
  parent:
    'parent reply replyto antwort antwortet thread reponse respuesta resposta risposta responde bezug antwoord antw padre pai genitore repuesta rif risp resp repond risponde respondea parentid',
  file: 'file attachment attachments attach anhang anhaenge datei fichier piece jointe adjunto archivo anexo arquivo allegato bijlage pfad path url chemin ruta caminho percorso anlagen fichero ficheiro pj allegati adj anx anex documento document documents',
  owner:
    'owner besitzer eigentuemer inhaber ersteller creator proprietaire createur propietario creador dono proprietario criador creatore eigenaar',
  avatar: 'avatar photo foto picture pic bild profilbild image img imagen imagem immagine',
  about:
    'description descr desc beschreibung beschr thema topic zweck purpose about descriptif descripcion descricao descrizione omschrijving',
  read: 'read gelesen seen lu lue leido lido letto gelezen',
  edited:
    'edited edit updated update upd modified modif bearbeitet geaendert aenderung modifie editado actualizado atualizado modificato gewijzigd',
  active:
    'active aktiv actif activo ativo attivo zuletzt last dernier ultimo ultima letzter letzte connexion conexion acesso acceso accesso online',
  emoji: 'emoji reaction reaktion reaccion reacao reazione smiley',
  private:
    'whisper private privat prive privee privado privada privato privata closed geschlossen geheim ferme cerrado cerrada fechado fechada chiuso chiusa',
  public:
    'public oeffentlich publique publico pubblico pubblica offen open openbaar ouvert ouverte abierto abierta aberto aberta aperto aperta publica publicado',
  by: 'by par por durch door da',
  noise:
    'at of the de du des del do della di am le la el il les los das der die den in und et y l e a o na em per su on',
};

/** Beginnings of Russian words, whose endings change. */
const RUSSIAN: Readonly<Partial<Record<Concept, string>>> = {
  person: 'табельн логин пользовател участник сотрудник человек люди учетн учётн',
  author: 'автор отправител кого',
  to: 'получател кому адресат',
  room: 'комнат групп канал чат беседа беседы',
  message: 'сообщени',
  id: 'номер код ид идентификатор',
  name: 'имя имени название назван фио',
  mail: 'почт эл',
  time: 'дата даты время времени час день дня когда',
  created: 'создан регистрац',
  sent: 'отправлен отправк',
  display: 'полн',
  text: 'текст содержани',
  type: 'тип вид видимост событи',
  role: 'роль роли права',
  joined: 'вступил вход',
  deleted: 'удален удалён',
  flag: 'признак флаг',
  parent: 'ответ',
  file: 'вложени файл',
  owner: 'владел создател',
  about: 'описани назначени тема темы',
  read: 'прочитан прочтен прочтён',
  edited: 'изменен изменён',
  active: 'последн активн',
  private: 'закрыт личн приват',
  public: 'открыт публичн',
  noise: 'на от в о и запис',
};

/** Parts of Chinese, Japanese and Korean names, which are written without blanks; the longest that fits is taken. */
const EASTERN: Readonly<Partial<Record<Concept, string>>> = {
  person:
    'ユーザー ユーザ 社員 利用者 会員 メンバー 用户 用戶 成员 成員 员工 사용자 회원 멤버 직원 アカウント ログイン 账号 帐号 계정',
  author: '送信者 差出人 投稿者 发送者 发送人 发件人 作者 發送者 보낸사람 발신자 작성자',
  to: '宛先 受信者 接收者 接收人 收件人 받는사람 수신자',
  room: 'ルーム グループ チャンネル 部屋 房间 房間 群组 群 频道 聊天室 방 채널 그룹',
  message: 'メッセージ 投稿 消息 讯息 메시지',
  id: 'id 番号 コード 编号 編號 号 ＩＤ 아이디 번호',
  name: '名前 氏名 名称 名 姓名 名字 이름 명',
  display: '表示 ニックネーム 昵称 显示 닉네임',
  mail: 'メールアドレス メール 邮箱 邮件 이메일',
  time: '日時 日付 時刻 時間 日 时间 日期 時間 시간 날짜 일시 일',
  created: '作成 登録 创建 注册 생성 가입',
  sent: '送信 发送 전송',
  text: '本文 内容 正文 文本 내용 본문',
  type: '種類 種別 公開範囲 类型 類型 유형 종류',
  role: '役割 権限 角色 역할',
  joined: '参加 加入 참여',
  deleted: '削除済み 削除 删除 刪除 삭제',
  flag: 'フラグ 是否 여부',
  parent: '返信先 返信元 返信 回复 답장',
  file: '添付ファイル 添付 ファイル 附件 文件 첨부파일 첨부 파일',
  owner: '所有者 作成者 管理人 群主 创建者 방장 소유자',
  avatar: 'アイコン 画像 头像 프로필사진',
  about: '説明 概要 描述 简介 설명',
  read: '既読 已读 읽음',
  private: '非公開 私有 비공개',
  public: '公開 公开 공개',
  noise: 'の 的 인 의',
};

const entriesIn = (words: Readonly<Partial<Record<Concept, string>>>): (readonly [string, Concept])[] =>
  Object.entries(words).flatMap(([concept, text]) =>
    text.split(' ').map((word) => [word, concept as Concept] as const),
  );

const CONCEPTS = new Map(entriesIn(VOCABULARY));
const STEMS = entriesIn(RUSSIAN)
  .map(([stem, concept]) => [plainLetters(stem), concept] as const)
  .sort(([a], [b]) => b.length - a.length);
/** As `wordsOf` writes names: some marks of Japanese letters are letters with a mark. */
const PARTS = entriesIn(EASTERN)
  .map(([part, concept]) => [plainLetters(part), concept] as const)
  .sort(([a], [b]) => b.length - a.length);

/** Two letters that may end a compound, such as `raumnr`. */
const SHORT_ENDINGS = new Set(['id', 'nr', 'no', 'dt', 'ts', 'nm', 'kz']);

/** The concepts of a word; of a compound such as `empfaengernr`, of its parts. Undefined if some part is not known. */
function conceptsOfWord(word: string): readonly Concept[] | undefined {
  const known = CONCEPTS.get(word);
  if (known) return [known];
  if (/\p{Script=Cyrillic}/u.test(word)) {
    const stem = STEMS.find(([beginning]) => word.startsWith(beginning));
    return stem && [stem[1]];
  }
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word))
    return partsOf(word);
  for (let at = word.length - 2; at >= 3; at -= 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    const last = tail.length > 2 || SHORT_ENDINGS.has(tail) ? CONCEPTS.get(tail) : undefined;
    if (last === undefined || last === 'noise') continue;
    // German joins words with an s or an n, such as nachrichtennr.
    const first =
      conceptsOfWord(head) ?? (/[sn]$/.test(head) ? conceptsOfWord(head.slice(0, -1)) : undefined);
    if (first) return [...first, last];
  }
  return undefined;
}

/** The concepts of a word without blanks between its parts; undefined if a part is not known. */
function partsOf(word: string): readonly Concept[] | undefined {
  if (word === '') return [];
  const first = PARTS.find(([part]) => word.startsWith(part));
  const rest = first && partsOf(word.slice(first[0].length));
  return rest && [first[1], ...rest];
}

/** The words of a column name, lower case without accents: `RaumNr`, `RAUM_NR` and `raum-nr` are `raum`, `nr`. */
const wordsOf = (name: string): string[] =>
  plainLetters(
    name
      .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replaceAll('ä', 'ae')
      .replaceAll('ö', 'oe')
      .replaceAll('ü', 'ue'),
  )
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/** Letters without their marks, in one way of writing. */
function plainLetters(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC');
}

/**
 * The concepts of a column name, sorted, each once, as one text, the most telling reading first; none if a word is not
 * known. Of a path such as `payload.message.id`, parts in front that mean nothing do not count.
 */
export function conceptsIn(name: string): readonly string[] {
  const before = remembered.get(name);
  if (before) return before;
  const found = readingsOf(name);
  if (remembered.size < REMEMBERED_MAX) remembered.set(name, found);
  return found;
}

/** The concepts of the words of a name that are known. */
export const conceptsAmong = (name: string): ReadonlySet<string> =>
  new Set(wordsOf(name).flatMap((word) => conceptsOfWord(word) ?? []));

/** True if a name says that a column has times: digits in others are numbers. */
export const isTimeName = (name: string): boolean =>
  conceptsIn(name).some((key) => /\b(?:time|sent|created|joined)\b/.test(key) && !/\bid\b/.test(key));

/** A folder may have thousands of files with the same columns. */
const remembered = new Map<string, readonly string[]>();
const REMEMBERED_MAX = 10_000;

function readingsOf(name: string): readonly string[] {
  const parts = name.split('.').map(wordsOf);
  const from = parts.slice(0, -1).findIndex((words) => conceptKey(words) !== undefined);
  const told = from === -1 ? parts.slice(-1) : parts.slice(from);
  const isOfMessage = told.length > 1 && conceptKey(told[0] ?? []) === 'message';
  const readings = [told, ...(isOfMessage ? [told.slice(1)] : [])];
  return readings.flatMap((each) => conceptKey(each.flat()) ?? []);
}

const DELETED: readonly Concept[] = ['deleted'];

/** Words that mean something else where they are all of a name. */
const ALONE: Readonly<Record<string, Concept>> = {
  a: 'to',
  an: 'to',
  per: 'to',
  da: 'author',
  de: 'author',
  anlage: 'file',
};

function conceptKey(words: readonly string[]): string | undefined {
  const alone = words.length === 1 ? ALONE[words[0] as string] : undefined;
  if (alone) return alone;
  // In front it means deleted, between others it is an article.
  const concepts = words.map((word, at) => (word === 'del' && at === 0 ? DELETED : conceptsOfWord(word)));
  if (concepts.some((each) => each === undefined)) return undefined;
  const all = new Set(concepts.flatMap((each) => each ?? []));
  // A word that is noise among others may be all of a name, such as `de`.
  all.delete('noise');
  return all.size === 0 ? undefined : [...all].sort().join(' ');
}

/**
 * The concepts of each column of a table, without a beginning that most of its columns have in common, such as `usr_`,
 * unless the name means something only with it.
 */
export function conceptsOfColumns(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const all = names.map((name) => ({ name, words: wordsOf(name) }));
  const [first] = [...Map.groupBy(all, ({ words: [word] }) => word)].sort(
    (a, b) => b[1].length - a[1].length,
  );
  const common = first && first[1].length >= Math.max(3, names.length * 0.8) ? first[0] : undefined;
  return new Map(
    all.map(({ name, words }) => {
      const rest = words.length > 1 && words[0] === common ? conceptKey(words.slice(1)) : undefined;
      return [name, [...conceptsIn(name), ...(rest === undefined ? [] : [rest])]];
    }),
  );
}

/** Patterns of concepts, each with its concepts in the order of `conceptsIn`. */
const patterns = (text: string): readonly string[] =>
  text.split(', ').map((pattern) => pattern.split(' ').sort().join(' '));

/** The concepts that the columns of a field are about, the most likely first. */
export const FIELD_CONCEPTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  users: {
    uid: patterns('person id, id, mail, person mail, person'),
    name: patterns('display name, person display name, person name, person display, name, display, person'),
    avatar: patterns('avatar, person avatar, avatar file, person avatar file'),
    createdAt: patterns(
      'created time, created, person created, person created time, joined, joined time, time',
    ),
    lastActiveAt: patterns('active time, active, person active, person active time'),
    deactivatedAt: patterns('deleted time, person deleted time'),
  },
  groups: {
    guid: patterns('room id, id, room'),
    name: patterns('room name, name, display name, room display name, room'),
    type: patterns('type, room type, private, private flag, room private, public, public flag, room public'),
    icon: patterns('avatar, room avatar'),
    description: patterns('about, room about'),
    owner: patterns(
      'owner, owner person, owner id, owner mail, owner person id, by created, author created, created person, created person id',
    ),
    createdAt: patterns('created time, created, room created, room created time, time'),
  },
  members: {
    guid: patterns('room id, room, room name'),
    uid: patterns('person id, person mail, person, mail, person name, person display name'),
    scope: patterns('role, person role'),
    joinedAt: patterns('joined time, joined, created time, created, person joined, person joined time, time'),
  },
  messages: {
    muid: patterns('message id, id'),
    sender: patterns(
      'author id, author person id, author mail, author person mail, author, author person, person id, person mail, created person id, created person, by sent, by created, by message, person, author name, author display name, author display, person name, person display name, display name',
    ),
    receiver: patterns(
      'to id, to person id, to mail, to person mail, to person, to, to room id, to room, room id, room, room name, to name',
    ),
    sentAt: patterns(
      'sent time, sent, message time, message sent time, created time, created, time, message created, message created time',
    ),
    text: patterns('text, message text, message'),
    parentMuid: patterns('parent message id, parent id, parent message, parent'),
    attachments: patterns('file, message file'),
    readAt: patterns('read time, read'),
    receiverType: patterns('to type'),
    type: patterns('message type, type'),
  },
};

/** The concepts of columns that no field takes. */
export const HINT_CONCEPTS: Readonly<Record<string, readonly string[]>> = {
  deleted: patterns(
    'deleted flag, deleted, deleted time, message deleted, message deleted flag, message deleted time',
  ),
  state: [],
  kind: patterns('type, message type'),
  fileUrl: patterns('file, message file'),
  fileName: patterns('file name'),
  fileType: patterns('file type'),
  authorName: patterns(
    'author name, author display name, author display, display name, person name, person display name, name',
  ),
  messageRef: patterns('message id, message'),
  emoji: patterns('emoji'),
  room: patterns('to room id, to room, room id, room, room name'),
  person: patterns(
    'to id, to person id, to mail, to person mail, to person, to, to name, private to, private to person',
  ),
};
