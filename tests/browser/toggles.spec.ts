import { expect, expectAccessible, openSettledPage, signIn, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { moveCursor } from '#tests/harness/keyboard.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';

test('a toggle is made, closed and opened while it is edited and when it is read, and the toolbar is reached by keys', async ({
  page,
  api,
}) => {
  const { hub, space, member } = await createEditorAndPlace(api);
  const item = await createItem(member, { hub, space }, { title: 'Answers', content: 'Start' });
  await signIn(page, member);
  await openSettledPage(page, `/${hub.domain_handle}/${space.slug}/${item.id}?edit=1`);
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect(text).toBeFocused();
  await moveCursor(page, 'End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/toggle');
  await page.keyboard.press('Enter');
  const button = text.getByRole('button', { name: 'Content of the toggle' });
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.type('Why');
  await expect(text.locator('[data-summary]')).toHaveText('Why');
  await moveCursor(page, 'ArrowDown');
  await page.keyboard.type('Because of the tide');
  const content = text.getByText('Because of the tide');
  await expect(content).toBeVisible();
  await expectAccessible(page);
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(content).toBeHidden();
  await expectAccessible(page);
  // What is typed now is in what can be seen.
  await page.keyboard.type(' not');
  await expect(text.getByText('Why not')).toBeVisible();
  await expect(content).toBeHidden();
  await button.click();
  await expect(content).toBeVisible();

  await text.getByText('Start').click();
  await page.keyboard.press('Alt+F10');
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await expect(toolbar.locator('button:focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(text).toBeFocused();
  await expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'Done' }).click();
  const article = page.getByRole('article');
  await expect(article.getByText('Because of the tide')).toBeHidden();
  await article.getByText('Why not').click();
  await expect(article.getByText('Because of the tide')).toBeVisible();
});
