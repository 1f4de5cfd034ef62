import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useNonce } from '#context/nonce.ts';
import { ANTD_CSS_ADDRESS } from '#styles/antd-address.ts';
import { antdTheme } from '#styles/antd-theme.ts';

/** antd with the app's theme, around a single antd control; loads antd's CSS only where it is used. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <ConfigProvider theme={antdTheme} {...(nonce ? { csp: { nonce } } : {})}>
      {/* React moves it into the head, and waits for it before it shows the children. */}
      <link rel="stylesheet" href={ANTD_CSS_ADDRESS} precedence="antd" />
      {children}
    </ConfigProvider>
  );
}
