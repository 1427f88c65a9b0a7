export function startButtons(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy], [data-print]'))
    button.hidden = false
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    const copy = event.target.closest<HTMLElement>('[data-copy]')
    // Browsers of apps and pages without HTTPS have no clipboard, or refuse to write.
    if (copy)
      copyFrom(copy)
        .catch(async () => import('../select-text.ts').then((script) => script.selectText(copy)))
        .catch(() => undefined)
    if (event.target.closest('[data-print]')) print()
    const share = event.target.closest<HTMLElement>('[data-share]')
    if (!share || !('share' in navigator)) return
    event.preventDefault()
    navigator.share({ text: share.dataset['share'] ?? '' }).catch(({ name }: Error) => {
      if (name === 'AbortError') return // the visitor has closed the sheet
      delete share.dataset['share']
      share.click()
    })
  })
}

async function copyFrom(button: HTMLElement): Promise<void> {
  const { copy = '', copied = '' } = button.dataset
  const label = button.textContent
  await navigator.clipboard.writeText(copy)
  // A second press within two seconds.
  if (label === copied) return
  button.textContent = copied
  setTimeout(() => (button.textContent = label), 2000)
}
