import type { Schema } from './schema.ts';

/** Databases of well-known packages, rebuilt by hand from their public migrations, each with its preset. */
type Package = Schema & { readonly preset: string };

export const packages: readonly Package[] = [
  {
    name: 'supabase',
    preset: 'supabase',
    tables: `create table profiles(id text primary key,username text,created_at text);
insert into profiles values('u-a','ann','2024-01-01T00:00:00Z'),('u-b','ben','2024-01-01T00:00:00Z'),('u-c','cat','2024-01-01T00:00:00Z');
create table rooms(id text primary key,created_at text);
insert into rooms values('r1','2024-01-01T00:00:00Z');
create table room_participants(profile_id text,room_id text,created_at text);
insert into room_participants values('u-a','r1','2024-01-01T00:00:00Z'),('u-b','r1','2024-01-01T00:00:00Z');
create table messages(id text primary key,profile_id text,room_id text,content text,created_at text);
insert into messages values('m1','u-a','r1','hi','2024-05-01T10:00:00Z'),('m2','u-b','r1','hello','2024-05-01T10:01:00Z');`,
    said: ['hi: ann > ann+ben', 'hello: ben > ann+ben'],
  },
  {
    name: 'django',
    preset: 'django',
    tables: `create table auth_user(id integer primary key,username text,first_name text,last_name text,email text,is_active bool,date_joined text);
insert into auth_user values(1,'ann','Ann','A','a@example.com',1,'2024-01-01 00:00:00'),(2,'ben','Ben','B','b@example.com',1,'2024-01-01 00:00:00'),(3,'cat','Cat','C','c@example.com',1,'2024-01-01 00:00:00');
create table chat_room(id integer primary key,name text,created_at text);
insert into chat_room values(1,'team','2024-01-01 00:00:00');
create table chat_room_members(id integer primary key,room_id int,user_id int);
insert into chat_room_members values(1,1,1),(2,1,2),(3,1,3);
create table chat_message(id integer primary key,room_id int,user_id int,content text,timestamp text);
insert into chat_message values(1,1,1,'hi','2024-05-01 10:00:00'),(2,1,2,'yo','2024-05-01 10:01:00');
create table django_migrations(id integer primary key,app text,name text,applied text);
insert into django_migrations values(1,'chat','0001','2024-01-01');`,
    said: ['hi: Ann A > team private Ann A,Ben B,Cat C', 'yo: Ben B > team private Ann A,Ben B,Cat C'],
  },
  {
    name: 'djangothread',
    preset: 'django',
    tables: `create table accounts_user(id integer primary key,username text,email text);
insert into accounts_user values(1,'ann','a@example.com'),(2,'ben','b@example.com');
create table messaging_thread(id integer primary key,first_person_id int,second_person_id int,updated text,timestamp text);
insert into messaging_thread values(1,1,2,'2024-01-01 00:00:00','2024-01-01 00:00:00');
create table messaging_chatmessage(id integer primary key,thread_id int,user_id int,message text,timestamp text);
insert into messaging_chatmessage values(1,1,1,'hi','2024-05-01 10:00:00'),(2,1,2,'yo','2024-05-01 10:01:00');`,
    said: ['hi: ann > ann+ben', 'yo: ben > ann+ben'],
  },
  {
    name: 'chatify',
    preset: 'chatify',
    tables: `create table users(id integer primary key,name text,email text,avatar text,active_status int,dark_mode int,created_at text,updated_at text);
insert into users values(1,'ann','a@example.com','avatar.png',0,0,'2024-01-01 00:00:00','2024-01-01 00:00:00'),(2,'ben','b@example.com','avatar.png',0,0,'2024-01-01 00:00:00','2024-01-01 00:00:00');
create table ch_messages(id text primary key,from_id int,to_id int,body text,attachment text,seen bool,created_at text,updated_at text);
insert into ch_messages values('9a','1','2','hi',null,1,'2024-05-01 10:00:00','2024-05-01 10:00:00'),('9b','2','1','','{"new_name":"x.png","old_name":"y.png"}',1,'2024-05-01 10:01:00','2024-05-01 10:01:00'),('9c','1','1','don&#039;t &lt;b&gt;
forget',null,1,'2024-05-01 10:02:00','2024-05-01 10:02:00');
create table ch_favorites(id text,user_id int,favorite_id int,created_at text);
insert into ch_favorites values('f',1,2,'2024-01-01 00:00:00');`,
    said: [
      'hi: ann > ann+ben',
      '[y.png]: ben > ann+ben',
      "don't <b>\nforget: ann > Notes of ann private ann",
    ],
  },
  {
    name: 'musonza',
    preset: 'musonza',
    tables: `create table users(id integer primary key,name text,email text,created_at text);
insert into users values(1,'ann','a@example.com','2024-01-01 00:00:00'),(2,'ben','b@example.com','2024-01-01 00:00:00'),(3,'cat','c@example.com','2024-01-01 00:00:00');
create table chat_conversations(id integer primary key,private bool,direct_message bool,data text,created_at text,updated_at text);
insert into chat_conversations values(1,1,1,'[]','2024-01-01 00:00:00','2024-01-01 00:00:00'),(2,0,0,'{"title":"Public"}','2024-01-01 00:00:00','2024-01-01 00:00:00');
create table chat_participation(id integer primary key,conversation_id int,messageable_id int,messageable_type text,settings text,created_at text,updated_at text);
insert into chat_participation values(11,1,1,'App\\\\Models\\\\User',null,'2024-01-01 00:00:00',null),(12,1,2,'App\\\\Models\\\\User',null,'2024-01-01 00:00:00',null),(13,2,1,'App\\\\Models\\\\User',null,'2024-01-01 00:00:00',null),(14,2,3,'App\\\\Models\\\\User',null,'2024-01-01 00:00:00',null);
create table chat_messages(id integer primary key,body text,conversation_id int,participation_id int,type text,data text,is_encrypted bool,created_at text,updated_at text);
insert into chat_messages values(1,'hi',1,11,'text','[]',0,'2024-05-01 10:00:00',null),(2,'yo',1,12,'text','[]',0,'2024-05-01 10:01:00',null),(3,'all',2,14,'text','[]',0,'2024-05-01 10:02:00',null);
insert into chat_messages values(4,'qwertz==',2,14,'text','[]',1,'2024-05-01 10:03:00',null);`,
    said: ['hi: ann > ann+ben', 'yo: ben > ann+ben', 'all: cat > Public public ann,cat'],
    leftOut: { encrypted: 1 },
  },
  {
    name: 'cmgmyr',
    preset: 'laravel-messenger',
    tables: `create table users(id integer primary key,name text,email text);
insert into users values(1,'ann','a@example.com'),(2,'ben','b@example.com');
create table threads(id integer primary key,subject text,created_at text,updated_at text,deleted_at text);
insert into threads values(1,'Order 7','2024-01-01 00:00:00','2024-01-01 00:00:00',null);
create table participants(id integer primary key,thread_id int,user_id int,last_read text,created_at text,updated_at text,deleted_at text);
insert into participants values(1,1,1,null,'2024-01-01 00:00:00',null,null),(2,1,2,null,'2024-01-01 00:00:00',null,null);
create table messages(id integer primary key,thread_id int,user_id int,body text,created_at text,updated_at text,deleted_at text);
insert into messages values(1,1,1,'hi','2024-05-01 10:00:00',null,null),(2,1,2,'yo','2024-05-01 10:01:00',null,null);
insert into messages values(3,1,2,'never','2024-05-01 10:02:00',null,'2024-05-01 10:03:00');`,
    said: ['hi: ann > Order 7 private ann,ben', 'yo: ben > Order 7 private ann,ben'],
    leftOut: { deleted: 1 },
  },
  {
    name: 'buddypress',
    preset: 'buddypress',
    tables: `create table wp_users(ID integer primary key,user_login text,user_email text,user_registered text,display_name text);
insert into wp_users values(1,'ann','a@example.com','2024-01-01 00:00:00','Ann'),(2,'ben','b@example.com','2024-01-01 00:00:00','Ben');
create table wp_bp_messages_messages(id integer primary key,thread_id int,sender_id int,subject text,message text,date_sent text);
insert into wp_bp_messages_messages values(1,1,1,'Hello','hi','2024-05-01 10:00:00'),(2,1,2,'Re: Hello','yo','2024-05-01 10:01:00');
create table wp_bp_messages_recipients(id integer primary key,user_id int,thread_id int,unread_count int,sender_only int,is_deleted int);
insert into wp_bp_messages_recipients values(1,1,1,0,0,0),(2,2,1,0,0,0);
create table wp_posts(ID integer primary key,post_author int,post_date text,post_content text,post_title text);
insert into wp_posts values(1,1,'2024-01-01 00:00:00','a page','Title');
insert into wp_bp_messages_messages values(3,2,1,'Another matter','and','2024-05-01 10:02:00');
insert into wp_bp_messages_recipients values(3,1,2,0,0,0),(4,2,2,1,0,0);`,
    said: [
      'hi: Ann > Hello private Ann,Ben',
      'yo: Ben > Hello private Ann,Ben',
      'and: Ann > Another matter private Ann,Ben',
    ],
  },
  {
    name: 'mailboxer',
    preset: 'mailboxer',
    tables: `create table users(id integer primary key,name text,email text);
insert into users values(1,'ann','a@example.com'),(2,'ben','b@example.com');
create table mailboxer_conversations(id integer primary key,subject text,created_at text,updated_at text);
insert into mailboxer_conversations values(1,'Order','2024-01-01 00:00:00','2024-01-01 00:00:00');
create table mailboxer_notifications(id integer primary key,type text,body text,subject text,sender_id int,sender_type text,conversation_id int,draft bool,notification_code text,attachment text,created_at text,updated_at text);
insert into mailboxer_notifications values(1,'Mailboxer::Message','hi','Order',1,'User',1,0,null,null,'2024-05-01 10:00:00',null),(2,'Mailboxer::Message','yo','Order',2,'User',1,0,null,null,'2024-05-01 10:01:00',null);
create table mailboxer_receipts(id integer primary key,receiver_id int,receiver_type text,notification_id int,is_read bool,trashed bool,deleted bool,mailbox_type text,created_at text);
insert into mailboxer_receipts values(1,1,'User',1,1,0,0,'sentbox','2024-05-01 10:00:00'),(2,2,'User',1,1,0,0,'inbox','2024-05-01 10:00:00');
insert into mailboxer_notifications values(3,null,'a notice','News',null,null,null,0,null,null,'2024-05-01 10:02:00',null),(4,'Mailboxer::Message','not sent yet','Order',1,'User',1,1,null,null,'2024-05-01 10:03:00',null);
insert into mailboxer_receipts values(3,2,'User',2,1,0,0,'sentbox','2024-05-01 10:01:00'),(4,1,'User',2,1,0,0,'inbox','2024-05-01 10:01:00');`,
    said: ['hi: ann > Order private ann,ben', 'yo: ben > Order private ann,ben'],
    leftOut: { where: 2 },
  },
  {
    name: 'prisma',
    preset: 'prisma',
    tables: `create table "User"(id text primary key,name text,email text,"createdAt" text);
insert into "User" values('ua','Ann','a@example.com','2024-01-01T00:00:00Z'),('ub','Ben','b@example.com','2024-01-01T00:00:00Z'),('uc','Cat','c@example.com','2024-01-01T00:00:00Z');
create table "Conversation"(id text primary key,name text,"isGroup" bool,"createdAt" text,"lastMessageAt" text);
insert into "Conversation" values('c1',null,null,'2024-01-01T00:00:00Z',null),('c2','Team',1,'2024-01-01T00:00:00Z',null);
create table "_ConversationToUser"("A" text,"B" text);
insert into "_ConversationToUser" values('c1','ua'),('c1','ub'),('c2','ua'),('c2','ub'),('c2','uc');
create table "Message"(id text primary key,body text,image text,"createdAt" text,"conversationId" text,"senderId" text);
insert into "Message" values('m1','hi',null,'2024-05-01T10:00:00Z','c1','ua'),('m2',null,'https://example.com/a.png','2024-05-01T10:01:00Z','c1','ub'),('m3','all',null,'2024-05-01T10:02:00Z','c2','uc');`,
    said: ['hi: Ann > Ann+Ben', '[a.png]: Ben > Ann+Ben', 'all: Cat > Team private Ann,Ben,Cat'],
  },
  {
    name: 'discourse',
    preset: 'discourse',
    tables: `create table users(id integer primary key,username text,name text,created_at text,last_seen_at text);
insert into users values(1,'ann','Ann','2024-01-01 00:00:00',null),(2,'ben','Ben','2024-01-01 00:00:00',null);
create table chat_channels(id integer primary key,name text,type text,status int,chatable_type text,created_at text,deleted_at text,description text);
insert into chat_channels values(1,'general','CategoryChannel',0,'Category','2024-01-01 00:00:00',null,null),(2,null,'DirectMessageChannel',0,'DirectMessage','2024-01-01 00:00:00',null,null);
create table user_chat_channel_memberships(id integer primary key,user_id int,chat_channel_id int,following bool,created_at text);
insert into user_chat_channel_memberships values(1,1,1,1,'2024-01-01 00:00:00'),(2,2,1,1,'2024-01-01 00:00:00'),(3,1,2,1,'2024-01-01 00:00:00'),(4,2,2,1,'2024-01-01 00:00:00');
create table chat_messages(id integer primary key,chat_channel_id int,user_id int,created_at text,updated_at text,deleted_at text,deleted_by_id int,in_reply_to_id int,message text,cooked text,thread_id int,last_editor_id int);
insert into chat_messages values(1,1,1,'2024-05-01 10:00:00',null,null,null,null,'hi','<p>hi</p>',null,1),(2,2,2,'2024-05-01 10:01:00',null,null,null,null,'yo','<p>yo</p>',null,2);
create table chat_message_reactions(id integer primary key,chat_message_id int,user_id int,emoji text,created_at text);
insert into chat_message_reactions values(1,1,2,'heart','2024-05-01 10:05:00');
insert into chat_messages values(3,2,2,'2024-05-01 10:03:00',null,'2024-05-01 10:04:00',1,null,'never','<p>never</p>',null,2),(4,1,2,'2024-05-01 10:05:00',null,null,null,1,'re','<p>re</p>',9,2);
create table uploads(id integer primary key,user_id int,original_filename text,filesize int,url text);
insert into uploads values(5,1,'a.png',10,'https://files.example.com/a.png');
create table upload_references(id integer primary key,upload_id int,target_id int,target_type text);
insert into upload_references values(1,5,1,'ChatMessage'),(2,5,9,'Post');`,
    said: [
      'hi[a.png]: Ann > general private Ann,Ben',
      're: Ben > general private Ann,Ben',
      'yo: Ben > Ann+Ben',
    ],
    leftOut: { deleted: 1 },
  },
  {
    name: 'chatwoot',
    preset: 'chatwoot',
    tables: `create table users(id integer primary key,name text,display_name text,email text,created_at text);
insert into users values(1,'Agent One','A1','a1@example.com','2024-01-01 00:00:00'),(2,'Agent Two','A2','a2@example.com','2024-01-01 00:00:00');
create table contacts(id integer primary key,name text,email text,phone_number text,created_at text);
insert into contacts values(1,'Customer Red','r@example.com',null,'2024-01-01 00:00:00'),(2,'Customer Blue','b@example.com',null,'2024-01-01 00:00:00');
create table conversations(id integer primary key,account_id int,inbox_id int,status int,assignee_id int,contact_id int,display_id int,created_at text,updated_at text);
insert into conversations values(10,1,1,0,1,1,1,'2024-05-01 09:00:00','2024-05-01 09:00:00'),(11,1,1,1,2,2,2,'2024-05-01 09:00:00','2024-05-01 09:00:00');
create table conversation_participants(id integer primary key,account_id int,user_id int,conversation_id int,created_at text,updated_at text);
insert into conversation_participants values(1,1,1,10,'2024-05-01 09:00:00',null),(2,1,2,10,'2024-05-01 09:00:00',null),(3,1,2,11,'2024-05-01 09:00:00',null);
create table messages(id integer primary key,content text,account_id int,inbox_id int,conversation_id int,message_type int,created_at text,updated_at text,private boolean not null default 0,status int default 0,source_id text,content_type int default 0,content_attributes text,sender_type text,sender_id int);
insert into messages values
(1,'customer asks',1,1,10,0,'2024-05-01 10:00:00','2024-05-01 10:00:00',0,0,null,0,'{}','Contact',1),
(2,'agent answers',1,1,10,1,'2024-05-01 10:01:00','2024-05-01 10:01:00',0,0,null,0,'{}','User',1),
(3,'INTERNAL: this customer is difficult',1,1,10,1,'2024-05-01 10:02:00','2024-05-01 10:02:00',1,0,null,0,'{}','User',2),
(4,'Conversation was resolved',1,1,10,2,'2024-05-01 10:03:00','2024-05-01 10:03:00',0,0,null,0,'{}',null,null),
(5,'blue asks',1,1,11,0,'2024-05-01 10:04:00','2024-05-01 10:04:00',0,0,null,0,'{}','Contact',2);
insert into messages values
(6,'This message was deleted',1,1,11,0,'2024-05-01 10:05:00','2024-05-01 10:05:00',0,0,null,0,'{"deleted":true}','Contact',2),
(7,'also deleted',1,1,11,0,'2024-05-01 10:06:00','2024-05-01 10:06:00',0,0,null,0,'"{\\"deleted\\":true}"','Contact',2),
(8,'a bot greets',1,1,11,3,'2024-05-01 10:07:00','2024-05-01 10:07:00',0,0,null,0,'{}','AgentBot',1);
create table agent_bots(id integer primary key,name text,created_at text);
insert into agent_bots values(1,'Greeter','2024-01-01 00:00:00');
create table contact_inboxes(id integer primary key,contact_id int,inbox_id int,source_id text);
insert into contact_inboxes values(1,1,1,'s-1');
create table attachments(id integer primary key,file_type int,external_url text,message_id int,account_id int,created_at text);
insert into attachments values(1,0,'https://files.example.com/lamp.png',1,1,'2024-05-01 10:00:00');`,
    said: [
      'customer asks[lamp.png]: Customer Red > 10 private A1,A2,Customer Red',
      'agent answers: A1 > 10 private A1,A2,Customer Red',
      'blue asks: Customer Blue > 11 private A2,Customer Blue',
      'a bot greets: Greeter > 11 private A2,Customer Blue',
    ],
    leftOut: { deleted: 2, internal: 1, system: 1 },
  },
];
