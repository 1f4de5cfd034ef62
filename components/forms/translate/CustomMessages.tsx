import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { customMessageKey } from '#lib/forms/custom-messages.ts';
import { RECEIPT_SOURCE } from '#lib/forms/receipt-messages.ts';
import { FILL_LOCALES } from '#locales/fill/index.ts';
import { FILL_SOURCE } from '#locales/fill/source.ts';
import { color, space } from '#styles/tokens.ts';
import { TranslationTable } from './TranslationTable.tsx';

const Intro = styled.p`
  color: ${color('quiet')};
`;

const Own = styled.details`
  margin-top: ${space(6)};

  > summary {
    margin-bottom: ${space(3)};
    font-weight: 600;
    cursor: pointer;
  }
`;

/** The page's own messages, each with the placeholders of the English one. */
const OWN_TEXTS = Object.entries({ ...FILL_SOURCE, ...RECEIPT_SOURCE }).map(([id, text]) => ({
  key: customMessageKey(id),
  text,
}));

/** The form page's built-in messages: buttons, hints, problems. They exist in eight languages. */
export function CustomMessages({ tag, language }: { tag: string; language: string }) {
  const isKnown = Object.hasOwn(FILL_LOCALES, tag.toLowerCase().split('-')[0] ?? '');
  return (
    <Own>
      <summary>
        <FormattedMessage id="form_translate.own" />
      </summary>
      <Intro>
        <FormattedMessage
          id={isKnown ? 'form_translate.own_known' : 'form_translate.own_unknown'}
          values={{ language }}
        />
      </Intro>
      <TranslationTable tag={tag} texts={OWN_TEXTS} isOptional={isKnown} />
    </Own>
  );
}
