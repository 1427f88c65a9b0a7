/** What every page runs, without React: copy and print buttons, the countdown, the consent banner. */
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  const copy = event.target.closest<HTMLElement>('[data-copy]')
  if (copy) void copyFrom(copy)
  if (event.target.closest('[data-print]')) print()
})

showButtons()
askForConsent()
countDown()

function showButtons(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy], [data-print]')) button.hidden = false
}

async function copyFrom(button: HTMLElement): Promise<void> {
  const { copy = '', copied = '' } = button.dataset
  const label = button.textContent
  await navigator.clipboard.writeText(copy)
  button.textContent = copied
  setTimeout(() => (button.textContent = label), 2000)
}

function askForConsent(): void {
  const banner = document.querySelector<HTMLElement>('.consent')
  if (banner && !document.cookie.includes('cookieConsent=')) banner.hidden = false
}

/** The page leaves by itself (`refresh` in its head); this only tells when. */
function countDown(): void {
  const line = document.querySelector<HTMLElement>('[data-countdown]')
  if (!line) return
  let seconds = Number(line.dataset['countdown'])
  const timer = setInterval(() => {
    seconds -= 1
    if (seconds <= 0) clearInterval(timer)
    line.textContent = (line.dataset['countdownText'] ?? '').replace('{}', String(Math.max(seconds, 0)))
  }, 1000)
}
