import { beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Task } from '#lib/contract/task.ts';
import { tasksIn } from '#lib/text/document-tasks.ts';
import type { TestAccount } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { openDocumentPage } from '#tests/harness/document-socket.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

let cast: Awaited<ReturnType<typeof createEditorAndPlace>>;
beforeAll(async () => {
  cast = await createEditorAndPlace(server.client);
});

const at = (person: TestAccount) => person.client.in(cast.hub);
const tasksOf = async (person: TestAccount, query: Record<string, string> = {}) =>
  expectData(await at(person).get('tasks/', { query }));
const textsOf = async (person: TestAccount, query: Record<string, string> = {}) =>
  (await tasksOf(person, query)).map(({ text }) => text);
const contentOf = async (person: TestAccount, { id }: Item) =>
  expectData(await at(person).get(`items/${id}/content/`)).markdown;
const mention = ({ user }: TestAccount) => `@[Somebody](user:${user.id})`;

describe('tasks of documents', () => {
  test('are listed to whom they are for, nearest day first, and by day for all who see the document', async () => {
    const { owner, member, other } = cast;
    const document = await createItem(owner, cast, {
      title: 'Regatta',
      content: `- [ ] Order *paper* ${mention(member)} @[Dec 2](date:2026-12-02)
- [x] Book the boat house ${mention(member)}
- [ ] Find cooks ${mention(member)} @[Nov 30](date:2026-11-30)
- [ ] Sweep the jetty`,
    });
    expect(await textsOf(member)).toEqual(['Find cooks', 'Order paper']);
    expect(await textsOf(other)).toEqual([]);
    expect(await textsOf(other, { list: 'overdue', today: '2026-12-01' })).toEqual(['Find cooks']);
    expect(await textsOf(other, { list: 'overdue', today: '2026-11-30' })).toEqual([]);
    expect(await textsOf(other, { list: 'all' })).toEqual(['Find cooks', 'Order paper', 'Sweep the jetty']);
    const [first] = await tasksOf(member);
    expect(first).toMatchObject({
      item: { id: document.id, title: 'Regatta', space_slug: cast.space.slug },
      number: 2,
      people: [{ id: member.user.id, name: 'Somebody' }],
      due: '2026-11-30',
    });
    expectRefusal(await at(other).get('tasks/', { query: { list: 'some' } }), 422);
    expectRefusal(await at(other).get('tasks/', { query: { today: 'tomorrow' } }), 422);

    expectData(await at(owner).patch(`items/${document.id}/`, { visibility: 'private' }));
    expect(await textsOf(member)).toEqual([]);
    expect(await textsOf(other, { list: 'all' })).toEqual([]);
    expect(await textsOf(owner, { list: 'all' })).toHaveLength(3);
    expectData(await at(owner).delete(`items/${document.id}/`));
    expect(await textsOf(owner, { list: 'all' })).toEqual([]);
  });

  test('are listed page by page, none twice and none left out, though some are done meanwhile', async () => {
    const { owner, member } = cast;
    const line = (text: string, day?: string) =>
      `- [ ] ${text} ${mention(member)}${day ? ` @[Day](date:${day})` : ''}`;
    const [first, second] = [
      await createItem(owner, cast, {
        content: ['2026-12-03', undefined, '2026-12-01', undefined, '2026-12-03']
          .map((day, at) => line(`A${at}`, day))
          .join('\n'),
      }),
      await createItem(owner, cast, {
        content: ['2026-12-03', undefined, undefined].map((day, at) => line(`B${at}`, day)).join('\n'),
      }),
    ];
    const expected = ['A2', 'B0', 'A0', 'A4', 'B1', 'B2', 'A1', 'A3'];
    expect(await textsOf(member)).toEqual(expected);
    for (const page_size of ['1', '2', '3', '8']) {
      const seen: string[] = [];
      let after: string | null = '';
      while (after !== null) {
        const page: ClientResponse<Task[]> = await at(member).get('tasks/', { query: { page_size, after } });
        const tasks = expectData(page);
        seen.push(...tasks.map(({ text }) => text));
        after = page.body.next ?? null;
        // Two that were seen are done before the next page, and so the list is shorter.
        if (page_size === '3' && seen.length === 3)
          for (const { item, number, source } of tasks.slice(0, 2))
            expectData(await at(member).patch(`items/${item.id}/tasks/${number}/`, { source, done: true }));
      }
      expect(seen).toEqual(page_size === '8' ? expected.slice(2) : expected);
    }
    for (const after of ['x', `2026-12-03_${first.id}`, `_${first.id}_-1`, `tomorrow_${first.id}_0`])
      expectRefusal(await at(member).get('tasks/', { query: { after } }), 422);
    for (const { id } of [first, second]) expectData(await at(owner).delete(`items/${id}/`));
  });

  test('are listed also where a thousand come before that one may not see, and only those of the own hub', async () => {
    const { owner, other } = cast;
    const shown = await createItem(owner, cast, { content: '- [ ] Seen\n- [ ] Seen too' });
    const hidden = await createItem(owner, cast, {
      visibility: 'private',
      content: Array.from({ length: 1_200 }, (_, at) => `- [ ] Hidden ${at}`).join('\n'),
    });
    expect(await textsOf(other, { list: 'all' })).toEqual(['Seen', 'Seen too']);
    const page = await at(other).get('tasks/', { query: { list: 'all', page_size: '1' } });
    expect(expectData(page).map(({ text }) => text)).toEqual(['Seen']);
    expect(await textsOf(other, { list: 'all', after: page.body.next ?? '' })).toEqual(['Seen too']);
    const elsewhere = await createEditorAndPlace(server.client);
    expect(expectData(await elsewhere.owner.client.in(elsewhere.hub).get('tasks/?list=all'))).toEqual([]);
    for (const { id } of [shown, hidden]) expectData(await at(owner).delete(`items/${id}/`));
  });

  test('follow a document that is written again, with only what has changed', async () => {
    const { owner, member } = cast;
    const { id } = await createItem(owner, cast, { content: '- [ ] One\n- [ ] Two\n- [ ] Three' });
    const rows = () =>
      server.sql<{ number: number; text: string; due: string | null; version: string }>(
        'select number, text, due, xmin::text as version from document_task where item_id = $1 order by number',
        [id],
      );
    const before = await rows();
    const write = async (content: string) => expectData(await at(owner).patch(`items/${id}/`, { content }));
    await write(`- [ ] One\n- [ ] Two ${mention(member)} @[Day](date:2026-12-02)`);
    const after = await rows();
    expect(after).toMatchObject([before[0], { number: 1, due: '2026-12-02' }]);
    expect(await textsOf(member)).toEqual(['Two']);
    await write('- [ ] One\n- [x] Two');
    expect(await rows()).toEqual([before[0]]);
    await write('One');
    expect(await rows()).toEqual([]);
    expectData(await at(owner).delete(`items/${id}/`));
  });

  test('are done and open again from the list, by those who may change the document', async () => {
    const { owner, member, other } = cast;
    const content = `Before\n\n- [ ] Fetch the oars ${mention(member)}\n- [ ] Fetch the oars\n\nAfter`;
    const document = await createItem(owner, cast, { title: 'Oars', content });
    const people = [
      { user_id: member.user.id, role: 'editor' },
      { user_id: other.user.id, role: 'viewer' },
    ];
    expectData(await at(owner).put(`items/${document.id}/access/`, { visibility: 'private', people }));
    expect(await tasksOf(other, { list: 'all' })).toMatchObject([
      { may_change: false },
      { may_change: false },
    ]);
    const [task] = await tasksOf(member);
    expect(task).toMatchObject({ text: 'Fetch the oars', number: 0, may_change: true });
    const path = `items/${document.id}/tasks/0/`;
    const body = { source: task?.source ?? '', done: true };
    expectRefusal(await at(other).patch(path, body), 403);
    expectRefusal(await at(member).patch(path, { ...body, more: 1 }), 422);
    expectRefusal(await at(member).patch(path, { ...body, source: 'Something else' }), 409);
    expectRefusal(await at(member).patch(`items/${document.id}/tasks/x/`, body), 422);
    expectData(await at(member).patch(path, body));
    expect(await contentOf(member, document)).toBe(content.replace('- [ ]', '- [x]'));
    expect(await textsOf(member)).toEqual([]);
    expectData(await at(member).patch(path, { ...body, done: false }));
    expect(await contentOf(member, document)).toBe(content);
    expect(await textsOf(member)).toEqual(['Fetch the oars']);
  });

  test('are done in a document while others write in it, who see it, and nothing of theirs is lost', async () => {
    const { owner, member } = cast;
    const content = `- [ ] Paint the hull ${mention(member)}\n- [ ] Dry the sails`;
    const document = await createItem(owner, cast, { title: 'Spring', content });
    const page = await openDocumentPage(server.url, owner.token, document.id);
    page.write(content.replace('Dry the sails', 'Dry all sails'));
    await page.allStored();
    const source = `Paint the hull ${mention(member)}`;
    expectData(await at(member).patch(`items/${document.id}/tasks/0/`, { source, done: true }));
    const both = content.replace('- [ ]', '- [x]').replace('Dry the sails', 'Dry all sails');
    expect(await contentOf(member, document)).toBe(both);
    await eventually(async () => expect(page.text()).toBe(both));
    page.close();
  });

  test('are found by the database as by the editor’s rules', async () => {
    const line = (...choices: string[]) => choices[Math.floor(Math.random() * choices.length)] ?? '';
    for (let round = 0; round < 60; round += 1) {
      const markdown = Array.from({ length: 12 }, () =>
        [
          line('', '  ', '> ', '\t', '1. ', '- ', '   > '),
          line('- [ ] ', '* [x] ', '+ [X]\t', '-  [ ] ', '- [ ]', '- \\[ ] ', '```', '~~~~', '- [y] ', ''),
          line(
            'paper',
            '',
            ' oars ',
            '```',
            '@[A](date:2026-11-30)',
            '[x](/y)',
            'a\u00a0',
            'b \r',
            '🚣'.repeat(2_001),
          ),
        ].join(''),
      ).join('\n');
      const found = await server.sql<{ number: number; text: string }>(
        'select number, text from document_tasks_in($1) order by number',
        [markdown],
      );
      const open = tasksIn(markdown).filter(({ isDone, text }) => !isDone && text !== '');
      expect(found, markdown).toEqual(open.map(({ number, text }) => ({ number, text })));
    }
  });
});
