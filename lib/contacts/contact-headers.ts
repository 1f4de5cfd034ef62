import { LABELS, labelsCell, labelsOfGroups } from './labels.ts';
import { englishHeaders } from './outlook-headers.ts';
import { CONTACT_FIELDS, type ContactField } from './vcard-contact.ts';

/**
 * The headers under which address books export people, by the field of a contact list's record: Google Contacts (its
 * former and its present form), Outlook (in other languages: {@link englishHeaders}), Apple and LinkedIn. Of several that a
 * file has, the first with a value counts, and the others are in the person's card.
 */
const HEADERS: Record<Exclude<ContactField, 'name' | 'address'>, readonly string[]> = {
  email: [
    ...['e-mail 1 - value', 'e-mail address', 'email address', 'primary email', 'e-mail', 'email'],
    ...['work email', 'home email'],
  ],
  contact_number: [
    ...['phone 1 - value', 'mobile phone', 'primary phone', 'business phone', 'work phone', 'home phone'],
    ...['company main phone', 'phone number', 'phone', 'mobile'],
  ],
  occupation: ['organization title', 'organization 1 - title', 'job title', 'position'],
  company_name: ['organization name', 'organization 1 - name', 'company', 'organization'],
  about: ['notes', 'note'],
};

const FULL_NAME = ['name', 'full name', 'display name'];
const FIRST_NAME = ['first name', 'given name'];
const LAST_NAME = ['last name', 'family name', 'surname'];
/** The parts of a name in the order in which they are written. */
const NAME_PARTS = [
  ['name prefix', 'prefix'],
  FIRST_NAME,
  ['middle name', 'additional name'],
  LAST_NAME,
  ['name suffix', 'suffix'],
];

const ADDRESS = ['address 1 - formatted', 'address'];
const ADDRESS_KINDS = ['address 1 - ', 'business ', 'work ', 'home ', 'other '];
const ADDRESS_PARTS = [
  ['street', 'street address'],
  ['city'],
  ['region', 'state'],
  ['postal code', 'zip'],
  ['country', 'country/region'],
];

/** Headers of a contact list's own: with these, a file is read as it is, unless it is an address book for certain. */
const OWN = new Set(['name', 'email', 'address', 'about', 'occupation', 'labels']);
const CERTAINLY_OWN = ['contact number', 'company name'];

/** What says of what kind another column is, or how a name sounds or is sorted: nothing of a person. */
const OF_NO_USE = /^(?:.* - (?:label|type)|phonetic .*|.* yomi|file as|e-mail display name)$/;

/** What Google writes between several values of one cell. */
const BETWEEN = ' ::: ';
/** Columns with the groups of a person, by what is between several of them besides. */
const GROUPS: ReadonlyMap<string, RegExp | null> = new Map([
  ['labels', null],
  ['group membership', null],
  ['categories', /[;,]/],
]);
/** Columns with values of which a card has several, by the property. */
const CARD_COLUMNS: readonly (readonly [name: string, header: RegExp])[] = [
  ['EMAIL', /^e-mail(?: \d+ - value| \d address| address)?$|^(?:primary |work |home )?email(?: address)?$/],
  [
    'TEL',
    /^phone(?: \d+ - value| number)?$|^mobile$|^(?:mobile|primary|business|work|home|other|company main) phone(?: 2)?$/,
  ],
  ['URL', /^website \d+ - value$/],
];

const folded = (header: string) =>
  header
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
    .normalize('NFC');

/** The lines of an address book's file under the names of a contact list's record. */
export type ContactLayout = {
  /** The fields of the record that the file has columns for: an empty cell says something of these alone. */
  fields: readonly ContactField[];
  header: string[];
  cellsOf: (cells: readonly string[]) => string[];
  /** Further values of a person for which a cell has no place, by the property that a card has for them. */
  furtherOf: (cells: readonly string[]) => { name: string; value: string }[];
};

const valuesIn = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split(BETWEEN)
    .map((value) => value.trim())
    .filter((value) => value !== '');

type CellReader = (cells: readonly string[]) => string;

const joined =
  (some: readonly CellReader[], between: string): CellReader =>
  (cells) =>
    some
      .map((read) => read(cells))
      .filter((value) => value !== '')
      .join(between);

/**
 * Reads the name of a person.
 * @param parts the readers of {@link NAME_PARTS}
 * @param isLastName whether a full name is the last name alone, as `Name` is beside `First name`
 */
function nameReader(fullName: CellReader, parts: readonly CellReader[], isLastName: boolean): CellReader {
  const ofParts = joined(parts, ' ');
  if (!isLastName) return (cells) => fullName(cells) || ofParts(cells);
  const firstName = parts[NAME_PARTS.indexOf(FIRST_NAME)];
  const withLastName = joined(parts.with(NAME_PARTS.indexOf(LAST_NAME), fullName), ' ');
  return (cells) => {
    const full = fullName(cells);
    const spaced = full.replace(/[\s,]+/g, ' ');
    return ` ${spaced} `.includes(` ${firstName?.(cells)} `) ? full : withLastName(cells);
  };
}

/** How headers are read: `english` as earlier versions did, which had to find a first and a last name in English. */
export type HeaderReading = 'any' | 'english';

/**
 * How the file of an address book is read into a contact list: each field of the record from the columns that have it,
 * and behind them the columns that are none of these. Null for a file of another kind, which is read as it is.
 */
export function contactLayout(
  header: readonly string[],
  reading: HeaderReading = 'any',
): ContactLayout | null {
  const own = header.map(folded);
  const names = reading === 'any' ? englishHeaders(own) : own;
  const used = new Set<number>();
  const placesOf = (wanted: readonly string[]): number[] =>
    wanted.flatMap((name) => {
      const at = names.indexOf(name);
      return at < 0 ? [] : [at];
    });
  const hasAny = (wanted: readonly string[]) => placesOf(wanted).length > 0;
  const isAddressBook = hasAny(FIRST_NAME) && hasAny(LAST_NAME);
  const known = [...FULL_NAME, ...FIRST_NAME, ...LAST_NAME, ...HEADERS.email, ...HEADERS.contact_number];
  const mayBeOne =
    reading === 'any' &&
    hasAny([...FULL_NAME, ...FIRST_NAME, ...LAST_NAME]) &&
    hasAny(known.filter((name) => !OWN.has(name))) &&
    !hasAny(CERTAINLY_OWN);
  const hasContact = hasAny(HEADERS.email) || hasAny(HEADERS.contact_number);
  if (!hasContact || !(isAddressBook || mayBeOne)) return null;

  const take = (wanted: readonly string[]) => {
    const places = placesOf(wanted);
    for (const at of places) used.add(at);
    return (cells: readonly string[]) => places.flatMap((at) => valuesIn(cells[at]))[0] ?? '';
  };
  const isLastName = hasAny(FIRST_NAME) && !hasAny([...LAST_NAME, ...FULL_NAME.slice(1)]);
  const name = nameReader(take(FULL_NAME), NAME_PARTS.map(take), isLastName);
  const formatted = take(ADDRESS);
  const addresses = ADDRESS_KINDS.map((kind) =>
    ADDRESS_PARTS.map((wanted) => take(wanted.map((part) => `${kind}${part}`))),
  );
  const address = (cells: readonly string[]) =>
    formatted(cells) ||
    (addresses.map((one) => joined(one, ', ')(cells)).find((value) => value !== '') ?? '');
  const readers: Record<ContactField, CellReader> = {
    name,
    address,
    email: take(HEADERS.email),
    contact_number: take(HEADERS.contact_number),
    occupation: take(HEADERS.occupation),
    company_name: take(HEADERS.company_name),
    about: take(HEADERS.about),
  };
  const hasAddress = [ADDRESS].concat(
    ADDRESS_KINDS.flatMap((kind) => ADDRESS_PARTS.map((wanted) => wanted.map((part) => `${kind}${part}`))),
  );
  const fields = CONTACT_FIELDS.filter((field) =>
    field === 'address' ? hasAddress.some(hasAny) : field === 'name' || hasAny(HEADERS[field]),
  );
  const groups = names.flatMap((name, at) => {
    const between = GROUPS.get(name);
    return between === undefined ? [] : [{ at, between }];
  });
  for (const { at } of groups) used.add(at);
  const rest = names.flatMap((name, at) => (used.has(at) || OF_NO_USE.test(name) ? [] : [at]));
  const several = names.flatMap((name, at) => {
    const [property] = CARD_COLUMNS.find(([, header]) => header.test(name)) ?? [];
    return property ? [{ at, property }] : [];
  });
  const isSeveral = new Set(several.map(({ at }) => at));
  const restCell = (at: number, cells: readonly string[]): string => {
    const values = valuesIn(cells[at]);
    if (values.length < 2) return cells[at] ?? '';
    return isSeveral.has(at) ? (values[0] ?? '') : values.join(', ');
  };
  const labels = (cells: readonly string[]): string =>
    labelsCell(
      labelsOfGroups(
        groups.flatMap(({ at, between }) =>
          valuesIn(cells[at]).flatMap((value) => (between ? value.split(between) : value)),
        ),
      ),
    );
  const hasGroups = groups.length > 0;
  return {
    fields,
    header: [...fields, ...rest.map((at) => header[at] ?? ''), ...(hasGroups ? [LABELS] : [])],
    cellsOf: (cells) => [
      ...fields.map((field) => readers[field](cells)),
      ...rest.map((at) => restCell(at, cells)),
      ...(hasGroups ? [labels(cells)] : []),
    ],
    furtherOf: (cells) =>
      CARD_COLUMNS.flatMap(([name]) => {
        const values = several.flatMap(({ at, property }) => (property === name ? valuesIn(cells[at]) : []));
        const shown =
          name === 'EMAIL' ? readers.email(cells) : name === 'TEL' ? readers.contact_number(cells) : '';
        return [...new Set(values)].filter((value) => value !== shown).map((value) => ({ name, value }));
      }),
  };
}

/** LinkedIn puts a note before its header, which begins with this; the header is among so many lines. */
const NOTE = 'notes:';
export const NOTE_LINES_MAX = 10;

/**
 * Where the header of an address book is, and how its lines are read, as far as the first lines of a file tell.
 * @param first the file's first lines, up to {@link NOTE_LINES_MAX}
 */
export function findContactLayout(
  first: readonly (readonly string[])[],
  reading: HeaderReading = 'any',
): { at: number; layout: ContactLayout } | null {
  const hasNote = folded(first[0]?.[0] ?? '') === NOTE;
  for (const [at, cells] of first.slice(0, hasNote ? NOTE_LINES_MAX : 1).entries()) {
    const layout = contactLayout(cells, reading);
    if (layout) return { at, layout };
  }
  return null;
}
