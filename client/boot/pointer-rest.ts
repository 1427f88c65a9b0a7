/** Milliseconds. A pointer that crosses an element on its way leaves it sooner. */
const restFor = 65

/**
 * Calls `act` with the element on which a pointer rests: a mouse, or a finger that does not scroll.
 * The browser cancels the pointer of a finger that starts to scroll.
 */
export function onPointerRest(root: EventTarget, act: (target: EventTarget | null) => void): void {
  let timer: number | undefined
  root.addEventListener(
    'pointerover',
    ({ target }) => {
      clearTimeout(timer)
      timer = window.setTimeout(act, restFor, target)
    },
    { passive: true },
  )
  root.addEventListener('pointercancel', () => clearTimeout(timer))
}
