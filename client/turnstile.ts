import { turnstileOrigin } from '../src/domain/turnstile.ts'

/** What is used of Cloudflare's script. */
type Turnstile = {
  readonly render: (place: HTMLElement, options: object) => string
  readonly reset: (widget: string) => void
}
declare global {
  interface Window {
    /** There once Cloudflare's script is. */
    readonly turnstile?: Turnstile
  }
}
type Check = { readonly passed: Promise<void>; readonly renew: () => void }

/** A form waits this long for its check before it is sent without, in milliseconds. */
const patience = 3000
const checks = new WeakMap<HTMLElement, Promise<Check>>()
let script: Promise<Turnstile> | null = null

/** Shows the check in its place; its token becomes a field of the form. What does not arrive is asked for again at the next reach. */
export async function showCheck(place: HTMLElement): Promise<void> {
  if (checks.has(place)) return
  const check = startIn(place)
  checks.set(place, check)
  await check.catch(() => checks.delete(place))
}

/** Until a form that asks for a check has its token, or has waited long enough. */
export async function untilChecked(form: HTMLFormElement): Promise<void> {
  const place = placeIn(form)
  if (!place) return
  const passed = showCheck(place).then(async () => (await checks.get(place))?.passed)
  const enough = new Promise((resolve) => setTimeout(resolve, patience))
  // A check that fails meanwhile is no failure of the form: what is missing, the server says.
  await Promise.race([passed, enough]).catch(() => undefined)
}

/** A token is good for one asking: another for the next. */
export async function renewCheck(form: HTMLFormElement): Promise<void> {
  const place = placeIn(form)
  const check = await (place && checks.get(place))?.catch(() => undefined)
  check?.renew()
}

function placeIn(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector<HTMLElement>('[data-turnstile]')
}

async function startIn(place: HTMLElement): Promise<Check> {
  const turnstile = await (script ??= load())
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

async function load(): Promise<Turnstile> {
  const element = document.createElement('script')
  element.src = `${turnstileOrigin}/turnstile/v0/api.js?render=explicit`
  try {
    await new Promise((resolve, reject) => {
      element.addEventListener('load', resolve)
      element.addEventListener('error', reject)
      document.head.append(element)
    })
    if (!window.turnstile) throw new Error('the script of the bot check defines nothing')
    return window.turnstile
  } catch (error) {
    script = null
    throw error
  }
}
