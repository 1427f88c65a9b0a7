import { onPointerRest } from './pointer-rest.ts'

/**
 * Loads country suggestions when the pointer rests on a search field, or the visitor focuses it.
 * Loads the script and the list in parallel. Until both have loaded, the field works as a plain
 * field. A failed load is retried on the next intent or key press.
 */
export function loadSearchOnIntent(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-suggestions]')) {
    const input = form.querySelector('input')
    const list = form.dataset['suggestions']
    if (input && list !== undefined) loadOnIntent(input, list)
  }
}

function loadOnIntent(input: HTMLInputElement, list: string): void {
  let hasStarted = false
  let hasTypedMeanwhile = false
  onPointerRest((target) => target === input && load())
  for (const intent of ['focus', 'input'])
    input.addEventListener(intent, ({ type }) => load(type === 'input'))
  if (document.activeElement === input) load()

  function load(isTyped = false): void {
    if (hasStarted) {
      hasTypedMeanwhile ||= isTyped
      return
    }
    hasStarted = true
    hasTypedMeanwhile = false
    start(input, list).catch(() => {
      hasStarted = false
      if (hasTypedMeanwhile) load()
    })
  }
}

async function start(input: HTMLInputElement, list: string): Promise<void> {
  const [{ startCombobox }, answer] = await Promise.all([
    import('../search/combobox.ts'),
    fetch(list),
  ])
  if (!answer.ok) throw new Error(`${list}: ${answer.status}`)
  startCombobox(input, await answer.json())
}
