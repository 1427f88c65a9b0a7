import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { spawnSync } from 'node:child_process'

type LaunchOptions = { readonly executablePath?: string; readonly args: string[] }

/** Paths in Debian's packages. */
const systemChromium = '/usr/bin/chromium'
const systemShell = '/usr/bin/chromium-headless-shell'

const advice = 'Install Chromium and set CHROMIUM_PATH to its executable.'

const args = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

/**
 * Returns Playwright's launch options for the whole browser. CHROMIUM_PATH overrides the browsers
 * of Debian and Playwright.
 */
export function chromiumOptions(): LaunchOptions & { readonly executablePath: string } {
  return { executablePath: chromiumPath(), args }
}

/**
 * Launch options for Playwright: the headless shell where there is one. It opens a page in half of
 * the processor time, but has no back/forward cache.
 */
export function shellOptions(): LaunchOptions {
  if (process.env['CHROMIUM_PATH']) return chromiumOptions()
  if (existsSync(systemShell)) return { executablePath: systemShell, args }
  // Playwright chooses its own shell unless a path is given.
  return existsSync(systemChromium) ? chromiumOptions() : { args }
}

/** Installs Chromium if it is missing: Debian's packages for root, otherwise Playwright's build. */
export function installChromium(): void {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen && !existsSync(chosen))
    throw new Error(`CHROMIUM_PATH: ${chosen} does not exist. Set it to a Chromium, or unset it.`)
  if (chosen) return
  if (isDebianRoot) {
    const packages = { [systemChromium]: 'chromium', [systemShell]: 'chromium-headless-shell' }
    installDebianPackages(packages, advice)
  } else if (!existsSync(chromiumPath())) run('playwright', ['install', 'chromium'], advice)
}

function chromiumPath(): string {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return chosen
  return existsSync(systemChromium) ? systemChromium : chromium.executablePath()
}

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

/** Whether `apt-get install` works on this machine. */
const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0

/**
 * Installs the packages of programs that are missing, from `{ '/usr/bin/chromium': 'chromium' }`.
 * Throws when apt-get fails. `advice` is the remedy in the error.
 */
function installDebianPackages(
  packages: { readonly [program: string]: string },
  advice: string,
  options: readonly string[] = [],
): void {
  const missing = Object.entries(packages).filter(([program]) => !existsSync(program))
  if (missing.length === 0) return
  run('apt-get', ['update', '-qq'], advice)
  run('apt-get', ['install', '-y', '-qq', ...options, ...missing.map(([, name]) => name)], advice)
}

/** Runs an installer without its output. */
function run(command: string, args: readonly string[], advice: string): void {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed. ${advice}`)
}
