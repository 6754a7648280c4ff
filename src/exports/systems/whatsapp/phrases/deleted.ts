import { phrase, phrases, withoutLeadingMarks } from './marks.ts';

/** Lines that an iPhone marks as its own words, and yet is of the author: a place, a poll, a contact. */
const OF_AUTHORS =
  /^(?:POLL|UMFRAGE|ENCUESTA|SONDAGE|SONDAGGIO|ENQUETE|PEILING|ANKET|ОПРОС|SONDA|location|standort|ubicación|localisation|posizione|localização|locatie|konum)\s*:|https?:\/\/|\n/iu;

/** True if a marked text is one of its author, and not what the app says. */
export const isOwnOfAuthors = (text: string): boolean =>
  OF_AUTHORS.test(withoutLeadingMarks(text)) || isDeleted(text);

const DELETED = phrases(`
This message was deleted
You deleted this message
This message has been deleted
Message deleted
Diese Nachricht wurde gelöscht
Du hast diese Nachricht gelöscht
Sie haben diese Nachricht gelöscht
Se eliminó este mensaje
Este mensaje fue eliminado
Este mensaje se eliminó
Eliminaste este mensaje
Has eliminado este mensaje
Mensaje eliminado
Ce message a été supprimé
Vous avez supprimé ce message
Questo messaggio è stato eliminato
Hai eliminato questo messaggio
Mensagem apagada
Esta mensagem foi apagada
Essa mensagem foi apagada
Você apagou esta mensagem
Você apagou essa mensagem
Apagou esta mensagem
Dit bericht is verwijderd
Dit bericht werd verwijderd
Je hebt dit bericht verwijderd
U hebt dit bericht verwijderd
Jij hebt dit bericht verwijderd
Bu mesaj silindi
Bu mesajı sildiniz
Данное сообщение удалено
Это сообщение удалено
Сообщение удалено
Вы удалили данное сообщение
Вы удалили это сообщение
Ви видалили це повідомлення
Це повідомлення видалено
Pesan ini telah dihapus
Pesan ini dihapus
Anda telah menghapus pesan ini
Anda menghapus pesan ini
Mesej ini telah dipadam
Ta wiadomość została usunięta
Usunięto tę wiadomość
Tato zpráva byla smazána
Tuto zprávu jste smazali
Acest mesaj a fost șters
Ați șters acest mesaj
Ez az üzenet törölve lett
Det här meddelandet togs bort
Det här meddelandet raderades
Du tog bort det här meddelandet
Du raderade det här meddelandet
Denne meldingen ble slettet
Du slettet denne meldingen
Denne besked blev slettet
Du slettede denne besked
Tämä viesti poistettiin
Poistit tämän viestin
Αυτό το μήνυμα διαγράφηκε
Διαγράψατε αυτό το μήνυμα
このメッセージは削除されました
このメッセージを削除しました
メッセージを削除しました
此消息已被删除
此消息已删除
您已删除此消息
你已删除此消息
你删除了此消息
此訊息已刪除
您已刪除此訊息
你已刪除此訊息
你刪除了此訊息
삭제된 메시지입니다
이 메시지는 삭제되었습니다
회원님이 삭제한 메시지입니다
تم حذف هذه الرسالة
لقد حذفت هذه الرسالة
حذفت هذه الرسالة
הודעה זו נמחקה
מחקת הודעה זו
یک پیام حذف شده
این پیام حذف شد
यह संदेश हटाया गया था
यह मैसेज हटा दिया गया
आपने यह संदेश हटाया
आपने यह मैसेज हटाया
ข้อความนี้ถูกลบแล้ว
คุณลบข้อความนี้แล้ว
Tin nhắn này đã bị xóa
Bạn đã xóa tin nhắn này
`);

/** By somebody who may do that, with their name. */
const BY_ADMIN =
  /^(?:this message was deleted by|diese nachricht wurde von|se eliminó este mensaje por|este mensaje fue eliminado por|ce message a été supprimé par|questo messaggio è stato eliminato da|mensagem apagada por|dit bericht is verwijderd door) .{1,120}$/u;

/** True if a whole text says that its message was deleted. */
export const isDeleted = (text: string): boolean =>
  text.length < 200 && !text.includes('\n') && (DELETED(text) || BY_ADMIN.test(phrase(text)));
