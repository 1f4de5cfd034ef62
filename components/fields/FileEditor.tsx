'use no memo';

import dynamic from 'next/dynamic';
import { useContext } from 'react';
import { Input } from '#components/ui/control.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { EditorProps } from './editor-props.ts';
import styles from './FileEditor.module.css';
import { FileUploaderContext } from './file-uploader.ts';
import { loadUploadedFiles } from './lazy-code.ts';

const SentFiles = dynamic(() => loadUploadedFiles().then((loaded) => loaded.UploadedFiles), { ssr: false });

/** File extensions for the browser's file dialog. */
const acceptOf = ({ rules = [] }: FieldDefinition): string | undefined =>
  rules.flatMap((rule) => (rule.rule === 'extensions' ? rule.value.map((one) => `.${one}`) : [])).join(',') ||
  undefined;

/** A file field: uploads immediately if there is an uploader, otherwise the browser posts the file with the form. */
export function FileEditor(props: EditorProps) {
  const uploader = useContext(FileUploaderContext);
  const isHydrated = useIsHydrated();
  const { field, control, disabled } = props;
  if (uploader && isHydrated) return <SentFiles {...props} uploader={uploader} accept={acceptOf(field)} />;
  return (
    <Input
      className={styles.file}
      {...control}
      type="file"
      accept={acceptOf(field)}
      multiple={field.multiple}
      disabled={disabled}
    />
  );
}
