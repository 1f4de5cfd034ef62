import type { FormPageData } from '#components/forms/builder/page/form-page.ts';
import { ReadOnlyForm } from '#components/forms/builder/page/ReadOnlyForm.tsx';
import { EditorScreen } from './EditorScreen.tsx';

/** A form's page: the builder for users who may change it, its description and submissions for others. */
export function FormScreen(data: FormPageData) {
  const { allowed, trashed_at } = data.form;
  const isChanged = allowed.includes('form.change') && trashed_at === null;
  return isChanged ? <EditorScreen {...data} /> : <ReadOnlyForm {...data} />;
}
