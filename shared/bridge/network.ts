/** The network as it crosses the bridge: its settings, the question of a proxy, and the test of a connection. */
import { z } from 'zod';
import {
  defaultNetworkSettings,
  type NetworkSettings,
  proxyAddress,
  proxyAddressFault,
  proxyBypassFault,
  proxyModes,
} from './proxy-settings.ts';

/** Shared by the settings file and by the command that changes it. An address is checked if there is one. */
export const networkSettings: z.ZodType<NetworkSettings> = z
  .object({
    proxy: z.enum(proxyModes).default(defaultNetworkSettings.proxy),
    address: z.string().max(1000).transform(proxyAddress).default(defaultNetworkSettings.address),
    bypass: z.string().max(10_000).default(defaultNetworkSettings.bypass),
  })
  .superRefine(({ proxy, address, bypass }, context) => {
    const addressFault = proxy === 'manual' || address !== '' ? proxyAddressFault(address) : null;
    if (addressFault) context.addIssue({ code: 'custom', path: ['address'], message: addressFault });
    const bypassFault = proxyBypassFault(bypass);
    if (bypassFault) context.addIssue({ code: 'custom', path: ['bypass'], message: bypassFault });
  });

/** A proxy of the network asks for a name and a password. */
export interface ProxyQuestion {
  /** Host and port. */
  readonly proxy: string;
  /** The proxy refused the last credentials. */
  readonly isRetry: boolean;
  /** The name that was last given; empty at first. */
  readonly username: string;
  /** The system has a keychain, which can store the answer. */
  readonly canRemember: boolean;
  /** The last answer is stored, or was to be stored. */
  readonly isRemembered: boolean;
}

export const proxyCredentials = z.object({
  username: z.string().min(1).max(1000),
  password: z.string().max(1000),
  /** Store them in the keychain. */
  remember: z.boolean(),
});

/** An address was reached. */
export interface ConnectionReached {
  readonly host: string;
  /** Host and port of the proxy that was used; null for a direct connection. */
  readonly proxy: string | null;
}
