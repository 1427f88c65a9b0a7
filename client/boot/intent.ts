import { isCostly } from '../costly-connection.ts'
import { onPointerRest } from './pointer-rest.ts'

/**
 * Loads forms and dialogs when the pointer rests on them, or the visitor focuses them. Forms marked
 * `data-eager` load at once.
 */
export function loadOnIntent(): void {
  onPointerRest(load)
  for (const intent of ['pointerover', 'focusin'])
    document.addEventListener(intent, loadPush, { passive: true })
  for (const form of document.querySelectorAll<HTMLElement>('[data-eager]')) hydrate(form)
  document.addEventListener('click', openDialog)
  document.addEventListener('submit', sendWithAnswer)
  // Browsers allow passkeys only within seconds of a press, so the script loads in advance.
  if (document.querySelector('[data-passkey]')) import('../passkey-form.ts').catch(ignore)
}

function load(target: EventTarget | null): void {
  if (!(target instanceof Element)) return
  const form = target.closest<HTMLElement>('[data-form]')
  // The form to sign in by password is not hydrated.
  const widget = target.closest('form')?.querySelector<HTMLElement>('[data-turnstile]')
  if (form) hydrate(form)
  // If the widget does not load, the server requires the check after the form is sent.
  if (widget) import('../turnstile-script.ts').then((script) => script.showWidget(widget), ignore)
  else if (target.closest('a[data-dialog]')) import('../dialogs.ts').catch(ignore)
}

/** Some browsers show a permission prompt only during a press, which may be shorter than a rest. */
function loadPush({ target }: Event): void {
  if (target instanceof Element && target.closest('form[data-push]'))
    import('../push-form.ts').catch(ignore)
}

/** If the script does not load, or the visitor saves data, the form works as plain HTML. */
function hydrate(form: HTMLElement): void {
  if (!isCostly()) import('../hydrate-form.ts').then((script) => script.hydrate(form)).catch(ignore)
}

function ignore(): void {}

/** Rejects after five seconds. A browser waits minutes for a script whose connection stalls. */
async function inTime<Script>(script: Promise<Script>): Promise<Script> {
  return Promise.race([script, new Promise<never>((_, reject) => setTimeout(reject, 5000))])
}

function openDialog(event: MouseEvent): void {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-dialog]')
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey)
  if (!link || !isPlain || event.defaultPrevented) return
  event.preventDefault()
  inTime(import('../dialogs.ts'))
    .then(({ openFrom }) => openFrom(link))
    .catch(() => location.assign(link.href))
}

/**
 * Sends a form that needs an answer from the browser: a passkey (`data-passkey`) or a push
 * subscription (`data-push`). A hydrated form sends itself.
 */
function sendWithAnswer(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
  const { passkey, push } = form.dataset
  if (passkey === undefined && push === undefined) return
  event.preventDefault()
  const script = push === undefined ? import('../passkey-form.ts') : import('../push-form.ts')
  inTime<Awaited<typeof script>>(script).then(
    ({ send }) => send(form, submitter),
    // The page that the server returns explains the next step without the answer.
    () => form.submit(),
  )
}
