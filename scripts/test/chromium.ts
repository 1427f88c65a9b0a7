import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installDebianPackages, isDebianRoot, run } from './debian-packages.ts'

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
