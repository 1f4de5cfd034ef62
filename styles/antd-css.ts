import { extractStyle } from '@ant-design/static-style-extract';
import { ConfigProvider, theme } from 'antd';
import { createElement } from 'react';
import { antdComponents, antdTheme, antdTokens } from '#styles/antd-theme.ts';
import { darkRules } from './theme-css.ts';

/** The antd components that the screens use: only their CSS is delivered. Add a component here before using it. */
const PARTS = ['Mentions', 'Select'];

/** All CSS of the components in one scheme. */
function extract(scheme: 0 | 1): string {
  const algorithm = scheme ? theme.darkAlgorithm : theme.defaultAlgorithm;
  return extractStyle({
    includes: PARTS,
    customTheme: (node) =>
      createElement(
        ConfigProvider,
        {
          theme: {
            ...antdTheme,
            zeroRuntime: false,
            algorithm,
            token: antdTokens(scheme),
            components: antdComponents(scheme),
          },
        },
        node,
      ),
  });
}

/** A rule that only sets antd's variables, in the form that the extraction writes. */
const VARIABLE_RULE = /((?:^|(?<=\}))\.hk-antd[^{},]*)\{([^{}]*)\}/g;
/** Variables of nested themes (antd's static dialogs), which the app does not use. */
const NESTED_RULE = /(?:^|(?<=\}))\.css-var-[^{}]*\{[^{}]*\}/g;
/** The extraction's own record of its contents. */
const CACHE_NOTE = /\.data-ant-cssinjs-cache-path\{[^}]*\}/;

function variableRules(css: string): Map<string, string[]> {
  const rules = new Map<string, string[]>();
  for (const [, selector = '', body = ''] of css.matchAll(VARIABLE_RULE)) {
    rules.set(selector, [...(rules.get(selector) ?? []), ...body.split(';').filter(Boolean)]);
  }
  return rules;
}

/** `public/theme/antd.css`: antd's rules once, and for the dark scheme only the variables that differ. */
export function antdCss(): string {
  const light = extract(0).replaceAll(NESTED_RULE, '').replace(CACHE_NOTE, '');
  const lightRules = variableRules(light);
  const dark: string[] = [];
  for (const [selector, declarations] of variableRules(extract(1))) {
    const same = new Set(lightRules.get(selector));
    const different = declarations.filter((declaration) => !same.has(declaration));
    if (!different.length) continue;
    dark.push(
      darkRules(
        (root) => `${root} ${selector}`,
        different.map((line) => `${line};`),
      ),
    );
  }
  return ['/* Made by scripts/build-theme.ts */', light, ...dark, ''].join('\n');
}
