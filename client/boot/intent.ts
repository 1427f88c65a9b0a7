/** Forms and dialogs come once the visitor reaches for them: by pointer, finger or keyboard. Forms marked live come at once. */
export function loadOnIntent(): void {
  for (const intent of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(intent, ({ target }) => reachFor(target), { passive: true })
  for (const island of document.querySelectorAll<HTMLElement>('[data-live]')) wake(island)
  document.addEventListener('click', openDialog)
}

function reachFor(target: EventTarget | null): void {
  if (!(target instanceof Element)) return
  const island = target.closest<HTMLElement>('[data-island]')
  const check = island?.querySelector<HTMLElement>('[data-turnstile]')
  if (island) wake(island)
  // Beside the form, which works without: a check that does not come says so when it is sent.
  if (check) import('../turnstile.ts').then(({ showCheck }) => showCheck(check), noMatter)
  else if (target.closest('a[data-dialog]')) import('../dialogs.ts').catch(noMatter)
}

/** When it does not arrive, the form works as it is. */
function wake(island: HTMLElement): void {
  import('../hydrate-form.ts').then(({ awaken }) => awaken(island)).catch(noMatter)
}

function noMatter(): void {}

function openDialog(event: MouseEvent): void {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-dialog]')
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey)
  if (!link || !isPlain || event.defaultPrevented) return
  event.preventDefault()
  import('../dialogs.ts').then(
    ({ openFrom }) => openFrom(link),
    () => location.assign(link.href),
  )
}
