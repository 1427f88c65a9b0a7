/** `unknown`: the User-Agent header is missing, or names a system that cannot install an eSIM. */
export type Device = 'ios' | 'android' | 'computer' | 'unknown'

/**
 * The order matters, because phones also name desktop systems (`like Mac OS X`, `Linux; Android`).
 */
const devices = [
  ['ios', /iPhone|iPad|iPod/],
  ['android', /Android/],
  ['computer', /Windows|Macintosh|CrOS|X11|Linux/],
] as const satisfies readonly (readonly [Device, RegExp])[]

/** Returns the visitor's device from the User-Agent header. An iPad may identify as a Macintosh. */
export function deviceOf(userAgent: string): Device {
  return devices.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'unknown'
}

/**
 * Whether a link can install an eSIM, according to the User-Agent header. iOS has such links since
 * 17.4.
 */
export function opensInstallLinks(userAgent: string): boolean {
  const [, version, update] = / OS (\d+)_(\d+)/.exec(userAgent) ?? []
  const isOnIOS = deviceOf(userAgent) === 'ios' && version !== undefined
  return !isOnIOS || Number(version) + Number(update) / 100 >= 17.04
}

export function isPhone(device: Device): device is 'ios' | 'android' {
  return device === 'ios' || device === 'android'
}
