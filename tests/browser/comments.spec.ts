import type { Page } from '@playwright/test';
import { createSpace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  openConnectedPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';

/** A document in a space where members comment. */
async function createDiscussed(api: Client) {
  const people = await createMembers(api);
  const space = await createSpace(people.owner, people.hub, {
    visibility: 'shared',
    default_role: 'commenter',
  });
  const place = { hub: people.hub, space };
  const item = await createItem(people.owner, place, {
    title: 'Ferry plan',
    content: 'The boat leaves at six.\n\nBring a lamp and bread.',
  });
  return { ...people, space, item, base: `/${people.hub.domain_handle}/${space.slug}` };
}

/** Selects a text of the document, as with the pointer. */
async function selectText(page: Page, text: string) {
  await page.getByText(text).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    window.getSelection()?.removeAllRanges();
    window.getSelection()?.addRange(range);
    document.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  });
}

test('a commenter comments on a text, mentions somebody, and sees the reply come in', async ({
  page,
  api,
}) => {
  const { item, owner, member, base } = await createDiscussed(api);
  await signIn(page, member);
  await openConnectedPage(page, `${base}/${item.id}`);
  await selectText(page, 'Bring a lamp and bread.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Comments' });
  await expect(panel.getByText('No comments yet')).toBeVisible();
  const field = panel.getByRole('textbox', { name: 'New comment' });
  await field.fill('How many lamps, ');
  await expect(panel.locator('.ant-mentions')).toBeVisible();
  await field.press('End');
  await field.pressSequentially('@olg');
  await panel.getByText('Olga', { exact: false }).first().click();
  await expect(field).toHaveValue(/@Olga/);
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  const thread = panel.getByRole('listitem').first();
  await expect(thread.locator('[data-mention]')).toContainText('@Olga');
  await expectAccessible(page);
  const [made] = expectData(await owner.client.get(`items/${item.id}/comments/`));
  expect(made?.anchor).toMatchObject({ type: 'text', quote: 'Bring a lamp and bread.' });
  expectData(await owner.client.post(`comments/${made?.id}/replies/`, { body: 'Two will do.' }));
  await expect(thread.getByText('Two will do.')).toBeVisible();
  // The text was changed: it is found again; once it is deleted, the thread says so.
  expectData(await owner.client.patch(`items/${item.id}/`, { content: 'Bring two lamps and bread.' }));
  await expect(page.getByText('Bring two lamps and bread.')).toBeVisible();
  await expect(thread.getByText('The text was removed or rewritten')).toHaveCount(0);
  expectData(await owner.client.patch(`items/${item.id}/`, { content: 'Nothing at all.' }));
  await expect(thread.getByText('The text was removed or rewritten')).toBeVisible();
  await thread.getByRole('button', { name: 'Resolve' }).click();
  await expect(panel.getByText('No comments yet')).toBeVisible();
});

test('a text is commented on while it is written, and the thread says when it was deleted', async ({
  page,
  api,
}) => {
  const { item, owner, base } = await createDiscussed(api);
  await signIn(page, owner);
  await openConnectedPage(page, `${base}/${item.id}?edit=1`);
  const line = page.locator('#document-text').getByText('Bring a lamp and bread.');
  await expect(line).toBeVisible();
  await selectText(page, 'Bring a lamp and bread.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Comments' });
  await panel.getByRole('textbox', { name: 'New comment' }).fill('Which lamp?');
  await page.keyboard.press('Control+Enter');
  const thread = panel.getByRole('listitem').first();
  await expect(thread.getByText('Which lamp?')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'New comment' })).toHaveValue('');
  const gone = thread.getByText('The text was removed or rewritten');
  await expect(gone).toHaveCount(0);
  await line.click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('We sail without light');
  await expect(gone).toBeVisible();
  // Anybody who writes stays in the text.
  await page.keyboard.press('Control+z');
  await expect(gone).toHaveCount(0);
});

test('a link to a comment opens and highlights it', async ({ page, api }) => {
  const { item, owner, member, base } = await createDiscussed(api);
  const made = expectData(await owner.client.post(`items/${item.id}/comments/`, { body: 'Look here' }), 201);
  await signIn(page, member);
  await page.goto(`${base}/${item.id}#comment-${made.id}`);
  await expect(page.getByRole('article', { name: /Comment by/ })).toHaveAttribute('data-linked', 'true');
  await expectFitsPhone(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close comments' }).click();
  await expect(page.getByRole('region', { name: 'Comments' })).toHaveCount(0);
});

test('begins a discussion from its draft, shows replies live and locks it', async ({ page, api }) => {
  const { hub, space, owner, member, base } = await createDiscussed(api);
  await signIn(page, member);
  await openConnectedPage(page, `${base}/posts`);
  await expect(page.getByText('No discussions yet')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'New discussion' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Who brings bread?');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Two loaves are **enough**.');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'New discussion' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Who brings bread?');
  await dialog.getByRole('button', { name: 'Start discussion' }).click();
  await expect(page.getByRole('heading', { name: 'Who brings bread?' })).toBeVisible();
  await expect(page.getByRole('main').locator('strong', { hasText: 'enough' })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  const [post] = expectData(await owner.client.in(hub).get(`spaces/${space.slug}/posts/`));
  expectData(await owner.client.post(`posts/${post?.id}/replies/`, { body: 'I will.' }));
  await expect(page.getByText('I will.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reply' }).fill('Thank you');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('article', { name: /Comment by/ })).toHaveCount(2);
  expectData(await owner.client.patch(`posts/${post?.id}/`, { locked: true }));
  await expect(page.getByText('nobody can reply until')).toBeVisible();
  await page.goto(`${base}/posts`);
  await expect(page.getByRole('link', { name: /Who brings bread/ })).toBeVisible();
  await expectAccessible(page);
});
