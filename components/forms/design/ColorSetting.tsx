import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Input } from '#components/ui/control.ts';
import { type Hex, readHex } from '#lib/forms/color.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Box = styled.div`
  > label {
    display: block;
    margin-bottom: 6px;
    font-size: 13px;
    font-weight: 500;
  }

  > p {
    margin-top: 6px;
    color: ${color('error')};
    font-size: 13px;
  }
`;

const Line = styled.div`
  display: flex;
  gap: ${space(2)};

  > input[type='color'] {
    flex: none;
    width: 44px;
    height: 44px;
    padding: 3px;
    border: 1px solid ${color('fieldLine')};
    border-radius: ${radius('control')};
    background: ${color('surface')};
  }
`;

type ColorSettingProps = { label: string; value: Hex; onChange: (color: Hex) => void };

/** A colour: picked, or typed as `#rrggbb`. */
export function ColorSetting({ label, value, onChange }: ColorSettingProps) {
  const intl = useIntl();
  const id = useId();
  const [typed, setTyped] = useState<string>(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (readHex(typed) !== value) setTyped(value);
  }
  const isWrong = readHex(typed) === null;
  return (
    <Box>
      <label htmlFor={id}>{label}</label>
      <Line>
        <input
          type="color"
          value={value}
          aria-label={intl.formatMessage({ id: 'form_design.pick' }, { label })}
          onChange={({ target }) => {
            const picked = readHex(target.value);
            if (!picked) return;
            setTyped(picked);
            onChange(picked);
          }}
        />
        <Input
          id={id}
          value={typed}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          maxLength={20}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            const read = readHex(target.value);
            if (read) onChange(read);
          }}
          onBlur={() => isWrong && setTyped(value)}
        />
      </Line>
      {isWrong && (
        <p id={`${id}-error`}>
          <FormattedMessage id="form_design.no_color" />
        </p>
      )}
    </Box>
  );
}
