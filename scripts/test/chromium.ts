import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const debianChromium = '/usr/bin/chromium'

/** How Playwright launches the system's Chromium where Debian has put it, else its own. */
export function chromiumOptions(): { executablePath?: string; args: string[] } {
  const args = [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ]
  return existsSync(debianChromium) ? { executablePath: debianChromium, args } : { args }
}

/** Installs Chromium where there is none: Debian's as root, Playwright's own elsewhere. */
export function installChromium(): void {
  if (existsSync(debianChromium)) return
  const isDebianRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  const commands = isDebianRoot
    ? [
        ['apt-get', 'update', '-qq'],
        ['apt-get', 'install', '-y', '-qq', 'chromium'],
      ]
    : [['playwright', 'install', 'chromium']]
  for (const [command = '', ...args] of commands) {
    const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0)
      throw new Error(`${command} ${args.join(' ')} failed: the journeys need Chromium`)
  }
}
