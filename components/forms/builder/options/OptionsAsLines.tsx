import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { TextAreaField } from '#components/ui/Field.tsx';
import { OPTIONS_MAX, type Option } from '#lib/fields/definition.ts';
import { OptionsFooter } from './options-footer.ts';
import { optionsToText } from './options-text.ts';

type OptionsAsLinesProps = {
  options: readonly Option[];
  onUse: (lines: string) => void;
  onCancel: () => void;
};

/** All options as lines of one text. */
export function OptionsAsLines({ options, onUse, onCancel }: OptionsAsLinesProps) {
  const [lines, setLines] = useState(() => optionsToText(options));
  return (
    <>
      <TextAreaField
        required
        dir="auto"
        rows={10}
        label={<FormattedMessage id="builder.lines" />}
        help={<FormattedMessage id="builder.lines_help" values={{ max: OPTIONS_MAX }} />}
        value={lines}
        onChange={({ target }) => setLines(target.value)}
      />
      <OptionsFooter>
        <Button size="small" variant="primary" disabled={lines.trim() === ''} onClick={() => onUse(lines)}>
          <FormattedMessage id="builder.use_lines" />
        </Button>
        <Button size="small" onClick={onCancel}>
          <FormattedMessage id="action.cancel" />
        </Button>
      </OptionsFooter>
    </>
  );
}
