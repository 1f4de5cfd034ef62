import { makeCorpus, seeded } from './corpus.ts';

/** Sentences as people write them in minutes, plans and notes; `_` is a content word, drawn as texts have them. */
const SENTENCES = [
  'The _ was moved to the second week of the month because the _ of the harbour office is closed until then.',
  'We agreed that _ and _ are to be ordered together, and that the invoice goes to the treasurer.',
  'Please read the _ before the next meeting; it explains why we no longer rent the _ for the summer.',
  'In the last year there were more visitors than in any year before, which is mostly due to the new _.',
  'Anna will ask whether the _ can be repaired, or if it would be cheaper to buy another one.',
  'The following points are still open: who takes care of the _, and when the _ will be cleaned.',
  'Nobody was against it, so the budget for the _ has been accepted as it was proposed by the board.',
  'If the weather is bad, the _ takes place in the hall, and everybody who has signed up gets a mail.',
  'It was not possible to find the old _, but the plans of the _ were kept in the archive.',
  'For members under the age of eighteen the _ is free, as are the lessons on Tuesday evening.',
  'There is a list of the people who have a key to the _, and it has to be checked every quarter.',
  'Most of what was written about the _ in spring is out of date by now and should be read with care.',
];

/** An endless supply of documents of about 2 kB in Markdown, the same in every run. */
export function createDocuments(seed = 11): () => { title: string; content: string } {
  const random = seeded(seed);
  const { draw } = makeCorpus(0, seed);
  const sentence = () =>
    (SENTENCES[Math.floor(random() * SENTENCES.length)] ?? '').replaceAll('_', () => draw(random));
  const paragraph = () => Array.from({ length: 3 }, sentence).join(' ');
  return () => {
    const title = `Minutes of the ${draw(random)} group, ${draw(random)} ${Math.floor(random() * 1000)}`;
    let content = `${paragraph()}\n\n## ${draw(random)} and ${draw(random)}\n\n`;
    while (content.length < 1_500) content += `${paragraph()}\n\n`;
    while (content.length < 2_000) content += `- **${draw(random)}**: ${sentence()}\n`;
    return { title, content };
  };
}

const NAMES = 'Amina Jonas Lucía Mehmet Sofia Oskar Priya Malte Chloé Yusuf Hanna Diego Ingrid Tomás'.split(
  ' ',
);
const FAMILIES = 'Keller Nowak García Yılmaz Rossi Lindqvist Sharma Petersen Dubois Demir Weber Silva'.split(
  ' ',
);
const TOWNS = 'Hamburg Lyon Sevilla Gdańsk Izmir Malmö Pune Porto Basel Utrecht Galway Bergen'.split(' ');
const LABELS = 'member guest crew board sponsor'.split(' ');
const STATES = 'new contacted waiting confirmed declined'.split(' ');

/** Eight columns of different types. */
export const COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email', required: false },
  { id: 'f_town', name: 'town', label: 'Town', type: 'text', required: false },
  {
    ...{ id: 'f_state', name: 'state', label: 'State', type: 'select', required: false },
    options: STATES.map((id) => ({ id, label: id })),
  },
  { id: 'f_amount', name: 'amount', label: 'Amount', type: 'number', required: false },
  { id: 'f_day', name: 'day', label: 'Day', type: 'date', required: false },
  {
    ...{ id: 'f_labels', name: 'labels', label: 'Labels', type: 'multi-select', required: false },
    options: LABELS.map((id) => ({ id, label: id })),
  },
  { id: 'f_note', name: 'note', label: 'Note', type: 'textarea', required: false },
];

export type WrittenRow = {
  name: string;
  mail: string;
  town: string;
  state: string;
  amount: number;
  day: string;
  labels: string[];
  note: string;
};

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);

/** An endless supply of rows of a list of people, the same in every run. */
export function createRows(seed = 13): () => WrittenRow {
  const random = seeded(seed);
  const { draw } = makeCorpus(0, seed);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  let n = 0;
  return () => {
    n += 1;
    const name = `${pick(NAMES)} ${pick(FAMILIES)}`;
    return {
      name,
      mail: `person${n}@${draw(random)}.example`,
      town: pick(TOWNS),
      state: pick(STATES),
      amount: Math.floor(random() * 100_000) / 100,
      day: new Date(FIRST_DAY + Math.floor(random() * 900) * DAY_MS).toISOString().slice(0, 10),
      labels: random() < 0.5 ? [pick(LABELS)] : ['member', 'crew'],
      note: `Asked about the ${draw(random)} and the ${draw(random)} of last ${draw(random)}.`,
    };
  };
}

const HEADER = 'Name,Mail,Phone,Postcode,Town,State,Amount,Day,Code,Note';

/**
 * A CSV file of ten columns as exports of other programs are, in pieces of a thousand lines.
 * @param width bytes of a line, to which its note is made longer by further sentences
 */
export function* csvPieces(count: number, width = 0): Generator<string> {
  const row = createRows();
  const further = width > 0 ? createDocuments()().content.replace(/[^\x20-\x7e]+|"/g, ' ') : '';
  yield `${HEADER}\n`;
  for (let done = 0; done < count; ) {
    let piece = '';
    for (const batchEnd = Math.min(count, done + 1_000); done < batchEnd; done += 1) {
      const { name, mail, town, state, amount, day, note } = row();
      const phone = `+49 40 ${String(1_000_000 + ((done * 7919) % 8_999_999))}`;
      const postcode = String((done * 31) % 100_000).padStart(5, '0');
      const cells = `${name},${mail},${phone},${postcode},${town},${state},${amount},${day},K-${done % 977}`;
      const missing =
        width > 0 ? width - Buffer.byteLength(cells) - note.length - ',"'.length - '"\n'.length : 0;
      const from = done % 400;
      const more = missing > 0 ? ` ${further.slice(from, from + missing - 1).padEnd(missing - 1, '.')}` : '';
      piece += `${cells},"${note}${more}"\n`;
    }
    yield piece;
  }
}
