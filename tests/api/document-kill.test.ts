import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { type DocumentPage, openDocumentPage } from '#tests/harness/document-socket.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createKillableServer, startKillable } from '#tests/harness/killable.ts';
import { expectData } from '#tests/harness/responses.ts';

/** How often the server is killed; `DOCUMENT_KILLS=50` for the long run. */
const KILLS = Number(process.env.DOCUMENT_KILLS ?? 3);
const WRITERS = 10;
/** A writer types a word so often, in milliseconds. */
const PAUSE_MS = 15;

/** Types words into a paragraph of its own until the socket closes. @returns the words that were acknowledged */
async function typeUntilClosed(page: DocumentPage, writer: number, life: number): Promise<string[]> {
  const sent: { id: number; word: string }[] = [];
  const own = `Writer ${writer}:`;
  for (let n = 0; page.closeCode() === null; n += 1) {
    const word = `w${writer}l${life}n${n}`;
    const paragraphs = page.text().split('\n\n');
    const changed = paragraphs.map((text) => (text.startsWith(own) ? `${text} ${word}` : text));
    const id = page.write(changed.join('\n\n'));
    if (id !== null) sent.push({ id, word });
    await wait(PAUSE_MS);
  }
  return sent.filter(({ id }) => page.isStored(id)).map(({ word }) => word);
}

test(
  'loses no acknowledged update at any kill of the server under ten writers',
  async () => {
    const { env, client } = await createKillableServer();
    let server = await startKillable(env);
    const place = await createPlace(client);
    const { owner } = place;
    const content = Array.from({ length: WRITERS }, (_, n) => `Writer ${n}: begins`).join('\n\n');
    const { id } = await createItem(owner, place, { kind: 'document', title: 'Ledger', content });
    const address = `http://127.0.0.1:${env.PORT}`;
    const open = () => openDocumentPage(address, owner.token, id);
    const ledger = new Set<string>();
    const holder = new pg.Client(env.DATABASE_URL);
    await holder.connect();
    // Dropping the test's database may end the connection before it is closed.
    holder.on('error', () => undefined);
    onTestFinished(() => holder.end());
    for (let life = 0; life < KILLS; life += 1) {
      const pages = await Promise.all(Array.from({ length: WRITERS }, open));
      const before = ledger.size;
      const typing = Promise.all(pages.map((page, writer) => typeUntilClosed(page, writer, life)));
      // At least a few words of this life are stored, and at the kill many are on their way.
      await eventually(async () => {
        if (!pages.every((page) => page.isStored(3))) throw new Error('nothing is stored yet');
      });
      await wait(Math.random() * 300);
      // What is being stored waits: an acknowledgement before the commit would be of something that is lost.
      await holder.query('begin');
      await holder.query('lock table document_update in share mode');
      await wait(Math.random() * 200);
      await server.kill();
      await holder.query(
        'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await holder.query('rollback');
      for (const tokens of await typing) for (const word of tokens) ledger.add(word);
      expect(ledger.size).toBeGreaterThanOrEqual(before + 3 * WRITERS);
      server = await startKillable(env);
      const reader = await open();
      const there = new Set(reader.text().split(/\s+/));
      expect([...ledger].filter((word) => !there.has(word))).toEqual([]);
      reader.close();
    }
    // What search and the API read of it has them, too.
    await eventually(async () => {
      const { markdown } = expectData(await owner.client.get<{ markdown: string }>(`items/${id}/content/`));
      const there = new Set(markdown.split(/\s+/));
      expect([...ledger].filter((word) => !there.has(word))).toEqual([]);
    }, 60_000);
  },
  60_000 + KILLS * 60_000,
);
