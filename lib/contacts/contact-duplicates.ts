/** What of a contact two entries of one person are found by; each in the form in which it is stored. */
export type ContactKeys = {
  id: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  /** Those of their card besides. */
  further?: { emails: readonly string[]; phones: readonly string[] };
};

export type DuplicateReason =
  | 'same_email'
  | 'same_phone'
  | 'same_name'
  | 'similar_name'
  | 'same_address'
  | 'different_email'
  | 'different_phone'
  | 'different_name';

/** Two entries that may be one person: from 0 to 1, and why. */
export type DuplicatePair = { one: string; other: string; score: number; reasons: DuplicateReason[] };

const WEIGHT: Record<DuplicateReason, number> = {
  same_email: 0.6,
  same_phone: 0.5,
  same_name: 0.4,
  similar_name: 0.25,
  same_address: 0.2,
  different_email: -0.1,
  different_phone: -0.1,
  // A family, or an office, has one address and one number.
  different_name: -0.4,
};

/** Entries with more others of one key are listed by their better keys: an office's number is not one person's. */
const BLOCK_MAX = 50;

const LETTERS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'o',
  å: 'a',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
};

/** A name across spellings: Müller, Mueller and Muller, José and Jose, Sørensen and Sorensen are the same. */
export function nameKey(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[äöüßøåæœłđ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[aou]e/g, (pair) => pair.slice(0, 1));
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word))
    .sort()
    .join(' ');
}
const TITLES = new Set(['dr', 'prof', 'mr', 'mrs', 'ms', 'herr', 'frau', 'mme']);

const addressKey = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Whether two texts differ by at most one letter in five. */
export function isSimilar(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length);
  if (longest < 5 || longest > 100) return false;
  const most = Math.floor(longest / 5);
  if (Math.abs(one.length - other.length) > most) return false;
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1] ? 0 : 1;
      now.push(Math.min((before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1, (before[at - 1] ?? 0) + same));
    }
    before = now;
  }
  return (before[other.length] ?? longest) <= most;
}

/** Whether one name is the other one shortened: fewer of its parts, or only their beginnings. */
function isShortened(one: string, other: string): boolean {
  const [few = [], many = []] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length);
  const left = [...many];
  return few.every((part) => {
    const at = left.findIndex((whole) => whole.startsWith(part) || part.startsWith(whole));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Longer names are the same or different: comparing their parts takes time that grows with the square of their number. */
const COMPARED_LENGTH_MAX = 200;
const COMPARED_PARTS_MAX = 20;
const isLong = (name: string): boolean =>
  name.length > COMPARED_LENGTH_MAX || name.split(' ').length > COMPARED_PARTS_MAX;

const areDifferent = (one: string, other: string): boolean => {
  if (one === '' || other === '' || one === other) return false;
  return isLong(one) || isLong(other) || (!isSimilar(one, other) && !isShortened(one, other));
};

/** Whether two names are clearly those of two people: neither spellings of one, nor one shortened. */
export const areDifferentNames = (one: string, other: string): boolean =>
  areDifferent(nameKey(one), nameKey(other));

/** Sums of the same weights in another order differ by less. */
const ROUNDING = 1e-9;

/** A contact as it is compared: all of its addresses and numbers. */
type Entry = { id: string; nameKey: string; addressKey: string; emails: string[]; phones: string[] };

const emailsOf = ({ email, further }: ContactKeys): string[] =>
  [email, ...(further?.emails ?? [])].filter((one) => one !== '');
const phonesOf = ({ phone, further }: ContactKeys): string[] =>
  [phone, ...(further?.phones ?? [])].filter((one) => one !== '');
const haveOneOf = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.includes(one));

/** Whether one of some numbers is the one without an extension that another one has. */
const haveOfficeOf = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.some((other) => other.startsWith(`${one}x`) || one.startsWith(`${other}x`)));

const entryOf = (contact: ContactKeys): Entry => ({
  id: contact.id,
  nameKey: nameKey(contact.name),
  addressKey: addressKey(contact.address),
  emails: [...new Set(emailsOf(contact))],
  phones: [...new Set(phonesOf(contact))],
});

const scoreOf = (reasons: readonly DuplicateReason[]): number =>
  reasons.reduce((total, reason) => total + WEIGHT[reason], 0);

/**
 * Whether two similar names are spellings of one: each of their parts by itself, too. Jan and Jana, or Anna and Anne, may be typing errors as well
 * as the children of one family.
 */
function areSpellings(one: string, other: string): boolean {
  const [parts, others] = [one.split(' '), other.split(' ')];
  return (
    parts.length !== others.length ||
    parts.every((part, at) => {
      const its = others[at] ?? '';
      return part === its || (isSimilar(part, its) && !part.startsWith(its) && !its.startsWith(part));
    })
  );
}

/** What two names say: nothing where one is missing, or where they may be those of one person and of two. */
function nameReasons({ nameKey: one }: Entry, { nameKey: other }: Entry): DuplicateReason[] {
  if (one === '' || other === '') return [];
  if (one === other) return ['same_name'];
  if (isSimilar(one, other)) return areSpellings(one, other) ? ['similar_name'] : [];
  return areDifferent(one, other) ? ['different_name'] : [];
}

/** Why two entries may be one person, the reasons against it among them; null where these have less than the least score. */
function reasonsFor(one: Entry, other: Entry, least: number): DuplicateReason[] | null {
  const reasons: DuplicateReason[] = [];
  const [{ emails, phones }, { emails: otherEmails, phones: otherPhones }] = [one, other];
  if (emails.length > 0 && otherEmails.length > 0)
    reasons.push(haveOneOf(emails, otherEmails) ? 'same_email' : 'different_email');
  if (haveOneOf(phones, otherPhones)) reasons.push('same_phone');
  // The number of an office says nothing of whose extension of it is there as well.
  else if (phones.length > 0 && otherPhones.length > 0 && !haveOfficeOf(phones, otherPhones))
    reasons.push('different_phone');
  const isAtOneAddress = one.addressKey !== '' && one.addressKey === other.addressKey;
  // Comparing names takes ten times as long as all of the rest, and most pairs of a block are two people whatever theirs say.
  const rest = scoreOf(reasons) + (isAtOneAddress ? WEIGHT.same_address : 0);
  const name = one.nameKey === other.nameKey ? WEIGHT.same_name : WEIGHT.similar_name;
  if (rest + name < least - ROUNDING) return null;
  reasons.push(...nameReasons(one, other));
  if (isAtOneAddress) reasons.push('same_address');
  return scoreOf(reasons) >= least - ROUNDING ? reasons : null;
}

/** The keys by which entries are compared at all. */
const blocksOf = (entry: Entry): string[] => {
  const { nameKey: name, addressKey: address } = entry;
  const tokens = name.split(' ');
  return [
    ...entry.emails.map((email) => `e${email}`),
    ...entry.phones.map((phone) => `p${phone}`),
    ...(name === '' ? [] : [`n${name}`, `i${tokens.map((word) => word.slice(0, 2)).join(' ')}`]),
    ...(address === '' ? [] : [`a${address}`]),
  ];
};

/** How long a comparison may take at a stretch before others have their turn, in milliseconds. */
const AT_A_STRETCH_MS = 15;

/** Pairs that are stored while others are compared: as many times those that are returned. */
const STORED_TIMES = 20;

const likeliest = (found: ReadonlyMap<string, DuplicatePair>, most: number) =>
  new Map([...found].sort(([, one], [, other]) => other.score - one.score).slice(0, most));

/** The likeliest pairs, and how many were found in all, counted as far as so many were stored. */
export type FoundDuplicates = { pairs: DuplicatePair[]; count: number };

type FindOptions = {
  least: number;
  /** Of the pairs that are returned. */
  most: number;
  /** Lets other work have its turn, and throws where nobody waits for the pairs any more. */
  rest?: () => Promise<void>;
};

/** Pairs of entries that may be one person, the likeliest first. */
export async function findDuplicates(
  contacts: readonly ContactKeys[],
  { least, most, rest }: FindOptions,
): Promise<FoundDuplicates> {
  let rested = performance.now();
  const restWhenDue = async () => {
    if (performance.now() - rested < AT_A_STRETCH_MS) return;
    await rest?.();
    rested = performance.now();
  };
  const entries: Entry[] = [];
  const blocks = new Map<string, number[]>();
  for (const [at, contact] of contacts.entries()) {
    const entry = entryOf(contact);
    entries.push(entry);
    await restWhenDue();
    for (const key of blocksOf(entry)) {
      const block = blocks.get(key);
      if (!block) blocks.set(key, [at]);
      else if (block.length < BLOCK_MAX) block.push(at);
    }
  }
  let found = new Map<string, DuplicatePair>();
  let counted = 0;
  for (const block of blocks.values()) {
    await restWhenDue();
    for (const [n, first] of block.entries())
      for (const second of block.slice(n + 1)) {
        const [one, other] = [entries[first], entries[second]];
        const key = `${first} ${second}`;
        if (!one || !other || found.has(key)) continue;
        const reasons = reasonsFor(one, other, least);
        if (reasons)
          found.set(key, {
            one: one.id,
            other: other.id,
            score: Math.min(1, Math.round(scoreOf(reasons) * 100) / 100),
            reasons,
          });
      }
    if (found.size > most * STORED_TIMES) {
      // Those that are dropped may be found again: from here on it is not known how many there are.
      counted = most * STORED_TIMES;
      found = likeliest(found, most);
    }
  }
  return { pairs: [...likeliest(found, most).values()], count: Math.max(counted, found.size) };
}
