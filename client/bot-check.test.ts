import { afterEach, expect, it, vi } from 'vitest'
import { showCheck, untilChecked } from './bot-check.ts'

afterEach(() => void vi.unstubAllGlobals())

it('lets a form go whose check fails while it is waited for', async () => {
  const script = new EventTarget()
  const append = () => undefined
  vi.stubGlobal('document', { createElement: () => script, head: { append } })
  // As much of a form and a place in it as is used.
  const place = { dataset: { botCheck: 'key' } } as unknown as HTMLElement
  const form = { querySelector: () => place } as unknown as HTMLFormElement
  void showCheck(place)
  const checked = untilChecked(form)
  script.dispatchEvent(new Event('error'))
  await expect(checked).resolves.toBeUndefined()
})
