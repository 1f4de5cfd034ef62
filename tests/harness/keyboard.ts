import type { Locator, Page } from '@playwright/test';
import { expect } from './browser.ts';

/** The most tab stops before a control; a page with more is not usable by keyboard. */
const MOST_STOPS = 80;

/** Moves to a control by Tab alone, from the current focus; fails when it is no tab stop. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached by ${MOST_STOPS} times Tab`);
}

/** Moves to a field by Tab and types into it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

/** Moves to a button or link by Tab and presses Enter. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Presses a key that moves the cursor of the document's editor, and waits until the editor has been notified by the browser, which does it once a frame. */
export async function moveCursor(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
