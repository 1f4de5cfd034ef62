/** The most people that a search of the directory finds: the list of members has more. */
export const DIRECTORY_PEOPLE_MAX = 6;

/** Of the text that the directory is searched for, in characters. */
export const DIRECTORY_QUERY_LENGTH = 200;
