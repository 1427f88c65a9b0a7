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
