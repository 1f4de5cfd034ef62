import { Select } from 'antd';
import { ChevronDown } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { AntdProvider } from '#components/ui/AntdProvider.tsx';
import type { ControlProps } from '#components/ui/Field.tsx';
import { MAIN_ID } from '#components/ui/SkipLink.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { BasicSettings } from '#lib/contract/core.ts';
import { color, space } from '#styles/tokens.ts';

const Title = styled.span`
  display: flex;
  justify-content: space-between;
  gap: ${space(4)};
  font-weight: 400;

  > small {
    overflow: hidden;
    color: ${color('quiet')};
    font-size: 13px;
    text-overflow: ellipsis;
  }
`;

export type RoleSelectProps = ControlProps & {
  roles: BasicSettings['profile_roles'];
  placeholder: string;
  value: string;
  onChoose: (code: string) => void;
};

/** Job titles with their departments, searchable by either. Heavy: load it on demand. */
export function ProfileRoleSelect({
  id,
  roles,
  placeholder,
  value,
  onChoose,
  'aria-describedby': describedBy,
  ...control
}: RoleSelectProps) {
  const chosenId = `${id}-chosen`;
  const chosen = roles.find((role) => role.code === value)?.name;
  return (
    <AntdProvider>
      <Select
        {...control}
        id={id}
        // The field contains the search text, so that the selected title needs a description of its own.
        aria-describedby={[chosenId, describedBy].filter(Boolean).join(' ')}
        size="large"
        // The default style dims it while the list is open, which is hard to read.
        styles={{ root: { width: '100%' }, content: { opacity: 1 } }}
        {...(control['aria-invalid'] ? { status: 'error' } : {})}
        placeholder={placeholder}
        value={value || null}
        onChange={(code) => onChoose(code ?? '')}
        getPopupContainer={(field) => document.getElementById(MAIN_ID) ?? field}
        showSearch={{ optionFilterProp: ['label', 'department'] }}
        // Without antd's groups: screen readers would read their headings as options.
        options={roles.map(({ code, name, department }) => ({ value: code, label: name, department }))}
        optionRender={({ data }) => (
          <Title>
            {data.label} <small>{data.department}</small>
          </Title>
        )}
        notFoundContent={
          // aria-activedescendant refers to this id when nothing matches, and a list box requires an option.
          <div role="option" id={`${id}_list_-1`} aria-selected={false} aria-disabled tabIndex={-1}>
            <FormattedMessage id="profile_role.none" />
          </div>
        }
        suffixIcon={<ChevronDown aria-hidden size={16} strokeWidth={1.75} />}
      />
      <VisuallyHidden id={chosenId}>{chosen ?? placeholder}</VisuallyHidden>
    </AntdProvider>
  );
}
