import type { Locator, Page } from '@playwright/test';
import { createPlace } from '#tests/harness/accounts.ts';
import { expect, expectAccessible, expectFitsPhone, signIn, test } from '#tests/harness/browser.ts';
import { uploadBytes, uploadFixture } from '#tests/harness/content.ts';
import { expectData } from '#tests/harness/responses.ts';

/** Two seconds each (`tests/fixtures/README.md`), and what a browser is asked that may not know the format. */
const FORMATS = [
  ['chime.mp3', 'audio/mpeg'],
  ['chime.ogg', 'audio/ogg; codecs="vorbis"'],
  ['clip.mp4', 'video/mp4; codecs="avc1.42E01E, mp4a.40.2"'],
  ['clip.webm', 'video/webm; codecs="vp8, opus"'],
] as const;

type Player = HTMLMediaElement;

/** Formats without patents, which every browser plays. */
const FREE: readonly string[] = ['chime.ogg', 'clip.webm'];

const playerOf = (page: Page, title: string) => page.getByLabel(`Player of ${title}`);
const timeOf = (player: Locator) => player.evaluate(({ currentTime }: Player) => currentTime);
const durationOf = (player: Locator) => player.evaluate(({ duration }: Player) => duration);

/** Moves the player to a second, and waits until it is there. */
const seek = (player: Locator, second: number) =>
  player.evaluate(
    (media: Player, to) =>
      new Promise<void>((resolve) => {
        media.addEventListener('seeked', () => resolve(), { once: true });
        media.currentTime = to;
      }),
    second,
  );

async function expectUnplayable(page: Page, name: string) {
  await expect(page.getByText('Your browser can’t play this file')).toBeVisible();
  const download = page.getByRole('main').getByRole('link', { name: 'Download' });
  await expect(download).toHaveAttribute('download', name);
  const saved = page.waitForEvent('download');
  await download.click();
  expect((await saved).suggestedFilename()).toBe(name);
}

for (const [name, type] of FORMATS)
  test(`plays ${name} and seeks to any second`, async ({ page, api }) => {
    const place = await createPlace(api);
    const { id } = await uploadFixture(place.owner, place, `media/${name}`, { kind: 'media' });
    await signIn(page, place.owner);
    const fileResponse = page.waitForResponse((response) => response.url().includes(`items/${id}/file/`));
    await page.goto(`/${place.hub.domain_handle}/${place.space.slug}/${id}`);
    // A browser without the codecs of a patent pool: it must say so.
    if (
      !FREE.includes(name) &&
      (await page.evaluate(
        (videoType) => document.createElement('video').canPlayType(videoType) === '',
        type,
      ))
    ) {
      await expectUnplayable(page, name);
      return;
    }
    const player = playerOf(page, name);
    const received = await fileResponse;
    expect(received.status()).toBe(206);
    expect(received.headers()['content-range']).toMatch(/^bytes 0-\d+\/\d+$/);
    await expect.poll(() => durationOf(player)).toBeGreaterThan(1.9);
    expect(await durationOf(player)).toBeLessThan(2.2);
    expect(await player.evaluate(({ paused }: Player) => paused)).toBe(true);
    await player.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => timeOf(player)).toBeGreaterThan(0);
    // Frames are shown, too, and not its sound alone.
    if (name.startsWith('clip.')) {
      expect(await player.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(64);
    }
    await player.evaluate((media: Player) => media.pause());
    await seek(player, 1.5);
    expect(await timeOf(player)).toBeCloseTo(1.5, 1);
    await seek(player, 0.5);
    expect(await timeOf(player)).toBeCloseTo(0.5, 1);
    // The players of a sound and of a film are the same for every format.
    if (!FREE.includes(name)) return;
    await expectAccessible(page);
    await expectFitsPhone(page);
  });

test('requests the far part of a large file only when seeking there', async ({ page, api }) => {
  const place = await createPlace(api);
  const bytes = longWave(24 * 1024 * 1024);
  const received = await uploadBytes(place.owner, place, [{ name: 'assembly.wav', bytes }], {
    kind: 'media',
  });
  const [item] = expectData(received, 201).items;
  if (!item) throw new Error('The file was refused');
  await signIn(page, place.owner);
  await page.goto(`/${place.hub.domain_handle}/${place.space.slug}/${item.id}`);
  const player = playerOf(page, 'assembly.wav');
  await expect.poll(() => durationOf(player)).toBeGreaterThan(2000);
  const far = page.waitForResponse(async (response) => {
    const start = /^bytes (\d+)-/.exec(response.headers()['content-range'] ?? '')?.[1];
    return response.status() === 206 && Number(start) > 16 * 1024 * 1024;
  });
  await seek(player, 2500);
  await far;
  expect(await timeOf(player)).toBeCloseTo(2500, 0);
});

test('shows that a format can’t be played, and offers the file', async ({ page, api }) => {
  const place = await createPlace(api);
  const { id } = await uploadFixture(place.owner, place, 'media/clip.wmv', { kind: 'media' });
  await signIn(page, place.owner);
  await page.goto(`/${place.hub.domain_handle}/${place.space.slug}/${id}`);
  await expectUnplayable(page, 'clip.wmv');
  await expectAccessible(page);
  await expectFitsPhone(page);
});

/** Silence of 8,000 samples a second, `size` bytes long. */
function longWave(size: number): Uint8Array<ArrayBuffer> {
  const out = Buffer.from(new ArrayBuffer(size));
  out.fill(128);
  out.write('RIFF');
  out.writeUInt32LE(size - 8, 4);
  out.write('WAVEfmt ', 8);
  out.writeUInt32LE(16, 16);
  out.writeUInt16LE(1, 20);
  out.writeUInt16LE(1, 22);
  out.writeUInt32LE(8000, 24);
  out.writeUInt32LE(8000, 28);
  out.writeUInt16LE(1, 32);
  out.writeUInt16LE(8, 34);
  out.write('data', 36);
  out.writeUInt32LE(size - 44, 40);
  return new Uint8Array(out.buffer);
}
