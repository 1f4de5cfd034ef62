import type { Page } from '@playwright/test';
import fields from '#locales/en-US.fields.ts';
import fill from '#locales/en-US.fill.ts';
import { FILL_LOCALES } from '#locales/fill/index.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  goOffline,
  openPage,
  test,
} from '#tests/harness/browser.ts';
import type { Client } from '#tests/harness/client.ts';
import { changeForm, createFormPlace, createOpenForm, type FormInput, field } from '#tests/harness/forms.ts';
import { expectRefusal } from '#tests/harness/responses.ts';

/** Two pages, with a bit of everything that has words of its own. */
const REGATTA: FormInput = {
  title: 'Anmeldung zur Regatta',
  description: 'Für Vereine und Gäste.',
  fields: [
    field('name', 'Ihr Name', 'text'),
    field('mail', 'E-Mail', 'email'),
    field('nights', 'Nächte', 'number', { rules: [{ rule: 'max', value: 1000.5 }] }),
    field('day', 'Anreise', 'date', { rules: [{ rule: 'min', value: '2026-05-01' }] }),
    field('boat', 'Boot', 'select', { options: [{ id: 'eight', label: 'Achter' }] }),
    field('crew', 'Person', 'form', {
      multiple: true,
      rules: [{ rule: 'max_count', value: 3 }],
      fields: [field('who', 'Name der Person', 'text')],
    }),
    field('paper', 'Nachweis', 'file', { required: false }),
    field('notes', 'Bemerkung', 'textarea', { required: false }),
  ],
  layout: {
    pages: [
      {
        id: 'you',
        title: 'Zu Ihnen',
        blocks: ['name', 'mail', 'nights', 'day', 'boat'].map(createFormPlace),
      },
      { id: 'crew', title: 'Mannschaft', blocks: ['crew', 'paper', 'notes'].map(createFormPlace) },
    ],
  },
};
const GERMAN = { language: 'de', editable: true } as const;

async function opened(api: Client, settings: FormInput['settings'] = {}, input = REGATTA) {
  const at = await createPlace(api);
  const form = await createOpenForm(at.owner, at, { ...input, settings: { ...GERMAN, ...settings } });
  return { owner: at.owner, form, path: `/f/${form.slug}` };
}

const { de } = FILL_LOCALES;
const ENGLISH = Object.entries<string>({ ...fill, ...fields })
  .filter(([id, text]) => !text.includes('{') && text.length > 3 && text !== de?.[id as keyof typeof de])
  .map(([, text]) => text);

/** Nothing that the page says by itself, to be read or announced, is English. */
async function expectNoEnglish(page: Page): Promise<void> {
  const shownTexts = await page.evaluate(() => {
    const all = [...document.body.querySelectorAll('*')];
    const names = all.flatMap((one) =>
      ['aria-label', 'placeholder', 'alt'].map((name) => one.getAttribute(name)),
    );
    return [document.body.innerText, ...names].filter((text) => text !== null).join('\n');
  });
  const texts = new Set(shownTexts.split('\n').map((line) => line.trim()));
  expect(ENGLISH.filter((text) => texts.has(text))).toEqual([]);
  expect(shownTexts).not.toMatch(/\b(Please|cannot|must be|answers?|Page \d)\b/);
}

const send = (page: Page) => page.getByRole('button', { name: 'Absenden' });

async function fillFirstPage(page: Page): Promise<void> {
  await page.getByLabel('Ihr Name').fill('Ada');
  await page.getByLabel('E-Mail').fill('ada@example.org');
  await page.getByLabel('Nächte').fill('3');
  await page.getByLabel('Anreise').fill('2026-06-01');
  await page.getByRole('radio', { name: 'Achter' }).check();
}

test.describe('in German', () => {
  test.use({
    locale: 'de-AT',
    recordsRequests: true,
    expectedProblems: [/ERR_FAILED|when fetching the script/],
  });

  test('shows a form and its errors in its own language only', async ({ page, api, context }) => {
    const { path } = await opened(api);
    await openPage(page, path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByText('Seite 1 von 2')).toBeVisible();
    await expectNoEnglish(page);

    await page.getByRole('button', { name: 'Weiter' }).click();
    const summary = page.locator('main').getByRole('alert');
    await expect(summary).toContainText('Bitte prüfen Sie 5 Antworten');
    await expect(summary.getByRole('link', { name: 'Bitte geben Sie „Ihr Name“ an' })).toBeVisible();
    await page.getByLabel('E-Mail').fill('ada');
    await page.getByLabel('Nächte').fill('2000');
    await page.getByLabel('Anreise').fill('2026-04-30');
    for (const text of [
      '„E-Mail“ ist keine gültige E-Mail-Adresse',
      '„Nächte“ darf nicht größer als 1.000,5 sein',
      '„Anreise“ darf nicht vor 01.05.2026 liegen',
    ])
      await expect(page.locator('[data-field]').getByText(text)).toBeVisible();
    await expectNoEnglish(page);
    await expectAccessible(page);
    await expectFitsPhone(page);

    await fillFirstPage(page);
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('button', { name: 'Person 1 entfernen' }).click();
    await page.getByRole('button', { name: 'Hinzufügen: Person', exact: true }).click();
    await expect(page.getByText('höchstens 3')).toBeVisible();
    await page.getByRole('button', { name: 'Weiteren Eintrag hinzufügen: Person' }).click();
    await page.getByRole('button', { name: 'Person 2 entfernen' }).click();
    await send(page).click();
    await expect(summary).toContainText('Bitte prüfen Sie eine Antwort');
    await expect(summary).toContainText('Person 1: Bitte geben Sie „Name der Person“ an');
    await page.getByLabel('Name der Person').fill('Bo');
    await page.getByLabel('Nachweis').setInputFiles({
      name: 'leer.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(''),
    });
    await expect(page.getByText('Die Datei ist leer.').first()).toBeVisible();
    await page.getByRole('button', { name: 'leer.txt entfernen' }).click();
    await expect(page.getByText('Auf diesem Gerät gespeichert')).toBeVisible();
    await expectNoEnglish(page);
    await expectFitsPhone(page);

    await goOffline(page);
    await expect(page.getByText('Im Moment kein Netz.')).toBeVisible();
    await send(page).click();
    await expect(page.getByRole('heading', { name: 'Warten auf das Netz' })).toBeFocused();
    await expectNoEnglish(page);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Vielen Dank' })).toBeFocused();
    await expectNoEnglish(page);
    await expectAccessible(page);
  });

  test('shows a closed form’s message with its dates', async ({ page, api }) => {
    const { owner, form, path } = await opened(api, { closes_at: '2020-01-01T00:00:00Z' });
    const heading = page.getByRole('heading', { level: 1 });
    await openPage(page, path);
    await expect(heading).toHaveText('Dieses Formular ist geschlossen');
    await expect(
      page.getByText(/^Es hat Antworten bis zum (1\. Januar 2020|31\. Dezember 2019)/),
    ).toBeVisible();
    await expectNoEnglish(page);
    await changeForm(owner, form, {
      settings: { closes_at: null, opens_at: '2090-03-02T12:00:00Z' },
    });
    await openPage(page, path);
    await expect(heading).toHaveText('Dieses Formular ist noch nicht geöffnet');
    await expect(page.getByText(/^Es öffnet am [123]\. März 2090/)).toBeVisible();
  });
});

test.describe('in German without a script', () => {
  test.use({ locale: 'de', javaScriptEnabled: false });

  test('shows errors and the confirmation in the form’s language, and in English over the API', async ({
    page,
    api,
  }) => {
    const { form, path } = await opened(api);
    await page.goto(path);
    await fillFirstPage(page);
    await page.getByLabel('Nächte').fill('2000');
    await page.getByLabel('Anreise').fill('2026-04-30');
    await page.getByLabel('Nachweis').setInputFiles({
      name: 'leer.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(''),
    });
    await send(page).click();
    const summary = page.locator('main').getByRole('alert');
    // A file that is refused is announced before anything else is looked at.
    await expect(summary).toContainText('Bitte prüfen Sie eine Antwort');
    await page.getByLabel('Name der Person').first().fill('Bo');
    await send(page).click();
    await expect(summary).toContainText('Bitte prüfen Sie 2 Antworten');
    await expect(summary).toContainText('„Nächte“ darf nicht größer als 1.000,5 sein');
    await expect(summary).toContainText('„Anreise“ darf nicht vor 01.05.2026 liegen');
    await page.getByLabel('Nächte').fill('3');
    await page.getByLabel('Anreise').fill('2026-06-01');
    await send(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
    await expect(page.getByText('Mit diesem Link können Sie Ihre Antwort später ändern.')).toBeVisible();

    const values = { name: 'Ada', nights: 2000, day: '2026-04-30', boat: 'eight', crew: [{ who: 'Bo' }] };
    const response = await api.post(`public/forms/${form.slug}/submissions/`, {
      version: 1,
      values,
      meta: { language: 'de' },
    });
    expectRefusal(response, 422);
    expect(response.body.fields).toEqual({
      mail: ['Please enter E-Mail'],
      nights: ['Nächte cannot be greater than 1000.5'],
      day: ['Anreise cannot be before 2026-05-01'],
    });
  });
});

/** A form in English that is also said in other languages. */
const TRANSLATED: FormInput = {
  title: 'Regatta',
  fields: [field('name', 'Your name', 'text')],
  translations: {
    de: { title: 'Die Regatta', 'fields.f_name.label': 'Ihr Name' },
    ar: { title: 'سباق القوارب', 'fields.f_name.label': 'الاسم' },
  },
};

test('reopens a submission in the language it was submitted in', async ({ page, api }) => {
  const { path } = await opened(api, { language: 'en' }, TRANSLATED);
  await openPage(page, `${path}?lang=de`);
  await page.getByLabel('Ihr Name').fill('Ada');
  await send(page).click();
  const again = page.getByRole('link', { name: 'Noch einmal antworten' });
  await expect(again).toHaveAttribute('href', `${path}?lang=de`);
  const link = await page.locator('a[href*="#edit="]').getAttribute('href');
  await page.goto('about:blank');
  await openPage(page, link ?? '');
  await expect(page.getByText('Sie ändern eine Antwort, die Sie früher gesendet haben.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByLabel('Ihr Name').fill('');
  await page.getByRole('button', { name: 'Änderung speichern' }).click();
  await expect(page.locator('main').getByRole('alert')).toContainText('Bitte geben Sie „Ihr Name“ an');
  await page.getByLabel('Ihr Name').fill('Bo');
  await page.getByRole('button', { name: 'Änderung speichern' }).click();
  await expect(page.getByText('Ihre Antwort ist geändert.')).toBeVisible();
});

test('shows English buttons for a language without translations', async ({ page, api }) => {
  const { path } = await opened(api, { language: 'en' }, TRANSLATED);
  await openPage(page, `${path}?lang=ar`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('main').getByRole('alert')).toContainText('Please enter الاسم');
});

test('shows the author’s messages on a Japanese form, and English where there are none', async ({
  page,
  api,
}) => {
  const { path } = await opened(
    api,
    { language: 'en' },
    {
      title: 'Booking',
      fields: [field('name', 'Name', 'text'), field('nights', 'Nights', 'number')],
      translations: {
        ja: {
          title: '合宿の予約',
          'fields.f_name.label': 'お名前',
          'fields.f_nights.label': '泊数',
          'own.fill.send': '送信する',
          'own.fill.required_hint': '* の付いた質問は必須です。',
          'own.check.required': '{label}を入力してください',
          'own.fields.summary': '{count, plural, other {# 件の回答}}を確認してください',
          'own.fill.sent_title': 'ありがとうございました',
        },
      },
    },
  );
  await openPage(page, `${path}?lang=ja`);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'ja');
  await expect(html).not.toHaveAttribute('dir', 'rtl');
  await expect(page).toHaveTitle(/合宿の予約/);
  await expect(page.getByText('* の付いた質問は必須です。')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue on another device' })).toBeVisible();
  await page.getByRole('button', { name: '送信する' }).click();
  const summary = page.locator('main').getByRole('alert');
  await expect(summary).toContainText('2 件の回答を確認してください');
  await expect(summary.getByRole('link', { name: 'お名前を入力してください' })).toBeVisible();
  await page.getByLabel('お名前').fill('山田 花子');
  // Digits as a Japanese keyboard writes them.
  await page.getByLabel('泊数').fill('１２');
  await expectAccessible(page);
  await page.getByRole('button', { name: '送信する' }).click();
  await expect(page.getByRole('heading', { name: 'ありがとうございました' })).toBeVisible();
});

test('shows an Arabic form from right to left with the author’s messages', async ({ page, api }) => {
  const texts = {
    title: 'الحجز',
    'fields.f_name.label': 'الاسم',
    'own.fill.next': 'التالي',
    'own.fill.send': 'إرسال',
    'own.fill.required_hint': 'الأسئلة المعلّمة بـ * مطلوبة.',
    'own.check.required': 'يرجى إدخال {label}',
    'own.fields.summary': '{count, plural, one {إجابة واحدة} other {# إجابات}} تحتاج إلى مراجعة',
  };
  const { path } = await opened(
    api,
    { language: 'en' },
    {
      title: 'Booking',
      fields: [
        { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
        {
          ...{
            id: 'f_pick',
            name: 'pick',
            label: 'اختيار',
            type: 'select',
            required: false,
            allow_other: true,
          },
          options: [
            { id: 'a', label: 'الأول' },
            { id: 'b', label: 'الثاني' },
          ],
        },
      ],
      translations: { ar: texts },
    },
  );
  await openPage(page, `${path}?lang=ar`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.getByRole('button', { name: 'إرسال' }).click();
  const summary = page.locator('main').getByRole('alert');
  await expect(summary).toContainText('إجابة واحدة تحتاج إلى مراجعة');
  await expect(summary.getByRole('link', { name: 'يرجى إدخال الاسم' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue on another device' })).toBeVisible();
  const first = page.getByRole('radio', { name: 'الأول' });
  const middle = (page.viewportSize()?.width ?? 0) / 2;
  expect((await first.boundingBox())?.x).toBeGreaterThan(middle);
  await first.check();
  await expectAccessible(page);
  await expectFitsPhone(page);
});
