import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { choiceCardStyle } from '#components/ui/choice-card-style.ts';
import { type FormTheme, isDarkTheme, THEME_PRESETS, themeColors } from '#lib/forms/theme.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Presets = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(128px, 1fr));
  gap: ${space(3)};

  > legend {
    margin-bottom: 6px;
    font-size: 13px;
    font-weight: 500;
  }
`;

const Preset = styled.label`
  ${choiceCardStyle}
  gap: ${space(2)};
  padding: ${space(2)};

  > span:last-child {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    font-size: 13px;
    font-weight: 500;
  }
`;

const Picture = styled.span`
  display: grid;
  align-content: center;
  gap: 5px;
  height: 64px;
  padding: 0 22%;
  border: 1px solid ${color('line')};
  border-radius: ${radius('chip')};

  > span {
    display: block;
    height: 8px;
    border-radius: 3px;
  }
`;

type PresetChoiceProps = { theme: FormTheme | null; onChange: (theme: FormTheme | null) => void };

/** Preset themes, light and dark, or none. Choices other than colours are preserved. */
export function PresetChoice({ theme, onChange }: PresetChoiceProps) {
  const choose = (preset: FormTheme['preset']) => {
    const { accent: _, background: __, surface: ___, text: ____, ...rest } = theme ?? { preset };
    onChange({ ...rest, preset });
  };
  return (
    <Presets>
      <legend>
        <FormattedMessage id="form_design.preset" />
      </legend>
      <Preset>
        <Picture aria-hidden style={{ background: 'linear-gradient(100deg, #fafafc 50%, #121020 50%)' }} />
        <span>
          <input type="radio" name="preset" checked={theme === null} onChange={() => onChange(null)} />
          <FormattedMessage id="form_design.preset_none" />
        </span>
      </Preset>
      {THEME_PRESETS.map((preset) => {
        const { accent, background, surface, text } = themeColors({ preset });
        return (
          <Preset key={preset}>
            <Picture aria-hidden style={{ background }}>
              <span style={{ background: text, width: '70%' }} />
              <span style={{ background: surface, border: `1px solid ${text}33`, height: 12 }} />
              <span style={{ background: accent, width: '45%' }} />
            </Picture>
            <span>
              <input
                type="radio"
                name="preset"
                checked={theme?.preset === preset}
                onChange={() => choose(preset)}
              />
              <span>
                <FormattedMessage id={`form_design.preset_${preset}`} />
                {isDarkTheme({ preset }) && (
                  <>
                    {' · '}
                    <FormattedMessage id="form_design.dark" />
                  </>
                )}
              </span>
            </span>
          </Preset>
        );
      })}
    </Presets>
  );
}
