import type { EntityName } from '../../input/entities/entity.ts';

/** Words for the fields of an entity. */
type Words = Readonly<Record<string, string>>;

/**
 * Header words of German, French, Spanish, Portuguese, Chinese, Japanese and Korean exports, in this order, the most
 * likely of each language first; compared as `plain` writes them.
 */
export const LANGUAGES: Readonly<Partial<Record<EntityName, Words>>> = {
  users: {
    uid: 'benutzerid nutzerid benutzer kennung mitarbeiternr identifiant idutilisateur utilisateur usuarioid idusuario usuario idutilizador codigo 用户id 用户编号 ユーザーid ユーザid 사용자id 아이디',
    name: 'anzeigename benutzername vollername nomcomplet nomaffiche nom nombrecompleto nombre nomecompleto nome 姓名 用户名 名前 氏名 表示名 이름 닉네임',
    avatar: 'profilbild bild photo photodeprofil foto fotodeperfil imagem 头像 アイコン 画像 프로필사진',
    link: 'webseite siteweb paginaweb sitioweb site 网站 ウェブサイト',
    role: 'rolle rol papel funcao 角色 役割 역할',
    statusMessage: 'statustext statut estado 状态 ステータス 상태',
    createdAt:
      'erstelltam angelegtam registriertam datecreation creele inscritle fechacreacion fecharegistro creadoel datacriacao criadoem datacadastro 创建时间 注册时间 作成日時 登録日 가입일 생성일',
    lastActiveAt:
      'zuletztaktiv letzterlogin derniereconnexion ultimaconexion ultimoacceso ultimoacesso 最后登录 最終ログイン 마지막접속',
    deactivatedAt:
      'deaktiviertam geloeschtam gelöschtam desactivele desactivadoel desativadoem 停用时间 退会日 탈퇴일',
  },
  groups: {
    guid: 'gruppenid raumid kanalid idgroupe idsalon idcanal grupoid idgrupo idsala 群id 群组id 房间id グループid ルームid 방id 채널id',
    name: 'gruppenname raumname raum gruppe kanal titel nom nomdugroupe salon titre nombre nombregrupo sala titulo nome nomegrupo canal 群名 群名称 房间名 グループ名 ルーム名 방이름 채널명',
    type: 'typ art sichtbarkeit visibilite tipo visibilidad visibilidade 类型 種類 公開範囲 유형',
    description:
      'beschreibung thema zweck descriptif sujet descripcion tema descricao assunto 描述 简介 説明 概要 설명',
    owner:
      'besitzer ersteller inhaber proprietaire createur propietario creador dono proprietario criador 群主 创建者 所有者 作成者 방장 소유자',
    createdAt:
      'erstelltam angelegtam eroeffnetam datecreation creele fechacreacion creadoel datacriacao criadoem 创建时间 作成日時 생성일',
    icon: 'bild symbol icone imagen imagem 图标 アイコン 아이콘',
  },
  members: {
    guid: 'gruppenid raumid gruppe raum kanal groupe salon canal idgroupe idsalon grupo sala idgrupo idsala 群id 群组 群名 房间 グループid グループ ルーム 방 채널',
    uid: 'benutzerid benutzer nutzer mitglied person utilisateur membre idutilisateur participante usuario miembro idusuario membro utilizador 用户id 用户 成员 ユーザーid ユーザー メンバー 사용자id 사용자 회원',
    scope: 'rolle rol papel funcao 角色 役割 역할',
    joinedAt:
      'beitritt beigetretenam seit mitgliedseit rejointle inscritle membredepuis fechaingreso unidoel desde dataentrada entrouem 加入时间 参加日時 가입일',
    isBanned: 'gesperrt banni bloqueado banido 封禁 禁止',
  },
  messages: {
    muid: 'nachrichtenid nachrichtid nummer idmessage identifiantmessage mensajeid idmensaje mensagemid idmensagem 消息id 消息编号 メッセージid 메시지id 번호',
    sender:
      'absender absenderid von verfasser autor sender benutzer auteur expediteur de utilisateur remitente emisor usuario remetente utilizador 发送者 发送人 发件人 作者 送信者 差出人 投稿者 ユーザー 보낸사람 발신자 작성자',
    receiver:
      'empfaenger empfänger an raum raumid gruppe kanal destinataire salon groupe canal destinatario para sala grupo 接收者 收件人 接收人 群 群组 房间 受信者 宛先 ルーム グループ チャンネル 받는사람 수신자 채널 방',
    receiverType: 'empfaengertyp empfaengerart typedestinataire tipodestinatario',
    sentAt:
      'gesendetam gesendet zeit zeitpunkt zeitstempel uhrzeit datum erstelltam geschriebenam envoyele horodatage dateenvoi heure enviadoel fechaenvio fecha fechahora enviado hora enviadoem dataenvio datahora data 发送时间 时间 时间戳 日期 送信日時 投稿日時 日時 日付 보낸시간 전송시간 시간 날짜 일시',
    text: 'text nachricht nachrichtentext inhalt texte contenu corps texto mensaje contenido cuerpo mensagem conteudo corpo 内容 消息 消息内容 正文 本文 メッセージ 内容 메시지 내용 본문',
    attachments:
      'anhang anhaenge piecejointe pieces adjunto adjuntos anexo anexos 附件 添付ファイル 添付 첨부파일 첨부',
    readAt: 'gelesenam luele leidoel lidoem 已读时间 既読日時 읽은시간',
    parentMuid: 'antwortauf reponsea respuestaa respostaa 回复 返信先 답장',
  },
};

/** Columns that no field takes, but that tell which rows to import and what to make of them. */
export type HintName =
  | 'state'
  | 'deleted'
  | 'kind'
  | 'fileUrl'
  | 'fileName'
  | 'fileType'
  | 'authorName'
  | 'messageRef'
  | 'emoji'
  | 'room'
  | 'person';

/** Words for each hint, in all languages; compared as `plain` writes them. */
export const HINTS: Readonly<Record<HintName, string>> = {
  state:
    'state status messagestatus msgstatus poststatus visibility postvisibility hidden ishidden visible isvisible visibleto audience approved isapproved moderation moderated notetype spam isspam draft zustand stand stat estado estatus statut etat stato stan durum onay',
  deleted:
    'isdeleted deleted deletedat deleteat isremoved removed removedat istrashed geloescht gelöscht geloeschtam supprime supprimele estsupprime borrado eliminado eliminadoel excluido apagado removido excluidoem 删除 已删除 是否删除 削除 削除済み 削除フラグ 삭제 삭제여부',
  kind: 'kind type subtype event eventtype messagetype msgtype action art typ ereignis genre evenement tipo evento accion acao 类型 消息类型 種類 種別 유형 종류',
  fileUrl:
    'attachmenturl fileurl mediaurl attachment attachments attachmentpath filepath file files mediapath media url path uri anhang datei dateipfad fichier piecejointe chemin archivo adjunto ruta arquivo anexo caminho 附件 文件 附件地址 添付 添付ファイル 첨부 첨부파일 파일',
  fileName:
    'filename attachmentname originalname originalfilename dateiname nomfichier nombrearchivo nomearquivo 文件名 ファイル名 파일명',
  fileType: 'mimetype contenttype filetype mime dateityp',
  authorName:
    'sendername authorname fromusername username displayname author user nick nickname fullname fromname pseudo absendername nomauteur nombreautor nomeautor 昵称 用户名 名前 닉네임',
  messageRef:
    'messageid msgid postid muid mid message nachrichtid nachrichtenid idmessage mensajeid idmensaje mensagemid 消息id メッセージid 메시지id',
  emoji: 'emoji reaction emojiname reactionname reaktion reaccion reacao 表情 絵文字 이모지',
  room: 'groupid channelid roomid conversationid chatid channel room group roomname channelname raum kanal gruppe salon groupe canal sala grupo 群 房间 ルーム グループ チャンネル 채널 방',
  person:
    'to toid toemail touser touserid receiver receiverid recipient recipientid recipientemail an empfaenger empfänger destinataire destinatario para 接收者 收件人 受信者 宛先 받는사람 수신자',
};

/** Words of many languages for rooms that everybody may enter, and for others. */
export const ROOM_WORDS = {
  public:
    'public open открытый открытая общая pubblico pubblica aperto aperta abierta aberta ouvert offen oeffentlich öffentlich publique publico público abierto aberto 公开 公開 공개',
  private:
    'private closed p закрытый закрытая личный личная приватный chiuso chiusa cerrada fechada fermé ferme privada privato privata direkt directo direto diretto privat geschlossen prive privé privado cerrado fechado hidden secret groupdm mpim mpdm dm direct im self notes 私有 非公開 비공개',
} as const satisfies Words;

/** Says how many rooms would be public, by the words of a column and the rows of each. */
export function publicText(column: string, counts: ReadonlyMap<string, number>): string[] {
  const open = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const words = [...counts.keys()].map((word) => JSON.stringify(word)).join(', ');
  return open === 0 ? [] : [`${open} of the groups read would be public, because ${column} is ${words}`];
}
