/** Milliseconds. A pointer that crosses an element on its way leaves it sooner. */
const restFor = 65

/**
 * Calls `act` with the element on which a pointer rests: a mouse, or a finger that does not scroll.
 * The browser cancels the pointer of a finger that starts to scroll.
 */
export function onPointerRest(act: (target: EventTarget | null) => void): void {
  let timer: number | undefined
  document.addEventListener(
    'pointerover',
    ({ target }) => {
      clearTimeout(timer)
      timer = window.setTimeout(act, restFor, target)
    },
    { passive: true },
  )
  document.addEventListener('pointercancel', () => clearTimeout(timer))
}
