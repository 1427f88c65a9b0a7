export type ViewportPoint = { readonly x: number; readonly y: number }
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A private window of a browser, with the functions that every engine supports. */
export type BrowserTab = {
  /** Loads a page until its `load` event. */
  readonly open: (url: string) => Promise<void>
  readonly reload: () => Promise<void>
  /** Runs a function in the page. The function can use only its arguments. */
  readonly run: <Args extends readonly Json[], Answer>(
    task: (...args: Args) => Answer,
    ...args: Args
  ) => Promise<Awaited<Answer>>
  /** Presses the main mouse button at a point, in CSS pixels of the viewport. */
  readonly press: (at: ViewportPoint) => Promise<void>
  /** Presses keys one by one: characters, or the code points of WebDriver for other keys. */
  readonly type: (keys: string) => Promise<void>
  readonly complaints: () => readonly string[]
  readonly close: () => Promise<void>
}

/** Code points of keys: https://www.w3.org/TR/webdriver2/#keyboard-actions */
export const keys = { tab: '\uE004', enter: '\uE007', escape: '\uE00C' } as const

/** The source of a function without arguments that returns JSON. */
export function jsonTask(task: unknown, args: readonly unknown[]): string {
  return `async () => JSON.stringify((await (${String(task)})(...${JSON.stringify(args)})) ?? null)`
}

export function pressActions({ x, y }: ViewportPoint): readonly object[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]
}

export function keyActions(text: string): readonly object[] {
  const actions = Array.from(text).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  return [{ type: 'key', id: 'keyboard', actions }]
}
