import { type ReactElement, useState } from 'react';
import type { NetworkSettings } from '../../../shared/bridge/index.ts';
import {
  normalizedProxyAddress,
  proxyAddressProblem,
  proxyBypassProblem,
  type proxyModes,
} from '../../../shared/bridge/proxy-settings.ts';
import { changeSettings, useSettings } from '../../data/app-state.ts';
import { ConnectionTest } from './ConnectionTest.tsx';
import { AutoSaveField } from './parts/AutoSaveField.tsx';
import { ChoiceRow, SettingsGroup } from './parts/rows.tsx';

const change = (network: NetworkSettings) => void changeSettings({ network });

const labels: Readonly<Record<(typeof proxyModes)[number], string>> = {
  system: 'Use the system’s proxy',
  none: 'No proxy',
  manual: 'Manual',
};

export function NetworkSection(): ReactElement {
  const { network } = useSettings();
  // Settings with `manual` but without an address are not valid and cannot be stored, so the choice stays here until
  // there is an address.
  const [isManual, setIsManual] = useState(network.proxy === 'manual');
  const meanwhile = network.proxy === 'none' ? 'no proxy is used' : 'the system’s proxy is used';
  return (
    <>
      <SettingsGroup
        title="Network"
        about="On this computer, for all workspaces and for updates. Changes apply at once. The system’s certificates are always checked."
      >
        <ChoiceRow
          label="Proxy"
          about={isManual && network.proxy !== 'manual' ? `Until there is an address, ${meanwhile}.` : undefined}
          value={isManual ? 'manual' : network.proxy}
          choices={labels}
          onChange={(proxy) => {
            setIsManual(proxy === 'manual');
            if (proxy !== 'manual' || network.address !== '') change({ ...network, proxy });
          }}
        />
        {isManual ? (
          <>
            <AutoSaveField
              label="Address of the proxy"
              about="With its port. Begins with http://, https:// or socks5://."
              placeholder="http://proxy.example:3128"
              wide
              value={network.address}
              check={proxyAddressProblem}
              onSave={(address) => change({ ...network, proxy: 'manual', address: normalizedProxyAddress(address) })}
            />
            <AutoSaveField
              label="Addresses without the proxy"
              about="Separated by commas, such as *.example.com, 10.0.0.0/8, <local>. This computer is always reached directly."
              wide
              value={network.bypass}
              check={proxyBypassProblem}
              onSave={(bypass) => change({ ...network, bypass })}
            />
          </>
        ) : null}
      </SettingsGroup>
      <ConnectionTest />
    </>
  );
}
