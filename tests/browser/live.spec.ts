import { expect, openLivePage, signIn, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { shareByLink } from '#tests/harness/links.ts';
import { createEditorsPlace } from '#tests/harness/members.ts';

const rows = (page: import('@playwright/test').Page) =>
  page.getByRole('list', { name: 'Items' }).getByRole('listitem');

test('what others add, rename and trash shows in an open space without a reload', async ({ page, api }) => {
  const { hub, space, member, other } = await createEditorsPlace(api);
  await signIn(page, other);
  await openLivePage(page, `/${hub.domain_handle}/${space.slug}`);
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  const made = await createItem(member, { hub, space }, { title: 'Winter plan' });
  await expect(rows(page).filter({ hasText: 'Winter plan' })).toBeVisible();
  await member.client.patch(`items/${made.id}/`, { title: 'Spring plan' });
  await expect(rows(page).filter({ hasText: 'Spring plan' })).toBeVisible();
  await createItem(member, { hub, space }, { title: 'Mine alone', visibility: 'private' });
  await member.client.delete(`items/${made.id}/`);
  await expect(rows(page).filter({ hasText: 'Spring plan' })).toHaveCount(0);
  await expect(page.getByText('Mine alone')).toHaveCount(0);
});

test('an open item shows what somebody else made of it', async ({ page, api }) => {
  const { hub, space, member, other } = await createEditorsPlace(api);
  const item = await createItem(member, { hub, space }, { title: 'Minutes', content: 'Rain all day.' });
  await signIn(page, other);
  await openLivePage(page, `/${hub.domain_handle}/${space.slug}/${item.id}`);
  await expect(page.getByText('Rain all day.')).toBeVisible();
  await member.client.patch(`items/${item.id}/`, { content: 'Sun at noon.' });
  await expect(page.getByText('Sun at noon.')).toBeVisible();
  await member.client.delete(`items/${item.id}/`);
  await expect(page.getByText('This is in the trash.')).toBeVisible();
  await expect(page.getByText('Sun at noon.')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('who is removed from the hub is shown out of an open page at once', async ({ page, api }) => {
  const { hub, space, owner, other } = await createEditorsPlace(api);
  await signIn(page, other);
  await openLivePage(page, `/${hub.domain_handle}/${space.slug}`);
  const removal = await owner.client.delete(`hubs/${hub.domain_handle}/members/${other.user.id}/`);
  expect(removal.ok).toBe(true);
  const told = page.getByRole('heading', { level: 1, name: 'You were removed from this hub' });
  await expect(told).toBeVisible();
  // It stays, also for who has no other hub and would be led on to make one.
  await page.reload({ waitUntil: 'networkidle' });
  await expect(told).toBeVisible();
  await expect(page).toHaveURL(`/${hub.domain_handle}/${space.slug}`);
});

test('whoever holds a link loses the open page at once when the link ends', async ({ page, api }) => {
  const { hub, space, member } = await createEditorsPlace(api);
  const item = await createItem(member, { hub, space }, { title: 'Minutes', content: 'Rain all day.' });
  const link = await shareByLink(member, item.id);
  const opened = page.waitForEvent('websocket', (socket) => socket.url().includes('/ws?link='));
  await page.goto(`/s/${link.token}`);
  await opened;
  await expect(page.getByText('Rain all day.')).toBeVisible();
  await member.client.delete(`items/${item.id}/share-links/${link.id}/`);
  await expect(page.getByText('Rain all day.')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/link/i);
});
