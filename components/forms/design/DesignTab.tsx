import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { SettingStateNote } from '#components/forms/settings/SettingStateNote.tsx';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { Columns, Section } from '#components/ui/Section.tsx';
import {
  CORNERS,
  type Corners,
  FONT_SIZES,
  type FontSize,
  type FormTheme,
  THEME_COLORS,
  themeColors,
} from '#lib/forms/theme.ts';
import { below, space } from '#styles/tokens.ts';
import { ColorSetting } from './ColorSetting.tsx';
import { ContrastCheck } from './ContrastCheck.tsx';
import { PictureSetting } from './PictureSetting.tsx';
import { PresetChoice } from './PresetChoice.tsx';
import { ThemePreview } from './ThemePreview.tsx';
import { useTheme } from './use-theme.ts';

const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: ${space(6)};
  align-items: start;
  max-width: 1280px;
  margin: 0 auto;

  ${below('lg')} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Controls = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
`;

const Beside = styled.div`
  position: sticky;
  top: 156px;

  ${below('lg')} {
    position: static;
  }
`;

const SIZES: readonly FontSize[] = ['small', 'medium', 'large'];
const ROUNDINGS: readonly Corners[] = ['square', 'soft', 'round'];
const isSize = (text: string): text is FontSize => Object.hasOwn(FONT_SIZES, text);
const isRounding = (text: string): text is Corners => Object.hasOwn(CORNERS, text);

/** The design of the form's page; each change takes effect immediately. */
export function DesignTab() {
  const { theme, change, changeLater, error, state } = useTheme();
  return (
    <Sides>
      <Controls>
        {error && <Notice tone="error">{error}</Notice>}
        <Section
          title={<FormattedMessage id="form_design.theme" />}
          text={<FormattedMessage id="form_design.theme_text" />}
        >
          <PresetChoice theme={theme} onChange={change} />
          <SettingStateNote state={state} />
        </Section>
        {theme && <ThemeSettings theme={theme} onChange={change} onPicture={changeLater} />}
      </Controls>
      <Beside>
        <ThemePreview theme={theme} />
      </Beside>
    </Sides>
  );
}

type ThemeSettingsProps = {
  theme: FormTheme;
  onChange: (theme: FormTheme) => void;
  onPicture: (edit: (theme: FormTheme) => FormTheme) => void;
};

function ThemeSettings({ theme, onChange, onPicture }: ThemeSettingsProps) {
  const intl = useIntl();
  const colors = themeColors(theme);
  return (
    <>
      <Section
        title={<FormattedMessage id="form_design.colors" />}
        text={<FormattedMessage id="form_design.colors_text" />}
      >
        <Columns>
          {THEME_COLORS.map((name) => (
            <ColorSetting
              key={name}
              label={intl.formatMessage({ id: `form_design.${name}` })}
              value={colors[name]}
              onChange={(color) => onChange({ ...theme, [name]: color })}
            />
          ))}
        </Columns>
        <ContrastCheck theme={theme} onChange={onChange} />
      </Section>
      <Section title={<FormattedMessage id="form_design.shape" />}>
        <SelectField
          label={<FormattedMessage id="form_design.font_size" />}
          required
          value={theme.font_size ?? 'medium'}
          onChange={({ target }) => isSize(target.value) && onChange({ ...theme, font_size: target.value })}
        >
          {SIZES.map((size) => (
            <option key={size} value={size}>
              {intl.formatMessage({ id: `form_design.font_${size}` })}
            </option>
          ))}
        </SelectField>
        <ChoiceGroup
          legend={<FormattedMessage id="form_design.radius" />}
          name="radius"
          value={theme.radius ?? 'soft'}
          options={ROUNDINGS.map((value) => ({
            value,
            label: <FormattedMessage id={`form_design.radius_${value}`} />,
          }))}
          onChange={(radius) => isRounding(radius) && onChange({ ...theme, radius })}
        />
      </Section>
      <Section
        title={<FormattedMessage id="form_design.pictures" />}
        text={<FormattedMessage id="form_design.pictures_text" />}
      >
        <PictureSetting part="cover" theme={theme} onChange={onPicture} />
        <PictureSetting part="logo" theme={theme} onChange={onPicture} />
      </Section>
    </>
  );
}
