import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

type LaunchOptions = { readonly executablePath?: string; readonly args: string[] }

/** Debian's packages. */
const systemChromium = '/usr/bin/chromium'
const systemShell = '/usr/bin/chromium-headless-shell'

const args = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

/**
 * Launch options for Playwright: the whole browser. CHROMIUM_PATH names another one than Debian's
 * or Playwright's.
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

/** Installs Chromium if there is none: Debian's packages for root, otherwise Playwright's build. */
export function installChromium(): void {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen && !existsSync(chosen)) throw new Error(`CHROMIUM_PATH: there is no file ${chosen}`)
  if (chosen) return
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (!isDebianRoot) {
    if (!existsSync(chromiumPath())) install('playwright', ['install', 'chromium'])
    return
  }
  const packages = [
    ...(existsSync(systemChromium) ? [] : ['chromium']),
    ...(existsSync(systemShell) ? [] : ['chromium-headless-shell']),
  ]
  if (packages.length === 0) return
  install('apt-get', ['update', '-qq'])
  install('apt-get', ['install', '-y', '-qq', ...packages])
}

function install(command: string, list: readonly string[]): void {
  const { status } = spawnSync(command, list, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  const failed = `${command} ${list.join(' ')} failed.`
  throw new Error(`${failed} Install Chromium and set CHROMIUM_PATH to its executable.`)
}

function chromiumPath(): string {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return chosen
  return existsSync(systemChromium) ? systemChromium : chromium.executablePath()
}
