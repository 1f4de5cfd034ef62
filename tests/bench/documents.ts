import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { zip } from '#server/platform/archives/zip.ts';
import { type BenchAccount, benchAccount } from './account.ts';
import type { Bench, BenchRow } from './bench.ts';
import { processorTime } from './processor-time.ts';
import { removeFolder, type Serving, startServing, temporaryFolder } from './serving.ts';
import { createDocuments } from './written-content.ts';

const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 1_000);
const FORMATS = ['md', 'html', 'json', 'docx', 'pdf'] as const;

type Documents = { title: string; content: string }[];

function archive(files: Iterable<[string, string]>): Promise<Buffer> {
  async function* entries() {
    for (const [path, text] of files) {
      async function* content() {
        yield Buffer.from(text);
      }
      yield { path, modified: new Date(), content: content(), compress: true };
    }
  }
  return buffer(zip(entries()));
}

/** A zip of Markdown files in folders of fifty. */
const markdownArchive = (documents: Documents): Promise<Buffer> =>
  archive(
    documents.map(({ title, content }, at) => [`Part ${Math.floor(at / 50)}/${at} ${title}.md`, content]),
  );

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The XML export of a Confluence space with a tree of pages. */
function confluenceArchive(documents: Documents): Promise<Buffer> {
  const objects = documents.map(({ title, content }, at) => {
    const body = content
      .split('\n\n')
      .map((one) => `<p>${escaped(one)}</p>`)
      .join('');
    const parent =
      at === 0
        ? ''
        : `<property name="parent" class="Page"><id name="id">${Math.floor((at - 1) / 10) + 1}</id></property>`;
    return `<object class="Page"><id name="id">${at + 1}</id><property name="title"><![CDATA[${title} ${at}]]></property>${parent}</object>
<object class="BodyContent"><id name="id">9${at}</id><property name="body"><![CDATA[${body}]]></property><property name="content" class="Page"><id name="id">${at + 1}</id></property></object>`;
  });
  return archive([
    ['entities.xml', `<hibernate-generic>${objects.join('\n')}</hibernate-generic>`],
    ['exportDescriptor.properties', 'exportType=space'],
  ]);
}

type Setting = { account: BenchAccount; serving: Serving };

/** Imports an archive into the space. @returns its seconds */
async function importSeconds({ account }: Setting, bytes: Buffer, name: string): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const begin = performance.now();
  const path = `${account.url}/spaces/${account.space}/import/`;
  const sent = await fetch(path, { method: 'POST', headers: account.headers, body: form });
  const { data }: { data: { id: string } } = await sent.json();
  while (true) {
    const response = await fetch(`${account.url}/jobs/${data.id}/`, { headers: account.headers });
    const { data: job }: { data: { state: string; rejected: number; reason?: string } } =
      await response.json();
    if (job.state === 'ready' && job.rejected === 0) return (performance.now() - begin) / 1000;
    if (job.state === 'ready' || job.state === 'failed') throw new Error(`import: ${JSON.stringify(job)}`);
    await sleep(50);
  }
}

async function importRow(setting: Setting, bytes: Buffer, name: string, work: string): Promise<BenchRow> {
  const { pid } = setting.serving;
  const used = () => [processorTime(pid), processorTime(pid, { descendants: true })] as const;
  const before = used();
  const seconds = await importSeconds(setting, bytes, name);
  const after = used();
  const perOne = (ms: number) => (ms / DOCUMENTS).toFixed(1);
  return {
    work,
    value: DOCUMENTS / seconds,
    unit: 'documents/s',
    note: `processor: ${perOne(after[1] - before[1])} ms each, of that the server ${perOne(after[0] - before[0])}`,
  };
}

async function exportRow({ account, serving }: Setting, format: (typeof FORMATS)[number]): Promise<BenchRow> {
  const begin = performance.now();
  let most = 0;
  let bytes = 0;
  const path = `${account.url}/spaces/${account.space}/export/?format=${format}`;
  const response = await fetch(path, { headers: account.headers });
  if (!response.ok || !response.body) throw new Error(`export: ${response.status}`);
  for await (const part of response.body) {
    bytes += part.length;
    most = Math.max(most, serving.residentBytes());
  }
  const seconds = (performance.now() - begin) / 1000;
  return {
    work: `a space of ${DOCUMENTS} documents of 2 kB exported as ${format}`,
    value: seconds,
    unit: 's',
    note: `${(bytes / 1e6).toFixed(1)} MB; the process had at most ${Math.round(most / 1024 ** 2)} MiB`,
  };
}

/** Documents from an archive, and a space as one, in each format. */
export const documentsBench: Bench = {
  name: 'documents',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    try {
      const documents = Array.from({ length: DOCUMENTS }, createDocuments());
      const setting = { account: await benchAccount(serving.url), serving };
      const rows = [
        await importRow(
          setting,
          await markdownArchive(documents),
          'notes.zip',
          'documents of 2 kB imported from a ZIP of Markdown',
        ),
      ];
      for (const format of FORMATS) rows.push(await exportRow(setting, format));
      const again = { account: await benchAccount(serving.url), serving };
      rows.push(
        await importRow(
          again,
          await confluenceArchive(documents),
          'space.zip',
          'pages imported from the XML export of a Confluence space',
        ),
      );
      return rows;
    } finally {
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
