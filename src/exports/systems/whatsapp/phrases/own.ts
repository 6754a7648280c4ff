import { isDeleted } from './deleted.ts';
import { withoutLeadingMarks } from './marks.ts';

/** Lines that an iPhone marks as its own words, and yet is of the author: a place, a poll, a contact. */
const OF_AUTHORS =
  /^(?:POLL|UMFRAGE|ENCUESTA|SONDAGE|SONDAGGIO|ENQUETE|PEILING|ANKET|ОПРОС|SONDA|location|standort|ubicación|localisation|posizione|localização|locatie|konum)\s*:|https?:\/\/|\n/iu;

/** True if a marked text is one of its author, and not what the app says. */
export const isOwnOfAuthors = (text: string): boolean =>
  OF_AUTHORS.test(withoutLeadingMarks(text)) || isDeleted(text);
