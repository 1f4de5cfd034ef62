import { nameKey } from './contact-duplicates.ts';

/** What tells people of one name apart who have neither an address for mail nor a number. */
export type PersonDetails = {
  /** Addresses of pages: of a profile, or of a company. */
  urls: readonly string[];
  company: string;
  address: string;
};

const urlKey = (url: string): string => url.trim().toLowerCase().replace(/\/+$/, '');

/** Whether an address is that of a page of its own, as a profile has it, and not of a whole site. */
const isOwnPage = (key: string): boolean => /^https?:\/\/[^/]+\/[^/]/.test(key);

/** Whether each word of the shorter text is one of the longer one: a street is also in the address with its town. */
function isPartOf(one: string, other: string): boolean {
  const [few = [], many = []] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length);
  const all = new Set(many);
  return few.every((word) => all.has(word));
}

function differ(one: string, other: string): boolean {
  const [own, others] = [nameKey(one), nameKey(other)];
  return own !== '' && others !== '' && !isPartOf(own, others);
}

/**
 * Whether two entries of the same name are two people: they have different pages, addresses or companies. Those with the same
 * profile are one, wherever they work by now.
 */
export function areNamesakes(one: PersonDetails, other: PersonDetails): boolean {
  const pages = new Set(one.urls.map(urlKey));
  const others = other.urls.map(urlKey);
  const shared = others.filter((key) => pages.has(key));
  if (shared.some(isOwnPage)) return false;
  if (pages.size > 0 && others.length > 0 && shared.length === 0) return true;
  return differ(one.address, other.address) || differ(one.company, other.company);
}
