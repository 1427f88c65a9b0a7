/** Milliseconds. A pointer or a focus that crosses an element on its way leaves it sooner. */
const restFor = 65

/**
 * Calls `act` with the element on which a pointer or the focus rests: a mouse, a finger that does
 * not scroll, or a key that is not pressed again. The browser cancels the pointer of a finger that
 * starts to scroll. The page may scroll to the focus, which moves another element under the mouse.
 */
export function onPointerRest(act: (target: EventTarget | null) => void): void {
  for (const intent of ['pointerover', 'focusin']) {
    let timer: number | undefined
    const wait = ({ target }: Event) => {
      clearTimeout(timer)
      timer = window.setTimeout(act, restFor, target)
    }
    document.addEventListener(intent, wait, { passive: true })
    document.addEventListener('pointercancel', () => clearTimeout(timer))
  }
}
