import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../../scripts/test/local-server.ts'
import { startProcess } from './processes.ts'
import { eventually } from './eventually.ts'
import { jsonTask, keyActions, pressActions } from './tab.ts'
import type { BrowserTab } from './tab.ts'

const session = z.object({ sessionId: z.string() })
const failure = z.object({ error: z.string(), message: z.string() })

/**
 * Starts WebKitGTK's driver on a virtual screen. The driver opens the browser MiniBrowser over
 * WebDriver: https://www.w3.org/TR/webdriver2/
 */
export async function startWebKit(paths: { readonly driver: string; readonly screen: string }) {
  const flags = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const screen = await startProcess(paths.screen, flags, /^(\d+)$/m)
  const port = await freePort()
  const settings = await lessMotion()
  const environment = { DISPLAY: `:${screen.found}`, XDG_CONFIG_HOME: settings }
  const driver = await startProcess(paths.driver, [`--port=${port}`], null, environment)
  const address = `http://127.0.0.1:${port}`
  await eventually(async () => void (await send('GET', `${address}/status`)))
  return {
    newTab: async () => newTab(address, driver.output),
    async close() {
      await driver.stop()
      await screen.stop()
      await rm(settings, { recursive: true })
    },
  }
}

/**
 * GTK settings that request reduced motion, because WebKit drops presses during a page transition.
 */
async function lessMotion(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'))
  await mkdir(join(folder, 'gtk-3.0'))
  await writeFile(join(folder, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  return folder
}

/** Every session is a separate browser with empty storage. */
async function newTab(driver: string, output: () => string): Promise<BrowserTab> {
  const options = { args: ['--automation', '--enable-write-console-messages-to-stdout=true'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = session.parse(await send('POST', `${driver}/session`, { capabilities }))
  const at = `${driver}/session/${sessionId}`
  const start = output().length
  const act = async (actions: readonly object[]) =>
    void (await send('POST', `${at}/actions`, { actions }))
  await send('POST', `${at}/window/rect`, { width: 360, height: 740 })
  return {
    open: async (url) => void (await send('POST', `${at}/url`, { url })),
    reload: async () => void (await send('POST', `${at}/refresh`, {})),
    async run(task, ...args) {
      const script = `const done = arguments[0]; (${jsonTask(task, args)})().then(done, (error) => done({ error: String(error) }))`
      const value = await send('POST', `${at}/execute/async`, { script, args: [] })
      if (typeof value !== 'string') throw new Error(JSON.stringify(value))
      return JSON.parse(value)
    },
    press: async (point) => act(pressActions(point)),
    type: async (text) => act(keyActions(text)),
    complaints: () =>
      output()
        .slice(start)
        .match(/^CONSOLE .*$/gm) ?? [],
    close: async () => void (await send('DELETE', at)),
  }
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const init = body ? { method, body: JSON.stringify(body) } : { method }
  const response = await fetch(url, init)
  const { value } = z.object({ value: z.unknown() }).parse(await response.json())
  if (response.ok) return value
  const { error, message } = failure.parse(value)
  throw new Error(`${error}: ${message}`)
}
