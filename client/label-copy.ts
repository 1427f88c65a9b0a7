/** Shows the time at which the service worker has stored the page. */
export function labelCopy(): void {
  const { storedAt } = document.body.dataset
  const line = document.querySelector<HTMLElement>('[data-copy-label]')
  if (!storedAt || !line) return
  line.textContent = (line.dataset['copyLabel'] ?? '').replace('{}', storedAt)
  line.hidden = false
}
