import { withoutMarks, withPlainBlanks } from './marks.ts';

/** Words of the app itself, by their kind, in its most common languages. */
const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    'encryption',
    /end-to-end|ende-til-ende|totalsträcks|päästä päähän|végpontok|διατερματικ|cript\p{L}* integral|koncov\p{L}* šifrov|наскрізн|đầu cuối|سرتاسر|ต้นทาง|ende-zu-ende|de extremo a extremo|de bout en bout|de ponta a ponta|uçtan uca|сквозн\p{L}+ шифрован|end to end|od końca do końca|エンドツーエンド|端到端|端對端|종단간|طرف إلى طرف|מקצה לקצה|एंड-टू-एंड/u,
  ],
  [
    'security',
    /security code|sicherheitsnummer|código de seguridad|code de sécurité|codice di sicurezza|código de segurança|beveiligingscode|güvenlik kodu|код безопасности|kode keamanan/u,
  ],
  [
    'created',
    /created (?:this )?(?:group|community)|hat die gruppe .*erstellt|hast die gruppe .*erstellt|cre[oóa]\p{L}* (?:el |este )?grupo|a créé (?:le |ce )?groupe|avez créé|ha creato il gruppo|hai creato il gruppo|criou (?:o |este )?grupo|heeft (?:de |deze )?groep .*(?:ge)?maakt|grubunu oluştur|создал\p{L}* группу|membuat grup|utworzył\p{L}* grupę|グループを作成|グループ「.*」を作成|创建了(?:此)?群组|建立了群組|그룹을 만들|أنشأ .*مجموعة|יצר.* קבוצה|ग्रुप .*बनाया/u,
  ],
  [
    'subject',
    /changed (?:the |this )?(?:subject|group name)|den betreff|gruppennamen?|cambi\p{L}* el (?:asunto|nombre del grupo)|a modifié (?:le sujet|le nom|l['’]objet)|ha modificato l['’]oggetto|ha cambiato (?:l['’]oggetto|il nome)|mudou o (?:assunto|nome do grupo)|alterou o (?:assunto|nome do grupo)|heeft het onderwerp|groepsnaam|konuyu|grup adını|изменил\p{L}* тему|изменил\p{L}* название|mengubah (?:subjek|nama grup)|zmienił\p{L}* (?:temat|nazwę)/u,
  ],
  [
    'description',
    /group description|gruppenbeschreibung|descripción del grupo|description du groupe|descrizione del gruppo|descrição do grupo|groepsbeschrijving|grup açıklaması|описание группы|deskripsi grup|opis grupy/u,
  ],
  [
    'icon',
    /group(?:['’]s)? icon|gruppenbild|icono del grupo|imagen del grupo|l['’]icône du groupe|immagine del gruppo|icona del gruppo|(?:imagem|ícone) do grupo|groepsafbeelding|groepsicoon|grup simgesi|иконку группы|картинку группы|ikon grup|ikonę grupy/u,
  ],
  [
    'admin',
    /(?:group|an?) admin|nicht mehr admin|jetzt (?:ein )?admin|gruppenadmin|administrador|administrateur|amministratore|admin do grupo|groepsbeheerder|beheerder|yönetici|администратор|admin grup/u,
  ],
  [
    'joined',
    /joined (?:using|from|the|this|via)|ist (?:der gruppe|über|mit).*beigetreten|se unió|a rejoint|si è unit\p{L}|entrou (?:usando|no|na|com)|neemt deel|is toegetreden|katıldı|присоединил\p{L}*|вступил\p{L}*|bergabung|dołączył\p{L}*|加入了|参加しました/u,
  ],
  [
    'added',
    /\badded\b|\bhinzugefügt\b|añadi\p{L}*|agreg[óaue]\p{L}*|a ajouté|avez ajouté|ha aggiunto|hai aggiunto|adicionou|heeft .*toegevoegd|hebt .*toegevoegd|kişisini ekledi|ekledi$|добавил\p{L}*|menambahkan|dodał\p{L}*|lade till|la til|tilføjede|lisäsi|さんを追加|添加了|新增了|초대했|추가했|أضاف|הוסיף/u,
  ],
  [
    'removed',
    /\bremoved\b|\bentfernt\b|elimin[óa]\p{L}* a |ha eliminado|a retiré|a supprimé|avez retiré|ha rimosso|removeu|heeft .*verwijderd|çıkardı|удалил\p{L}* |mengeluarkan|usunął|usunęła|tog bort|削除しました|移除了|내보냈/u,
  ],
  [
    'left',
    /(?:^|\s)left(?: the group| the community)?$|hat die gruppe verlassen|hast die gruppe verlassen|salió del grupo|saliste del grupo|ha salido|a quitté|avez quitté|ha abbandonato|hai abbandonato|saiu|heeft de groep verlaten|gruptan ayrıldı|ayrıldı$|покинул\p{L}*|вышел|вышла|keluar|opuścił\p{L}*|lämnade|退出|退出しました|나갔습니다|غادر|עזב/u,
  ],
  [
    'call',
    /(?:voice|video|group) (?:video |voice )?call|^(?:verpasster|sprachanruf|videoanruf)|sprachanruf|videoanruf|llamada|videollamada|appel (?:vocal|vidéo|manqué)|chiamata|videochiamata|chamada|spraakoproep|video-?oproep|oproep|sesli arama|görüntülü arama|звонок|panggilan|połączenie|不在着信|语音通话|视频通话|음성통화|영상통화/u,
  ],
  [
    'number',
    /changed (?:their|to|your) (?:phone )?number|changed to \+|telefonnummer.*(?:gewechselt|geändert)|nummer.*geändert|cambi\p{L}* (?:su|de) número|changé de numéro|cambiato numero|mudou (?:de|para um novo) número|telefoonnummer.*gewijzigd|numarasını değiştir|сменил\p{L}* номер/u,
  ],
  [
    'disappearing',
    /disappear|message timer|selbstlöschend|temporales|éphémères|effimeri|temporárias|verdwijn|kaybolan|süreli mesaj|исчезающ|pesan sementara/u,
  ],
  [
    'blocked',
    /\b(?:un)?blocked\b|blockiert|bloque(?:ado|aste)|bloqué|bloccato|bloqueou|geblokkeerd|engelle|заблокир/u,
  ],
  [
    'business',
    /business|unternehmenskonto|cuenta de empresa|compte professionnel|conta comercial|secure service from meta/u,
  ],
  [
    'pinned',
    /pinned a message|angepinnt|fij[óa]\p{L}* un mensaje|a épinglé|fissato un messaggio|fixou uma mensagem|vastgemaakt|закрепил\p{L}*/u,
  ],
  [
    'settings',
    /settings|einstellungen|ajustes|paramètres|impostazioni|configurações|instellingen|ayarlar|настройки/u,
  ],
];

/** Kinds that only a group has. */
const OF_GROUPS = new Set([
  'created',
  'subject',
  'description',
  'icon',
  'admin',
  'joined',
  'added',
  'removed',
  'left',
]);
export const isOfGroup = (kind: string): boolean => OF_GROUPS.has(kind);
/** Kinds that are said so plainly that no text of a person is taken for them at the beginning of a line. */
const PLAIN = new Set(['created', 'subject', 'description', 'encryption', 'security']);

const LONGEST = 1_000;

/** The kind of what the app says itself; undefined for a phrase that is not known. */
export function kindOfSystem(text: string): string | undefined {
  const plain = withPlainBlanks(withoutMarks(text.slice(0, LONGEST)))
    .trim()
    .toLowerCase();
  return KINDS.find(([, pattern]) => pattern.test(plain.replace(/[.。]$/, '')))?.[0];
}

/** True if what stands before a colon is the beginning of what the app says, not a name. */
export function isOfSystem(name: string): boolean {
  if (hasOpenQuote(name)) return true;
  const kind = kindOfSystem(name);
  return kind !== undefined && PLAIN.has(kind);
}

const QUOTES = [
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
] as const;

/** The subject of a group stands in quotes, and may have a colon. */
function hasOpenQuote(name: string): boolean {
  const count = (mark: string): number => name.split(mark).length - 1;
  if (count('"') % 2 === 1) return true;
  return QUOTES.some(([open, close]) => count(open) > count(close));
}

const SUBJECT = /["“„«「]([^"”“»」]{1,100})["”“»」]\s*\.?$/u;

/** The subject of the group that a line about it ends with. */
export function subjectIn(text: string, kind: string | undefined): string | undefined {
  if (kind !== 'created' && kind !== 'subject') return undefined;
  return SUBJECT.exec(withoutMarks(text).trim())?.[1]?.trim();
}
