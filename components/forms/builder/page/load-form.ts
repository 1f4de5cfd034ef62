import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import { NO_HUB_FORMATS } from './form-formats.ts';
import { type FormPageData, formPath } from './form-page.ts';

export type LoadedForm =
  | { type: 'form'; data: FormPageData }
  /** It is in another space than the address says. */
  | { type: 'moved'; path: string }
  | { type: 'missing' };

/** The initial data of a form's page, as far as the user may see it. @throws when the API failed */
export async function loadForm({ context, api }: PageVisit): Promise<LoadedForm> {
  const { params } = context;
  const handle = String(params?.handle);
  const form = dataOrNull(await api(`forms/${encodeURIComponent(String(params?.id))}/`));
  if (!form) return { type: 'missing' };
  const path = formPath(handle, form);
  if (form.space_slug !== '' && params?.space !== form.space_slug) {
    // The query of a link to a submission is preserved in the redirect.
    const [, queryString = ''] = context.resolvedUrl.split('?');
    return { type: 'moved', path: queryString === '' ? path : `${path}?${queryString}` };
  }
  const [space, hub] = await Promise.all([
    form.space_slug === '' ? null : api(`spaces/${encodeURIComponent(form.space_slug)}/`),
    form.allowed.includes('form.change') ? api(`hubs/${encodeURIComponent(handle)}/`) : null,
  ]);
  const crumbs = space?.ok ? [{ href: `/${handle}/${form.space_slug}`, label: space.data.name }] : [];
  const { locale, time_zone, country } = hub?.ok ? hub.data : NO_HUB_FORMATS;
  return { type: 'form', data: { form, path, crumbs, hub: { locale, time_zone, country } } };
}
