import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openConnectedPage,
  signIn,
  test,
} from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';

/** A long document of a hub, in which people are mentioned. */
async function createPlace(api: Client) {
  const people = await createMembers(api);
  const space = await createSpace(people.owner, people.hub, { default_role: 'commenter' });
  const paragraphs = Array.from({ length: 60 }, (_, n) => `Paragraph ${n} of the plan.`);
  const content = paragraphs.join('\n\n');
  const place = { hub: people.hub, space };
  const item = await createItem(people.owner, place, { title: 'Ferry plan', content });
  return { ...people, space, item, content, base: `/${people.hub.domain_handle}` };
}

const mention = ({ user }: TestAccount) => `@[Ada Lovelace](user:${user.id})`;

test('a mention raises the count of whom it names, leads to its place, and is read then', async ({
  page,
  api,
}) => {
  const { owner, member, item, content, base } = await createPlace(api);
  await signIn(page, member);
  await openConnectedPage(page, base);
  const sidebar = page.getByRole('complementary');
  const link = sidebar.getByRole('link', { name: /^Notifications/ });
  const menu = page.getByRole('button', { name: /^Open (the )?menu/ });
  if (await menu.isVisible()) await expect(menu).toHaveAccessibleName('Open menu');
  else await expect(link).toHaveAccessibleName('Notifications');

  expectData(
    await owner.client.patch(`items/${item.id}/`, {
      content: `${content}\n\nThe last word: ${mention(member)}`,
    }),
  );
  const isPhone = await menu.isVisible();
  if (isPhone) {
    await expect(menu).toHaveAccessibleName('Open the menu, 1 unread notification', { timeout: 20_000 });
    await menu.click();
  }
  await expect(link).toHaveAccessibleName('Notifications 1 unread notification', { timeout: 20_000 });
  if (!isPhone) await expect(page.getByRole('status').getByText('1 unread notification')).toBeAttached();
  await link.click();
  const entry = page.getByRole('link', { name: 'Olga Lovelace mentioned you in Ferry plan' });
  await expect(entry).toBeVisible();
  await expect(page.getByText('The last word: @Ada Lovelace')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await entry.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The last word:')).toBeInViewport();
  await page.goto('/notifications?unread=true');
  await expect(page.getByText('You’re all caught up')).toBeVisible();
  await expect(sidebar.getByText('1', { exact: true })).toHaveCount(0);
});

test('a comment leads to its place, marks change in other tabs, and all are read at once', async ({
  page,
  context,
  api,
}) => {
  const { owner, member, item, base } = await createPlace(api);
  for (const text of ['First', 'Second', 'Third'])
    expectData(
      await owner.client.post(`items/${item.id}/comments/`, { body: `${text} ${mention(member)}` }),
      201,
    );
  await signIn(page, member);
  await openConnectedPage(page, '/notifications');
  const entries = page.getByRole('link', { name: /mentioned you in Ferry plan/ });
  await expect(entries).toHaveCount(3);
  const other = await context.newPage();
  await openConnectedPage(other, '/notifications');
  await page.getByRole('button', { name: 'Mark as read', exact: true }).first().click();
  await expect(other.getByRole('button', { name: 'Mark as unread' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('All notifications are marked as read.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Mark as unread' })).toHaveCount(3);
  await other.close();
  await entries.first().click();
  await expect(page.getByRole('region', { name: 'Comments' }).getByText('Third')).toBeInViewport();
  expect(new URL(page.url()).pathname).toContain(base);
});
