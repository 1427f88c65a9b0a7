/** The name of the item in the storage of the browser. */
export const keptPassKey = 'pass'

/** Loads the script of pages that wait, of eSIMs, and of browsers that keep the pass of an eSIM. */
export function loadOnDemand(): void {
  // Reading the storage throws where the browser allows none.
  try {
    if (
      document.querySelector('[data-refresh],[data-pass],[data-stored-at]') ??
      localStorage.getItem(keptPassKey)
    )
      // The page works without the script, which fails to load when the visitor leaves meanwhile.
      import('../on-demand.ts').catch(() => {})
  } catch {}
}
