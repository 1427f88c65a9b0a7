/** In this order: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari. */
const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Yandex Browser', /YaBrowser\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux|X11/],
] as const

/**
 * The browser and system in a User-Agent header, for a list of sessions: `Firefox, Android`. The
 * full header could identify people. '' when neither is known.
 */
export function browserName(userAgent: string): string {
  const found = [browsers, systems].map(
    (names) => names.find(([, pattern]) => pattern.test(userAgent))?.[0],
  )
  return found.filter((name) => name !== undefined).join(', ')
}
