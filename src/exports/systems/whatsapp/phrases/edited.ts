import { phrases } from './marks.ts';

const EDITED = phrases(`
This message was edited
Edited
Diese Nachricht wurde bearbeitet
Se editó este mensaje
Este mensaje fue editado
Mensaje editado
Ce message a été modifié
Questo messaggio è stato modificato
Mensagem editada
Esta mensagem foi editada
Essa mensagem foi editada
Dit bericht is bewerkt
Dit bericht werd bewerkt
Bu mesaj düzenlendi
Сообщение изменено
Данное сообщение изменено
Это сообщение изменено
Це повідомлення змінено
Pesan ini diedit
Pesan ini telah diedit
Mesej ini telah diedit
Ta wiadomość została edytowana
Wiadomość edytowana
Tato zpráva byla upravena
Acest mesaj a fost editat
Az üzenet szerkesztve
Det här meddelandet redigerades
Denne meldingen ble redigert
Denne besked blev redigeret
Tätä viestiä muokattiin
このメッセージは編集されました
此消息已编辑
此消息已被编辑
此訊息已編輯
此訊息已被編輯
수정된 메시지입니다
이 메시지는 수정되었습니다
تم تعديل هذه الرسالة
הודעה זו נערכה
यह संदेश संपादित किया गया था
Tin nhắn này đã được chỉnh sửa
`);

/** Behind the text; the app writes its own mark before it. */
const SUFFIX = /(?:^|\s)(\u200e?)<([^<>:\n]{4,60})>$/u;

/** A text without the words that say that it was edited; undefined if it has none. */
export function withoutEdited(text: string): string | undefined {
  const found = SUFFIX.exec(text);
  if (!found) return undefined;
  const [all, mark, words = ''] = found;
  // In a language that is not known, with its mark, and behind a text: nothing else stands there.
  const isEdited = EDITED(words) || (mark !== '' && found.index > 0);
  return isEdited ? text.slice(0, text.length - all.length).trimEnd() : undefined;
}
