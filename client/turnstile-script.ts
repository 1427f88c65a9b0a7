import { turnstileOrigin } from '../src/ui/form-markers.shared.ts'

type TurnstileScript = {
  readonly render: (place: HTMLElement, options: object) => string
  readonly reset: (widget: string) => void
}
declare global {
  interface Window {
    readonly turnstile?: TurnstileScript
  }
}
type TurnstileWidget = { readonly passed: Promise<void>; readonly renew: () => void }

/** Milliseconds that a form waits for its token before it is sent without one. */
const tokenTimeout = 3000
const widgets = new WeakMap<HTMLElement, Promise<TurnstileWidget>>()
let script: Promise<TurnstileScript> | null = null

export async function showWidget(place: HTMLElement): Promise<void> {
  if (widgets.has(place)) return
  const widget = render(place)
  widgets.set(place, widget)
  await widget.catch(() => widgets.delete(place))
}

export async function waitForToken(form: HTMLFormElement): Promise<void> {
  const place = widgetPlace(form)
  if (!place) return
  const passed = showWidget(place).then(async () => (await widgets.get(place))?.passed)
  const timeout = new Promise((resolve) => setTimeout(resolve, tokenTimeout))
  // A failing widget must not block the form. The server reports a missing token.
  await Promise.race([passed, timeout]).catch(() => undefined)
}

/** Requests a new token, because each token is valid once. */
export async function renewToken(form: HTMLFormElement): Promise<void> {
  const place = widgetPlace(form)
  const widget = await (place && widgets.get(place))?.catch(() => undefined)
  widget?.renew()
}

function widgetPlace(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector<HTMLElement>('[data-turnstile]')
}

async function render(place: HTMLElement): Promise<TurnstileWidget> {
  const turnstile = await (script ??= loadScript())
  let pass = () => {}
  let passed = new Promise<void>((resolve) => (pass = resolve))
  const widget = turnstile.render(place, {
    sitekey: place.dataset['turnstile'],
    language: document.documentElement.lang,
    size: 'flexible',
    callback: () => pass(),
  })
  return {
    get passed() {
      return passed
    },
    renew: () => {
      passed = new Promise((resolve) => (pass = resolve))
      turnstile.reset(widget)
    },
  }
}

async function loadScript(): Promise<TurnstileScript> {
  const element = document.createElement('script')
  element.src = `${turnstileOrigin}/turnstile/v0/api.js?render=explicit`
  try {
    await new Promise((resolve, reject) => {
      element.addEventListener('load', resolve)
      element.addEventListener('error', reject)
      document.head.append(element)
    })
    if (!window.turnstile) throw new Error('The Turnstile script defines no window.turnstile')
    return window.turnstile
  } catch (error) {
    script = null
    throw error
  }
}
