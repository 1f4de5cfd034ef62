import type { Generated } from 'kysely';

export type FormEditorTables = {
  form_editor: {
    form_id: string;
    user_id: string;
    seen_at: Generated<Date>;
  };
};
