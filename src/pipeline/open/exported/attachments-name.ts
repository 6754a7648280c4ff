/** The list of the files of an export that no address leads to, in the state folder. */
export const ATTACHMENTS_NAME = 'attachments.csv';
