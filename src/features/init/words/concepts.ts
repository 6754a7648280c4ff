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
  | 'noise';

/**
 * Words and abbreviations of column names in English, German, French, Spanish, Portuguese, Italian, Dutch and Russian,
 * lower case without accents. A word stands under one concept.
 */
const VOCABULARY: Readonly<Record<Concept, string>> = {
  person:
    'user users usr person people member mitglied mitgl benutzer ben nutzer teilnehmer mitarbeiter employee emp konto account utilisateur util usager membre personne participant usuario usu persona miembro participante utilizador membro pessoa utente membri gebruiker lid deelnemer polzovatel uchastnik пользователь участник',
  author:
    'author autor auteur autore sender absender abs verfasser writer poster actor from von expediteur emetteur remitente emisor remetente emissor mittente afzender otpravitel автор отправитель',
  to: 'to an empfaenger empf receiver recipient rcpt destinataire dest destinatario ontvanger poluchatel получатель кому',
  room: 'room raum raeume channel chan kanal group grp gruppe gruppen conversation conv chat salon salle canal groupe sala grupo stanza gruppo kamer groep komnata комната группа канал чат',
  message:
    'message messages msg nachricht nachrichten nachr post posts mensaje mensajes mens mensagem mensagens messaggio messaggi bericht soobshchenie сообщение',
  id: 'id ids nr no num nro number nummer numero numer key schluessel code cod codigo codice kennung guid uuid uid pk fk ref ident identifiant identificador clave chave номер код',
  name: 'name nm nom nombre nome naam bez bezeichnung titel title titre titulo titolo label libelle имя название',
  display:
    'display disp anzeige angezeigter full voll complet complete completo affiche affichage mostrar visible visualizzato exibicao nick nickname pseudo alias spitzname apodo apelido soprannome',
  mail: 'mail email emails courriel correo posta электроннаяпочта почта',
  time: 'time zeit uhrzeit zeitpunkt zeitstempel dt date datum day tag ts tstamp timestamp datetime horodatage heure hora ora orario fecha data stamp tijd vremya время дата',
  created:
    'created crea creat create creation erstellt erst erstellung angelegt anlage cree creee creacion creado criado criacao creato creazione registered registriert registration inscrit inscription registro registrado cadastro iscritto registrato opened eroeffnet aangemaakt создан создано',
  sent: 'sent gesendet versand versendet envoye envoi enviado envio inviato invio posted written geschrieben verzonden отправлено',
  text: 'text txt body inhalt content contents contenu contenido conteudo contenuto texte texto testo corps cuerpo corpo html plain markdown wortlaut tekst inhoud текст',
  type: 'type typ tipo art kind genre sorte klasse visibility sichtbarkeit тип',
  role: 'role roles rolle rol ruolo papel scope funktion fonction funcion funcao роль',
  joined:
    'joined join beitritt beigetreten seit since rejoint adhesion ingreso unido entrada entrou adesione ingresso toegetreden вступил',
  deleted:
    'deleted delete loesch geloescht geloscht removed supprime suppr suppression borrado eliminado excluido apagado cancellato eliminato verwijderd удалено',
  flag: 'flg flag kz kennzeichen is ist est es bool ind indicator isnot',
  parent:
    'parent reply replyto antwort antwortet thread reponse respuesta resposta risposta responde bezug antwoord ответ',
  file: 'file attachment attachments attach anhang anhaenge datei fichier piece jointe adjunto archivo anexo arquivo allegato bijlage pfad path url chemin ruta caminho percorso файл вложение',
  owner:
    'owner besitzer eigentuemer inhaber ersteller creator proprietaire createur propietario creador dono proprietario criador creatore eigenaar владелец',
  avatar: 'avatar photo foto picture pic bild profilbild image img imagen imagem immagine аватар',
  about:
    'description descr desc beschreibung beschr thema topic zweck purpose about descriptif descripcion descricao descrizione omschrijving описание',
  read: 'read gelesen seen lu lue leido lido letto gelezen прочитано',
  edited:
    'edited edit updated update upd modified modif bearbeitet geaendert aenderung modifie editado actualizado atualizado modificato gewijzigd изменено',
  active:
    'active aktiv actif activo ativo attivo login logon zuletzt last dernier ultimo ultima letzter letzte connexion conexion acesso acceso accesso',
  emoji: 'emoji reaction reaktion reaccion reacao reazione smiley',
  private: 'private privat prive privee privado privada privato privata closed geschlossen geheim',
  public: 'public oeffentlich publique publico pubblico pubblica offen open openbaar',
  noise:
    'at on by of the de du des del da do della di am le la el em il les los das der die den in und et y e l d',
};

const CONCEPTS = new Map(
  Object.entries(VOCABULARY).flatMap(([concept, words]) =>
    words.split(' ').map((word) => [word, concept as Concept] as const),
  ),
);

/** Two letters that may end a compound, such as `raumnr`. */
const SHORT_ENDINGS = new Set(['id', 'nr', 'no', 'dt', 'ts', 'nm', 'kz']);

/** The concepts of a word; of a compound such as `empfaengernr`, of its parts. Undefined if some part is not known. */
function conceptsOfWord(word: string): readonly Concept[] | undefined {
  const known = CONCEPTS.get(word);
  if (known) return [known];
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

/** The words of a column name, lower case without accents: `RaumNr`, `RAUM_NR` and `raum-nr` are `raum`, `nr`. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

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

function conceptKey(words: readonly string[]): string | undefined {
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
    name: patterns('display name, person display name, person display, display, person name, name'),
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
      'owner, owner person, owner id, owner mail, owner person id, created person, created person id',
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
      'author id, author person id, author mail, author person mail, author, author person, person id, person mail, created person id, created person, person, author name, author display name, author display, person name, person display name, display name',
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
  kind: patterns('type, message type'),
  fileUrl: patterns('file, message file'),
  fileName: patterns('file name'),
  fileType: patterns('file type'),
  authorName: patterns(
    'author name, author display name, author display, display name, person name, person display name',
  ),
  messageRef: patterns('message id, message'),
  emoji: patterns('emoji'),
  room: patterns('to room id, to room, room id, room, room name'),
  person: patterns('to id, to person id, to mail, to person mail, to person, to, to name'),
};
