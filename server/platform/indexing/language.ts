import { languageByTokens } from './language-tokens.ts';

/** ISO 639-1 codes of the languages that PostgreSQL (15 and later) has a stemmer for. */
const LANGUAGES: Record<string, string> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** The code (ISO 639-1) of a stemmer's language; null for `simple`, which has none. */
export function languageCode(name: string): string | null {
  return Object.entries(LANGUAGES).find(([, language]) => language === name)?.[0] ?? null;
}

/** Scripts that identify the language, or at least the family whose endings are cut. */
const OF_SCRIPT: [RegExp, string][] = [
  [/\p{Script=Greek}/u, 'greek'],
  [/\p{Script=Cyrillic}/u, 'russian'],
  [/\p{Script=Arabic}/u, 'arabic'],
  [/\p{Script=Armenian}/u, 'armenian'],
  [/\p{Script=Tamil}/u, 'tamil'],
  [/\p{Script=Devanagari}/u, 'hindi'],
];

const SCRIPT_LANGUAGES: ReadonlySet<string> = new Set([
  'simple',
  ...OF_SCRIPT.map(([, language]) => language),
]);

/** Those whose script other languages of the list, or without a stemmer, share. */
const SHARED_SCRIPTS: ReadonlySet<string> = new Set(['russian', 'arabic', 'hindi']);

/** The language of a hub's titles while no longer text shows it. */
export const DEFAULT_LANGUAGE = 'english';
/** Characters that are enough to detect a language. */
const SAMPLE = 800;
const LEAST = 40;

type Detect = (text: string) => string;
let detector: Promise<Detect> | null = null;

/** Loaded with the first text: its tables take some megabytes that an idle server needn't hold. */
function loadDetector(): Promise<Detect> {
  detector ??= import('tinyld/light').then((tinyld) => (text: string) => tinyld.detect(text));
  return detector;
}

/** The language by the script alone; null for scripts that many languages share. */
export function detectLanguageByScript(text: string): string | null {
  const letters = text.slice(0, SAMPLE).match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length;
  if (latin * 2 > letters.length) return null;
  const sample = letters.join('');
  return OF_SCRIPT.find(([script]) => script.test(sample))?.[1] ?? (latin > 0 ? null : 'simple');
}

/**
 * The language of a document's next passage, as the name of a PostgreSQL stemmer; `simple` for a language
 * without one; null where the text is too short to detect it.
 * @param before of the previous passages: it applies to the document unless the script indicates another.
 */
export async function detectLanguage(text: string, before: string | null): Promise<string | null> {
  const byScript = detectLanguageByScript(text);
  if (byScript) return SHARED_SCRIPTS.has(byScript) ? ((await detected(text)) ?? byScript) : byScript;
  return before && !SCRIPT_LANGUAGES.has(before) ? before : detected(text);
}

/**
 * The languages of the stored passages of one text, in their order, as they are detected by now; those that are too short keep
 * what they have.
 * @param before of the passages before them, where there are some
 */
export async function detectStoredLanguages(
  passages: readonly { language: string; body: string }[],
  before: string | null,
): Promise<string[]> {
  const languages: string[] = [];
  let detected = before;
  for (const { language, body } of passages) {
    detected = (await detectLanguage(body, detected)) ?? detected;
    languages.push(detected ?? language);
  }
  return languages;
}

async function detected(text: string): Promise<string | null> {
  const sample = text.slice(0, SAMPLE);
  if (sample.replace(/[^\p{L}]+/gu, '').length < LEAST) return null;
  const code = languageByTokens(sample) ?? (await loadDetector())(sample);
  return LANGUAGES[code] ?? (code ? 'simple' : null);
}
