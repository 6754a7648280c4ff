import { OWN_MARK, phrase, phrases, withoutLeadingMarks, withoutMarks } from './marks.ts';

/** Words that Android writes for a file that was not exported. */
const OMITTED = phrases(`
<Media omitted>
<Medien ausgeschlossen>
<Medien weggelassen>
<Multimedia omitido>
<Archivo omitido>
<Médias omis>
<Fichier média omis>
<Media omessi>
<Media omesso>
<Mídia oculta>
<Arquivo de mídia oculto>
<Ficheiro não revelado>
<Multimédia oculta>
<Media weggelaten>
<Medya dahil edilmedi>
<Medya atlanmış>
<Без медиафайлов>
<Файл пропущен>
<Медіафайл пропущено>
<Media tidak disertakan>
<Media dikecualikan>
<Pominięto multimedia>
<Pominięto plik>
<Média vynechána>
<Conținut media omis>
<Hiányzó médiafájl>
<Media har utelämnats>
<Media utelämnat>
<Mediefil utelatt>
<Medier udeladt>
<Media jätettiin pois>
<Το αρχείο εξαιρέθηκε>
<メディアは含まれていません>
<メディアなし>
<省略多媒体文件>
<媒体文件已省略>
<已略去多媒體>
<已省略多媒體檔案>
<미디어 파일을 제외한 내용>
<미디어 생략>
<تم استبعاد الوسائط>
<المرفق حذف>
<המדיה לא נכללה>
<رسانه حذف شد>
<मीडिया के बिना>
<मीडिया छोड़ दिया गया>
<Tập tin phương tiện bị bỏ qua>
`);

const KINDS = {
  image:
    'image|photo|bild|imagen|immagine|imagem|afbeelding|görüntü|gambar|изображение|фото|obraz|画像|图像|圖片',
  video: 'video|video note|vídeo|vidéo|videonotiz|видео|wideo|ビデオ|動画|视频|影片',
  audio: 'audio|voice message|áudio|ses|аудио|sprachnachricht|mensaje de voz|オーディオ|音声|音频|語音訊息',
  sticker: 'sticker|figurinha|çıkartma|стикер|stiker|naklejka|ステッカー|贴图|貼圖',
  GIF: 'gif',
  document: 'document|dokument|documento|documento|belge|документ|dokumen|文書|文档|文件',
  contact:
    'contact card|kontaktkarte|tarjeta de contacto|fiche contact|scheda contatto|cartão do contato|contactkaart|kişi kartı',
} as const;
const LEFT_OUT =
  'omitted|weggelassen|ausgelassen|omitid[oa]s?|oculta(?:d[oa])?|oculto|absente?|omise?|omess[oa]|weggelaten|dahil edilmedi|utelatt|utelämna(?:ts|[dt]e?s?)|udeladt|jätettiin pois|опущен[оаы]?|пропущен[оаы]?|tidak disertakan|pominięt[yoae]|を省略|は含まれていません|已省略|已略去|忽略';
/** Words that an iPhone writes for one, and both for what could be seen once. */
const OMITTED_KIND = new RegExp(`^(${Object.values(KINDS).join('|')}) ?(?:${LEFT_OUT})$`, 'iu');
const ONCE = /^<?view once (?:\w+ )*(?:message )?omitted>?$/i;
/** A document that an iPhone has left out has its name and number of pages before that. */
const DOCUMENT = /^(.{1,240}\.\w{1,8})(?: • .{1,60}?)? *\u200e(.{3,60})$/u;

/** A file of a message: `omitted` ones are not in the export, and may have no name. */
export type MediaFile = { readonly name?: string | undefined; readonly isOmitted: boolean };
/** The files of a text, and what is left of it. */
export type Media = { readonly files: readonly MediaFile[]; readonly caption: string };

const ATTACHED =
  'attached|file attached|anhang|angehängt|datei angehängt|adjunto|archivo adjunto|pièce jointe|fichier joint|allegato|file allegato|anexado|anexo|arquivo anexado|ficheiro anexado|bijgevoegd|bestand bijgevoegd|ekli|eklenmiş|dosya ekli|прикреплено|вложение|файл добавлен|terlampir|file terlampir|berkas terlampir|załączono|załącznik|plik załączony|bifogad|bifogad fil|vedlagt|fil vedlagt|vedhæftet|fil vedhæftet|liitetty|添付ファイル|ファイル添付|附件|文件附件|檔案附件|파일 첨부됨|첨부|الملف مرفق|مرفق|קובץ מצורף|מצורף|संलग्न';
const isAttached = phrases(ATTACHED.replaceAll('|', '\n'));
const NAME = '[^<>\\n]{1,240}?\\.[\\p{L}\\p{N}]{1,8}';
/** `<attached: photo.jpg>` at the end of a line. */
const IPHONE = new RegExp(`(?:^|[ \\n])(\\u200e?)<([^<>:：\\n]{2,40}?) ?[:：] ?(${NAME})>(?=\\n|$)`, 'gu');
/** `IMG-20250701-WA0001.jpg (file attached)` as the first line. */
const ANDROID = new RegExp(`^(\\u200e?)(${NAME}) \\(([^()\\n]{3,40})\\)(?:\\n|$)`, 'u');
/** Names that the app gives. */
const OWN_NAME = /^(?:IMG|VID|AUD|PTT|STK|DOC)-\d{8}-WA\d+\.\w{1,8}$/;

/** The files that a text names or leaves out; undefined if there is none. */
export function mediaIn(text: string): Media | undefined {
  return attachedIn(text) ?? omittedIn(text);
}

function attachedIn(text: string): Media | undefined {
  const android = ANDROID.exec(text);
  if (android) {
    const [all, mark, name = '', words = ''] = android;
    if (mark !== '' || isAttached(words) || OWN_NAME.test(name))
      return { files: [{ name: withoutMarks(name), isOmitted: false }], caption: text.slice(all.length) };
  }
  if (!text.includes('<')) return undefined;
  const files: MediaFile[] = [];
  const caption = text.replace(IPHONE, (all, mark: string, words: string, name: string) => {
    if (mark === '' && !isAttached(words)) return all;
    files.push({ name: withoutMarks(name), isOmitted: false });
    return '';
  });
  return files.length > 0 ? { files, caption: caption.trim() } : undefined;
}

function omittedIn(text: string): Media | undefined {
  const [first = ''] = text.split('\n', 1);
  const rest = text.slice(first.length + 1);
  const named = omitted(first);
  if (named) return { files: [named], caption: rest };
  // A caption stands before the mark of the app.
  const mark = text.lastIndexOf(OWN_MARK);
  const last = mark > 0 ? omitted(text.slice(mark + 1)) : undefined;
  return last && { files: [last], caption: text.slice(0, mark).trimEnd() };
}

function omitted(line: string): MediaFile | undefined {
  if (line.length > 320) return undefined;
  const plain = withoutLeadingMarks(line);
  const document = DOCUMENT.exec(plain);
  if (document && kindOf(document[2] ?? '') !== undefined)
    return { name: withoutMarks(document[1] ?? ''), isOmitted: true };
  const kind = kindOf(plain);
  return kind === undefined ? undefined : { isOmitted: true };
}

const kindOf = (words: string): string | undefined => {
  const found = phrase(words);
  if (OMITTED(words) || ONCE.test(found)) return 'media';
  return OMITTED_KIND.exec(found)?.[1];
};
