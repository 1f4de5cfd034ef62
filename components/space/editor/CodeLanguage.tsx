import type { Editor } from '@tiptap/core';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { CODE_LANGUAGES } from '#lib/documents/code-languages.ts';
import { color, radius } from '#styles/tokens.ts';

const Choice = styled.select`
  flex: none;
  max-width: 150px;
  height: 32px;
  border: 1px solid ${color('fieldLine')};
  border-radius: ${radius('chip')};
  background: ${color('surface')};
  color: ${color('text')};
  font-size: 13px;
`;

type CodeLanguageProps = {
  editor: Editor /** The block's, which may be one that is not offered. */;
  language: string;
};

/** The language of the code block at the cursor, which its colours follow. */
export function CodeLanguage({ editor, language }: CodeLanguageProps) {
  const intl = useIntl();
  const isOffered = language === '' || CODE_LANGUAGES.some(([id]) => id === language);
  return (
    <Choice
      aria-label={intl.formatMessage({ id: 'editor.code_language' })}
      value={language}
      // The arrow keys are the list's own here.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') event.stopPropagation();
      }}
      onChange={({ target }) =>
        editor
          .chain()
          .focus()
          .updateAttributes('codeBlock', { language: target.value || null })
          .run()
      }
    >
      <option value="">{intl.formatMessage({ id: 'editor.code_plain' })}</option>
      {!isOffered && <option value={language}>{language}</option>}
      {CODE_LANGUAGES.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  );
}
