import { itemPath } from '#lib/browser/item-path.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#tests/harness/browser.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';

test('reads a public space as a site, also without a script', async ({ browser, baseURL, api }) => {
  const place = await createPlace(api, { name: 'Harbour guide', visibility: 'public' });
  const { owner, hub, space } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Arriving' });
  const mooring = await createItem(owner, place, {
    title: 'Mooring',
    parent: folder.id,
    content: '# Lines\n\nTwo springs and a breastline of hawserlaid rope.',
  });
  const fees = await createItem(owner, place, { title: 'Fees', content: 'Ten a night.' });
  // Before the fees by its title, and behind them in the order that was made by hand.
  const anchorage = await createItem(owner, place, { title: 'Anchorage' });
  const toTheEnd = { parent: null, before: null };
  expectData(await owner.client.in(hub).post(`items/${anchorage.id}/move/`, toTheEnd));
  const secret = await createItem(owner, place, { title: 'Margins', visibility: 'private' });
  await eventually(async () =>
    expect(expectData(await owner.client.in(hub).get('search/?q=hawserlaid'))).toHaveLength(1),
  );
  const bare = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await bare.newPage();
  const base = `/${hub.domain_handle}/${space.slug}`;

  // The list has the order of the navigation.
  await page.goto(base);
  const listed = await page.getByRole('main').getByRole('list', { name: 'Items' }).innerText();
  expect(listed.indexOf('Arriving')).toBeLessThan(listed.indexOf('Fees'));
  expect(listed.indexOf('Fees')).toBeLessThan(listed.indexOf('Anchorage'));

  // An address with an older title leads to today's.
  await page.goto(`${base}/${mooring.id}-berths?q=rope`);
  expect(new URL(page.url()).pathname).toBe(itemPath(hub.domain_handle, mooring));
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    new RegExp(`${itemPath(hub.domain_handle, mooring)}$`),
  );
  await expect(page.locator('meta[property="og:site_name"]')).toHaveAttribute('content', 'Harbour guide');
  await expect(page.locator('link[type="application/atom+xml"]')).toHaveAttribute('href', /\/feed\.xml\?/);
  expect(await page.content()).not.toContain(secret.title);

  const neighbours = page.getByRole('navigation', { name: 'Previous and next page' });
  await expect(neighbours.getByRole('link', { name: 'Arriving' })).toBeVisible();
  await neighbours.getByRole('link', { name: 'Fees' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fees' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(itemPath(hub.domain_handle, fees));

  await expect(neighbours.getByRole('link', { name: 'Anchorage' })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search in Harbour guide' }).fill('hawserlaid');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'Mooring' }).last().click();
  await expect(page.getByText('Two springs and a breastline')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { slug: 'pilot' }));
  await page.goto(`${base}?parent=${folder.id}`);
  expect(new URL(page.url()).pathname).toBe(`/${hub.domain_handle}/pilot`);
  await bare.close();

  const visitor = await browser.newPage(baseURL ? { baseURL } : {});
  await visitor.goto(`/${hub.domain_handle}/pilot/${mooring.id}`);
  await expectAccessible(visitor);
  await visitor.close();
});
