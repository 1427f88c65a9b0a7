import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const systemChromium = '/usr/bin/chromium'

/** Launch options for Playwright. CHROMIUM_PATH names another Chromium than the default ones. */
export function chromiumOptions(): { executablePath: string; args: string[] } {
  const args = [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ]
  return { executablePath: chromiumPath(), args }
}

/** Installs Chromium if there is none: Debian's package for root, otherwise Playwright's build. */
export function installChromium(): void {
  if (existsSync(chromiumPath())) return
  if (process.env['CHROMIUM_PATH'])
    throw new Error(`CHROMIUM_PATH: there is no file ${process.env['CHROMIUM_PATH']}`)
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0
  const commands = isDebianRoot
    ? [
        ['apt-get', 'update', '-qq'],
        ['apt-get', 'install', '-y', '-qq', 'chromium'],
      ]
    : [['playwright', 'install', 'chromium']]
  for (const [command = '', ...args] of commands) {
    const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0)
      throw new Error(
        `${command} ${args.join(' ')} failed. Install Chromium and set CHROMIUM_PATH to its executable.`,
      )
  }
}

function chromiumPath(): string {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return chosen
  return existsSync(systemChromium) ? systemChromium : chromium.executablePath()
}
