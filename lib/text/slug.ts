/**
 * Letters whose ASCII form is not just the letter without its accent, and alphabets that map letter by
 * letter.
 */
const LETTERS: Record<string, string> = {
  ...{
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ı: 'i',
    ħ: 'h',
    ŋ: 'ng',
    '&': ' and ',
  },
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ё: 'e',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'i',
    к: 'k',
    л: 'l',
  },
  ...{
    м: 'm',
    н: 'n',
    о: 'o',
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    у: 'u',
    ф: 'f',
    х: 'kh',
    ц: 'ts',
    ч: 'ch',
    ш: 'sh',
  },
  ...{
    щ: 'shch',
    ъ: '',
    ы: 'y',
    ь: '',
    э: 'e',
    ю: 'yu',
    я: 'ya',
    і: 'i',
    ї: 'i',
    є: 'ye',
    ґ: 'g',
    ў: 'u',
    ј: 'j',
  },
  ...{
    α: 'a',
    β: 'v',
    γ: 'g',
    δ: 'd',
    ε: 'e',
    ζ: 'z',
    η: 'i',
    θ: 'th',
    ι: 'i',
    κ: 'k',
    λ: 'l',
    μ: 'm',
    ν: 'n',
  },
  ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
};

/**
 * A text in lower-case ASCII letters where possible: accents are removed, Cyrillic and Greek are
 * transliterated.
 */
function transliterate(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  let ascii = '';
  for (const letter of plain) ascii += LETTERS[letter] ?? letter;
  return ascii;
}

/** How much of a text is used, in UTF-16 units. */
const LONGEST_SOURCE = 300;

/**
 * A text as a path segment: `[a-z0-9-]`, at most `max` characters, cut between words where possible. Empty
 * when nothing of it has an ASCII form (Chinese, emoji).
 */
export function slugify(text: string, max = 60): string {
  const slug = transliterate(text.slice(0, LONGEST_SOURCE))
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .replace(/-$/, '');
  if (slug.length <= max) return slug;
  const cut = slug.lastIndexOf('-', max);
  return slug.slice(0, cut > 0 ? cut : max);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/**
 * The last segment of an item's path: its id, followed by its readable title where that has an ASCII form.
 */
export function itemSlug(id: string, title: string): string {
  const slug = slugify(title);
  return slug ? `${id}-${slug}` : id;
}

/** The id in the path of an item, whatever title follows it (it may be outdated). */
export function itemIdFromSlug(address: string): string {
  return UUID.exec(address)?.[0] ?? address;
}
