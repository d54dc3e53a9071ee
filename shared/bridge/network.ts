import { z } from 'zod';
import {
  defaultNetworkSettings,
  type NetworkSettings,
  normalizedProxyAddress,
  proxyAddressProblem,
  proxyBypassProblem,
  proxyModes,
} from './proxy-settings.ts';

/** In the mode `manual` the proxy's address must be valid. In the other modes it must be valid or empty. */
export const networkSettingsSchema: z.ZodType<NetworkSettings> = z
  .object({
    proxy: z.enum(proxyModes).default(defaultNetworkSettings.proxy),
    address: z.string().max(1000).transform(normalizedProxyAddress).default(defaultNetworkSettings.address),
    bypass: z.string().max(10_000).default(defaultNetworkSettings.bypass),
  })
  .superRefine(({ proxy, address, bypass }, context) => {
    const addressFault = proxy === 'manual' || address !== '' ? proxyAddressProblem(address) : null;
    if (addressFault) context.addIssue({ code: 'custom', path: ['address'], message: addressFault });
    const bypassFault = proxyBypassProblem(bypass);
    if (bypassFault) context.addIssue({ code: 'custom', path: ['bypass'], message: bypassFault });
  });

export interface ProxyLoginRequest {
  /** Host and port of the proxy. */
  readonly proxy: string;
  /** Whether the proxy refused the last credentials. */
  readonly isRetry: boolean;
  /** The name that the person entered last, or an empty text. */
  readonly username: string;
  /** True if the system has a keychain. Without a keychain the app cannot store the password. */
  readonly canRemember: boolean;
  /** Whether credentials for this proxy are stored, with the password encrypted by the keychain. */
  readonly isRemembered: boolean;
}

export const proxyCredentialsSchema = z.object({
  username: z.string().min(1).max(1000),
  password: z.string().max(1000),
  /** Whether to store name and password in the settings file, the password encrypted by the system's keychain. */
  remember: z.boolean(),
});

/** The result of a connection test that reached the address. */
export interface ConnectionTestResult {
  readonly host: string;
  /** Host and port of the proxy that was used; null for a direct connection. */
  readonly proxy: string | null;
}
