/**
 * Suggests countries once a visitor reaches for a search of them: code and list are asked for side by side. Until they are here,
 * and where they cannot be had, the form is the plain one that it is, and what was typed stays; the next reach tries again, and so
 * does what is typed before the failure is known.
 */
export function suggestOnIntent(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-suggestions]')) {
    const input = form.querySelector('input')
    const list = form.dataset['suggestions']
    if (input && list !== undefined) waitFor(input, list)
  }
}

function waitFor(input: HTMLInputElement, list: string): void {
  const settled = new AbortController()
  let isUnderway = false
  let isTypedMeanwhile = false
  for (const intent of ['focus', 'pointerover', 'pointerdown', 'input'])
    input.addEventListener(intent, reach, { signal: settled.signal })
  if (document.activeElement === input) reach()

  function reach(event?: Event): void {
    if (isUnderway) {
      isTypedMeanwhile ||= event?.type === 'input'
      return
    }
    isUnderway = true
    isTypedMeanwhile = false
    suggest(input, list).then(
      () => settled.abort(),
      () => {
        isUnderway = false
        if (isTypedMeanwhile) reach()
      },
    )
  }
}

async function suggest(input: HTMLInputElement, list: string): Promise<void> {
  const [{ startCombobox }, answer] = await Promise.all([
    import('../search/combobox.ts'),
    fetch(list),
  ])
  if (!answer.ok) throw new Error(`${list}: ${answer.status}`)
  startCombobox(input, await answer.json())
}
