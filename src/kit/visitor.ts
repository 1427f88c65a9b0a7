/**
 * Returns the network that a rate limit counts: a whole IPv4 address, or the first 64 or 48 bits of
 * an IPv6 address in full groups (`2001:0db8:0000:0001`). Access providers give each customer at
 * least a /64 (RFC 6177), so a customer can use many addresses. Returns '' for a malformed address.
 */
export function visitorPrefix(address: string, bits: 48 | 64 = 64): string {
  const plain = /^\[?([^%\]]*)/.exec(address.trim())?.[1] ?? ''
  if (isIPv4(plain)) return plain
  const groups = groupsOf(plain)
  if (groups === null) return ''
  const mapped = mappedIPv4(groups)
  if (mapped !== null) return mapped
  return groups
    .slice(0, bits / 16)
    .map((group) => group.toString(16).padStart(4, '0'))
    .join(':')
}

function isIPv4(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((each) => Number(each) < 256)
}

/**
 * Returns the eight 16-bit groups of an IPv6 address (RFC 4291, section 2.2), or null for other
 * strings.
 */
function groupsOf(text: string): number[] | null {
  const halves = withoutDottedEnd(text).split('::')
  if (!text.includes(':') || halves.length > 2) return null
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const all = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  return all.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? all.map((group) => Number.parseInt(group, 16))
    : null
}

/** Rewrites the last part of `::ffff:192.0.2.1` in hexadecimal groups. */
function withoutDottedEnd(text: string): string {
  const end = /[^:]*$/.exec(text)?.[0] ?? ''
  if (!isIPv4(end)) return text
  const [a = 0, b = 0, c = 0, d = 0] = end.split('.').map(Number)
  const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':')
  return text.slice(0, -end.length) + groups
}

/** Returns the IPv4 address inside an IPv4-mapped address (`::ffff:0:0/96`), or null. */
function mappedIPv4(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : null
}

/**
 * The order matters, because most browsers also name others, and Chrome on an iPad says Macintosh.
 */
const devices = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Yandex Browser', /\bYaBrowser\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[.\d]* .*Safari\//],
] as const

/**
 * Returns the device and browser of a User-Agent, such as `iPhone, Safari 18`. Returns an unknown
 * User-Agent unchanged.
 */
export function browserName(userAgent: string): string {
  return knownBrowserName(userAgent) ?? userAgent
}

/** Returns the device and browser of a User-Agent, or null if it is unknown. */
export function knownBrowserName(userAgent: string): string | null {
  const device = devices.find(([, pattern]) => pattern.test(userAgent))?.[0]
  for (const [name, pattern] of browsers) {
    const [, version] = pattern.exec(userAgent) ?? []
    if (device !== undefined && version !== undefined) return `${device}, ${name} ${version}`
  }
  return null
}

/** `unknown`: the User-Agent header is missing, or names a system that cannot install an eSIM. */
export type Device = 'ios' | 'android' | 'computer' | 'unknown'

/**
 * The order matters, because phones also name desktop systems (`like Mac OS X`, `Linux; Android`).
 */
const devicePatterns = [
  ['ios', /iPhone|iPad|iPod/],
  ['android', /Android/],
  ['computer', /Windows|Macintosh|CrOS|X11|Linux/],
] as const satisfies readonly (readonly [Device, RegExp])[]

/** Returns the visitor's device from the User-Agent header. An iPad may identify as a Macintosh. */
export function deviceOf(userAgent: string): Device {
  return devicePatterns.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'unknown'
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

const apps = [
  ['Instagram', /Instagram/],
  ['Facebook', /FBAN|FBAV|FB_IAB/],
  ['Telegram', /Telegram/],
  ['TikTok', /TikTok|musical_ly|BytedanceWebview/],
  ['VK', /VKAndroidApp|VKClient|com\.vk/],
  ['Snapchat', /Snapchat/],
  ['LINE', /\bLine\//],
  ['WeChat', /MicroMessenger/],
] as const

/**
 * Returns the app whose own browser shows the page, `''` if the app's name is unknown, or null for
 * a real browser. Links that install an eSIM fail in apps. A WebView on Android sends `; wv`, and a
 * WebView on an iPhone omits `Safari/`.
 */
export function inAppBrowserOf(userAgent: string): string | null {
  const named = apps.find(([, pattern]) => pattern.test(userAgent))?.[0]
  if (named !== undefined) return named
  const isWebView = /Android.*; wv\)/.test(userAgent)
  const isWebKitView =
    /(?:iPhone|iPad|iPod).*AppleWebKit/.test(userAgent) && !userAgent.includes('Safari/')
  return isWebView || isWebKitView ? '' : null
}

/**
 * Returns a link that opens the page outside the app: in Safari (iOS 17 and later), or in the
 * default browser of Android. Other apps and versions ignore it.
 */
export function systemBrowserHref(url: string, device: 'ios' | 'android'): string {
  if (device === 'ios') return `x-safari-${url}`
  const [scheme = 'https', rest = ''] = url.split('://')
  return `intent://${rest}#Intent;scheme=${scheme};action=android.intent.action.VIEW;end`
}
