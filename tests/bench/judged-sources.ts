import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { JudgedCollection } from '#tests/harness/judged.ts';

/** So much of a manual page is its text: as long as an abstract. */
const TEXT_MAX = 2_000;
/** Fewer say little of the order. */
const RELEVANT_MIN = 3;

/** A line of a manual page without roff's requests and escapes. */
function plainLine(line: string): string {
  const text = /^\.(?:B|I|BR|RB|BI|IB|IR|RI|SM|TP|SB|Nm|Nd|Xr|Fn|Ar|Em|Sy)\b/.test(line)
    ? line.replace(/^\.\w+\s*/, '')
    : line.startsWith('.') || line.startsWith("'")
      ? ''
      : line;
  return text
    .replace(/\\f(?:\[\w*\]|\(..|.)/g, '')
    .replace(/\\(?:-|\(hy)/g, '-')
    .replace(/\\\(..|\\\[\w+\]|\\[&|^/,]/g, '')
    .replace(/\\e/g, '\\')
    .replace(/[ "]+/g, ' ')
    .trim();
}

type Manual = { id: string; summary: string; text: string; also: string[] };

function readManual(id: string, source: string): Manual | null {
  const sections = new Map<string, string>();
  for (const part of source.split(/^\.S[Hh] */m).slice(1)) {
    const [head = '', ...lines] = part.split('\n');
    sections.set(head.replaceAll('"', '').trim(), lines.map(plainLine).filter(Boolean).join(' '));
  }
  const summary = /\s-\s*(.+)$/.exec(sections.get('NAME') ?? '')?.[1];
  const also = [...(sections.get('SEE ALSO') ?? '').matchAll(/([\w.-]+) ?\((\d)\w*\)/g)].map(
    ([, name, section]) => `${name}(${section})`,
  );
  const text = [...sections]
    .filter(([head]) => !['NAME', 'SEE ALSO', 'LIBRARY', 'SYNOPSIS', 'COLOPHON'].includes(head))
    .map(([, body]) => body)
    .join('\n\n')
    .slice(0, TEXT_MAX);
  return summary && text ? { id, summary, text, also } : null;
}

/**
 * The Linux manual pages (https://www.kernel.org/doc/man-pages/; Debian's packages `manpages` and `manpages-dev`), sections 2, 3
 * and 7: a page's summary is a query, and the pages that it refers to under “See also” are the relevant ones; the page
 * itself is left out.
 */
export function readManuals(folder: string): JudgedCollection & { leaveOut: Map<string, string> } {
  const manuals = ['2', '3', '7'].flatMap((section) =>
    // The other names of a page are links to it.
    readdirSync(join(folder, `man${section}`), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(`.${section}.gz`))
      .flatMap(({ name }) => {
        const source = gunzipSync(readFileSync(join(folder, `man${section}`, name))).toString('utf8');
        const isLinux = source.includes('Linux man-pages') && !source.startsWith('.so ');
        const id = `${name.slice(0, -`.${section}.gz`.length)}(${section})`;
        return (isLinux ? readManual(id, source) : null) ?? [];
      }),
  );
  const known = new Set(manuals.map(({ id }) => id));
  const queries = new Map<string, { id: string; relevant: Record<string, number> }>();
  for (const { id, summary, also } of manuals) {
    const relevant = [...new Set(also)].filter((one) => known.has(one) && one !== id);
    if (relevant.length < RELEVANT_MIN || queries.has(summary)) continue;
    queries.set(summary, { id, relevant: Object.fromEntries(relevant.map((one) => [one, 1])) });
  }
  return {
    documents: manuals.map(({ id, summary, text }) => ({
      id,
      title: id,
      text: `${summary}\n\n${text}`,
    })),
    queries: [...queries].map(([text, { relevant }]) => ({ text, relevant })),
    leaveOut: new Map([...queries].map(([text, { id }]) => [text, id])),
  };
}

/** The entries of a file in SMART's format by their numbers, each with its fields by their letters. */
function readEntries(path: string): { id: string; fields: Record<string, string> }[] {
  return readFileSync(path, 'latin1')
    .split(/^\.I +/m)
    .slice(1)
    .map((entry) => {
      const [id = '', ...parts] = entry.split(/^\.([A-Z])[ \t]*$/m);
      const fields: Record<string, string> = {};
      for (let n = 0; n + 1 < parts.length; n += 2)
        fields[parts[n] ?? ''] = (parts[n + 1] ?? '').replace(/\s+/g, ' ').trim();
      return { id: id.trim(), fields };
    });
}

/**
 * A classic collection in SMART's format, as http://ir.dcs.gla.ac.uk/resources/test_collections/ has Cranfield (`cran.all.1400`,
 * `cran.qry`, `cranqrel`), CISI (`CISI.ALL`, `CISI.QRY`, `CISI.REL`), MED and others: the files in one folder.
 */
export function readSmart(folder: string): JudgedCollection {
  const file = (name: RegExp) => {
    const found = readdirSync(folder).find((one) => name.test(one));
    if (!found) throw new Error(`no file like ${name} in ${folder}`);
    return join(folder, found);
  };
  const relevant = new Map<string, Record<string, number>>();
  for (const line of readFileSync(file(/qrel|\.rel$/i), 'latin1').split('\n')) {
    const [query = '', document = '', ...rest] = line.trim().split(/\s+/);
    // MED has a 0 between the two.
    const id = document === '0' ? (rest[0] ?? '') : document;
    // Cranfield marks what is of no interest.
    if (!id || rest.at(-1) === '-1') continue;
    const of = relevant.get(String(Number(query))) ?? {};
    of[String(Number(id))] = 1;
    relevant.set(String(Number(query)), of);
  }
  const documents = readEntries(file(/\.all/i)).map(({ id, fields }) => {
    const title = fields.T ?? '';
    const text = fields.W ?? '';
    // Cranfield's texts begin with their titles.
    return { id, title: title.slice(0, 250), text: text.startsWith(title) ? text.slice(title.length) : text };
  });
  // The judgments count Cranfield's queries, whose own numbers have gaps.
  const queries = readEntries(file(/\.qry$/i)).map(({ fields }, n) => ({
    text: fields.W ?? '',
    relevant: relevant.get(String(n + 1)) ?? {},
  }));
  return { documents, queries: queries.filter((query) => Object.keys(query.relevant).length > 0) };
}
