/**
 * Endings that PostgreSQL's stemmers leave apart, made one before the word is stemmed. They hold for words
 * with and without their accents.
 */
const BEFORE: Record<string, readonly [RegExp, string][]> = {
  portuguese: [
    [/(..)(?:ões|ães|ãos|oes|aos)$/u, '$1ao'],
    [/(.)ão$/u, '$1ao'],
    [/(..)ais$/u, '$1al'],
    [/(..)(?:éis|eis)$/u, '$1el'],
    [/(..)(?:óis|ois)$/u, '$1ol'],
    [/(..)ens$/u, '$1em'],
    [/(..)(?:ês|eses)$/u, '$1es'],
  ],
  turkish: [
    // The plural with whatever follows it, then cases, then the possessive of a word that ends in a vowel.
    [/(...)l[ae]r(?:[ıiuü]n?|[dt][ae]n?|[ae]|[ıi]n[dae]+n?)?$/u, '$1'],
    [/(....)[dt][ae]n?$/u, '$1'],
    [/(...[aeıioöuü])s[ıiuü](?:n[dıiae]*n?)?$/u, '$1'],
  ],
};

/** What a stemmer leaves of an ending. */
const AFTER: Record<string, readonly [RegExp, string][]> = {
  // Of the plural -at it only takes the last letter.
  arabic: [[/(...)ي?ا$/u, '$1']],
  swedish: [[/(...)et$/u, '$1']],
};

function replaced(rules: readonly [RegExp, string][] | undefined, word: string): string {
  return rules?.reduce((form, [ending, instead]) => form.replace(ending, instead), word) ?? word;
}

/** A word as its language's stemmer gets it. */
export const beforeStemming = (language: string, word: string): string => replaced(BEFORE[language], word);

/** A stem without what the language's stemmer leaves of an ending. */
export const afterStemming = (language: string, stem: string): string => replaced(AFTER[language], stem);
