import styled from 'styled-components';
import { Input } from '#components/common/control.ts';
import type { EditorProps } from './editor-props.ts';

const FileInput = styled(Input)`
  padding-block: 10px;
`;

/** Endings that the browser's own dialog offers. */
const endings = ({ rules = [] }: EditorProps['field']): string | undefined =>
  rules.flatMap((rule) => (rule.rule === 'extensions' ? rule.value.map((one) => `.${one}`) : [])).join(',') ||
  undefined;

/** A file, posted with the form by the browser itself. */
export function FileEditor({ field, control, disabled }: EditorProps) {
  return (
    <FileInput
      {...control}
      type="file"
      accept={endings(field)}
      multiple={field.multiple}
      disabled={disabled}
    />
  );
}
