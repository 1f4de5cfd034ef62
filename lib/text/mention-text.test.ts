import { expect, test } from 'vitest';
import { editableMentions, mentionsAsMarkdown } from './mention-text.ts';
import { mentionedPeople, renderMarkdown, renderWithMentions } from './render-markdown.ts';

const ann = { id: '01890000-0000-7000-8000-000000000001', name: 'Ann' };
const anna = { id: '01890000-0000-7000-8000-000000000002', name: 'Anna [B\\C]' };

test('edits mentions as names and writes them back as Markdown', () => {
  const markdown = mentionsAsMarkdown('@Anna [B\\C], ask @Ann. Not a@Ann or @Annika', [ann, anna]);
  expect(markdown).toBe(`@[Anna BC](user:${anna.id}), ask @[Ann](user:${ann.id}). Not a@Ann or @Annika`);
  const edited = editableMentions(markdown);
  expect(edited.text).toBe('@Anna BC, ask @Ann. Not a@Ann or @Annika');
  expect(edited.people).toEqual([{ ...anna, name: 'Anna BC' }, ann]);
  expect(mentionsAsMarkdown(edited.text, edited.people)).toBe(markdown);
  expect(mentionedPeople(markdown)).toEqual([anna.id, ann.id]);
});

test('shows a mention by the name that the person has, as text', () => {
  const markdown = `**@[Old](user:${ann.id})** \`@[No](user:${anna.id})\``;
  expect(mentionedPeople(markdown)).toEqual([ann.id]);
  expect(renderWithMentions(markdown, new Map([[ann.id, '<b>Ann</b>']]))).toBe(
    `<p><strong><span data-mention="${ann.id}">@&lt;b&gt;Ann&lt;/b&gt;</span></strong> <code>@[No](user:${anna.id})</code></p>\n`,
  );
  expect(renderMarkdown(`@[*Old*](user:${ann.id}) [Old](user:${ann.id}) @[](user:${ann.id})`)).toContain(
    `<span data-mention="">@*Old*</span>`,
  );
});
