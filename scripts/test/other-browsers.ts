import { existsSync } from 'node:fs'
import { installDebianPackages, isDebianRoot } from './debian-packages.ts'

/** Paths on Debian, then on other systems. */
const firefoxPaths = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]
const webKitDriver = '/usr/bin/WebKitWebDriver'
const screen = '/usr/bin/Xvfb'

/**
 * Installs Firefox, WebKitGTK's driver with its browser, and a virtual screen. On systems other
 * than Debian, tests of missing programs are skipped.
 */
export function installOtherBrowsers(): void {
  if (!isDebianRoot) return
  installDebianPackages(
    {
      [firefoxPath() ?? '/usr/bin/firefox-esr']: 'firefox-esr',
      [webKitDriver]: 'webkit2gtk-driver',
      [screen]: 'xvfb',
    },
    'Install Firefox, WebKitWebDriver and Xvfb by hand, or run npm run test:e2e without them.',
    ['--no-install-recommends'],
  )
}

/** Returns null when Firefox is missing. FIREFOX_PATH overrides the path. */
export function firefoxPath(): string | null {
  return process.env['FIREFOX_PATH'] ?? firefoxPaths.find((path) => existsSync(path)) ?? null
}

/** Returns null when the driver or the virtual screen is missing. */
export function webKitPaths(): { readonly driver: string; readonly screen: string } | null {
  const isInstalled = existsSync(webKitDriver) && existsSync(screen)
  return isInstalled ? { driver: webKitDriver, screen } : null
}
