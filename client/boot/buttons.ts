export function startButtons(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy], [data-print]'))
    button.hidden = false
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    const copy = event.target.closest<HTMLElement>('[data-copy]')
    // The browser or the visitor may forbid writing.
    if (copy) copyFrom(copy).catch(() => undefined)
    if (event.target.closest('[data-print]')) print()
    const share = event.target.closest<HTMLElement>('[data-share]')
    if (!share || !('share' in navigator)) return
    event.preventDefault()
    // `share` rejects when the visitor closes the sheet.
    navigator.share({ text: share.dataset['share'] ?? '' }).catch(() => undefined)
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
