import { EditorScreen } from './EditorScreen.tsx';
import { FormForReaders } from './FormForReaders.tsx';
import type { FormPageData } from './form-page.ts';

/** A form's page: the builder for who may change it, what it is and its answers for others. */
export function FormScreen(data: FormPageData) {
  const { allowed, trashed_at } = data.form;
  const isChanged = allowed.includes('form.change') && trashed_at === null;
  return isChanged ? <EditorScreen {...data} /> : <FormForReaders {...data} />;
}
