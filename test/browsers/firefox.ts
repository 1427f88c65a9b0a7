import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { eventually } from './eventually.ts'
import { startProcess } from './processes.ts'
import { jsonTask, keyActions, pressActions } from './tab.ts'
import type { BrowserTab } from './tab.ts'

const context = z.object({ context: z.string() })
const userContext = z.object({ userContext: z.string() })
const answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
])
const message = z.union([
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number(), error: z.string(), message: z.string() }),
  z.object({
    type: z.literal('event'),
    method: z.literal('log.entryAdded'),
    params: z.object({ level: z.string(), text: z.string().nullable() }),
  }),
  z.object({ type: z.literal('event') }),
])

/**
 * Classic scrollbars, as on Windows, because Debian's would cover the page. Reduced motion, because
 * a press during a page transition may be lost.
 */
const preferences = {
  'widget.gtk.overlay-scrollbars.enabled': false,
  'app.normandy.enabled': false,
  'ui.prefersReducedMotion': 1,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.prefs.recommended': true,
}

/** Starts Firefox and drives it over WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/ */
export async function startFirefox(executable: string) {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const flags = ['--headless', '--remote-debugging-port=0', '--profile', profile]
  const firefox = await startProcess(executable, flags, /WebDriver BiDi listening on (\S+)/)
  const session = await openSession(`${firefox.found}/session`)
  await session.send('session.new', { capabilities: {} })
  await session.send('session.subscribe', { events: ['log.entryAdded'] })
  return {
    newTab: async () => newTab(session),
    async close() {
      session.close()
      await firefox.stop()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Session = Awaited<ReturnType<typeof openSession>>

async function openSession(url: string) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const complaints: string[] = []
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const reply = message.parse(JSON.parse(String(data)))
    if (reply.type === 'success') waiting.get(reply.id)?.resolve(reply.result)
    else if (reply.type === 'error')
      waiting.get(reply.id)?.reject(new Error(`${reply.error}: ${reply.message}`))
    else if ('params' in reply && ['error', 'warn'].includes(reply.params.level))
      complaints.push(reply.params.text ?? '')
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const send = async (method: string, params: object): Promise<unknown> => {
    lastId += 1
    const reply = Promise.withResolvers<unknown>()
    waiting.set(lastId, reply)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    return reply.promise
  }
  return { complaints, send, close: () => socket.close() }
}

/** A user context has separate cookies and stores. */
async function newTab({ send, complaints }: Session): Promise<BrowserTab> {
  const user = userContext.parse(await send('browser.createUserContext', {}))
  const tab = context.parse(await send('browsingContext.create', { type: 'tab', ...user }))
  const start = complaints.length
  const act = async (actions: readonly object[]) =>
    void (await send('input.performActions', { ...tab, actions }))
  await send('browsingContext.setViewport', { ...tab, viewport: { width: 360, height: 740 } })
  return {
    // Firefox aborts a navigation when the one before it ends meanwhile.
    open: async (url) =>
      eventually(
        async () =>
          void (await send('browsingContext.navigate', { ...tab, url, wait: 'complete' })),
      ),
    reload: async () => void (await send('browsingContext.reload', { ...tab, wait: 'complete' })),
    async run(task, ...args) {
      const call = { functionDeclaration: jsonTask(task, args), awaitPromise: true, target: tab }
      const reply = answer.parse(await send('script.callFunction', call))
      if (reply.type === 'exception') throw new Error(reply.exceptionDetails.text)
      return JSON.parse(reply.result.value)
    },
    press: async (at) => act(pressActions(at)),
    type: async (text) => act(keyActions(text)),
    complaints: () => complaints.slice(start),
    close: async () => void (await send('browser.removeUserContext', user)),
  }
}
