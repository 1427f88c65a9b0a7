import { signal } from '@preact/signals-react'
import type { Signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { validate } from '../src/forms/validate.ts'
import { fieldReader } from '../src/forms/field-reader.ts'
import type { FormProps, LiveForm } from '../src/forms/hydratable-form.ts'
import type { FormReply } from '../src/forms/form-reply.ts'
import { turnstileField } from '../src/domain/turnstile.ts'
import { reportGoal } from './analytics.ts'
import { renewCheck, untilChecked } from './turnstile.ts'
import { thankIn } from './dialogs.ts'
import { loadIsland } from './form-loaders.ts'
import { whileLoading } from './loading-bar.ts'
import { maskPhone } from './phone-field.ts'

/** What React needs to run the forms of a page; loaded when the visitor reaches for one. */
const awake = new WeakSet<Element>()

/** Takes over an island: what was typed stays, and until this is done the form works as plain HTML. */
export async function awaken(island: HTMLElement): Promise<void> {
  if (awake.has(island)) return
  awake.add(island)
  const form = await loadIsland(island.dataset['island']).catch((reason: unknown) => {
    awake.delete(island) // the next reach tries again
    throw reason
  })
  if (!form) return
  const props = signal<FormProps>(JSON.parse(island.dataset['props'] ?? '{}'))
  // In one go: a key or a click comes before, when the form is the plain one, or after.
  keepingTexts(island, () =>
    flushSync(() => hydrateRoot(island, createElement(Live, { form, props }))),
  )
  island.addEventListener('submit', (event) => void submit(event, form, props))
  island.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset['mask'] === 'phone') maskPhone(target)
  })
}

function Live({ form, props }: { form: LiveForm<FormProps>; props: Signal<FormProps> }) {
  useSignals()
  return createElement(form.Component, props.value)
}

/** React 19 sets a textarea back to the text it came with, over what was typed since. */
function keepingTexts(island: HTMLElement, hydrate: () => void): void {
  const typed = [...island.querySelectorAll('textarea')].map((area) => {
    const { value, selectionStart, selectionEnd } = area
    return { area, value, selectionStart, selectionEnd }
  })
  hydrate()
  for (const { area, value, selectionStart, selectionEnd } of typed) {
    if (area.value === value) continue
    area.value = value
    area.setSelectionRange(selectionStart, selectionEnd)
  }
}

const underway = new WeakSet<HTMLFormElement>()

/** Checks by the server's own schema, sends once, and shows what comes back. */
async function submit(
  event: SubmitEvent,
  live: LiveForm<FormProps>,
  props: Signal<FormProps>,
): Promise<void> {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  event.preventDefault()
  if (underway.has(form)) return
  const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null
  const data = new FormData(form, button)
  const reader = fieldReader((name) => data.get(name))
  const { texts } = props.value
  const values = live.read(reader)
  const schema = live.schemaFor(props.value, button?.value ?? '')
  const checked = validate(schema, values, (name) => texts[name] ?? name)
  if (!checked.ok) {
    props.value = { ...props.value, errors: checked.error }
    return showWhatIsWrong(form)
  }
  underway.add(form)
  form.setAttribute('aria-busy', 'true')
  const reply = await whileLoading(send(form, data)).catch(() => null)
  void renewCheck(form)
  // A goal may take its time to be told: until then another press would send the form again.
  await take(reply, form, props)
  form.removeAttribute('aria-busy')
  underway.delete(form)
}

async function take(
  reply: FormReply | number | null,
  form: HTMLFormElement,
  props: Signal<FormProps>,
): Promise<void> {
  if (reply === null || typeof reply === 'number') {
    const message = reply === null ? (props.value.texts['errors.notSent'] ?? null) : null
    const errors = { status: reply ?? 0, code: null, message, fields: {} }
    props.value = { ...props.value, errors }
    return showWhatIsWrong(form)
  }
  if ('props' in reply) {
    props.value = { ...props.value, ...reply.props }
    return showWhatIsWrong(form)
  }
  await reportGoal(form.dataset['goal'] ?? '')
  if ('to' in reply) location.assign(reply.to)
  else {
    props.value = { ...props.value, errors: null }
    form.reset()
    thankIn(form, reply.done)
  }
}

/** The reply, or the status of an answer that is none. Rejects without a connection. */
async function send(form: HTMLFormElement, data: FormData): Promise<FormReply | number> {
  await untilChecked(form)
  const token = new FormData(form).get(turnstileField)
  if (token !== null) data.set(turnstileField, token)
  // Not form.action: that is a field of this name, where there is one.
  const response = await fetch(form.getAttribute('action') ?? location.href, {
    method: 'POST',
    body: data,
    headers: { Accept: 'application/json' },
  })
  const isReply = response.headers.get('Content-Type')?.startsWith('application/json')
  return isReply ? response.json() : response.status
}

/** The reader goes where something is to be done: the first bad field, the message, or the new step's first field. */
function showWhatIsWrong(form: HTMLFormElement): void {
  const island = form.parentElement
  setTimeout(() => {
    const message = island?.querySelector<HTMLElement>('.form-error')
    message?.setAttribute('tabindex', '-1')
    const target =
      island?.querySelector<HTMLElement>('[aria-invalid]') ??
      message ??
      island?.querySelector<HTMLElement>('input:not([type=hidden])')
    target?.focus()
  })
}
